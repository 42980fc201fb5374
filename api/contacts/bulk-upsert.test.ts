import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bulkRows } from '#api/rest/bulk-endpoints.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

async function send(who: TestPerson, body: string, type = 'application/x-ndjson') {
  const headers = { authorization: who.token, 'content-type': type }
  const response = await fetch(`${world.url}/api/contacts/bulk`, { method: 'POST', headers, body })
  const text = await response.text()
  const lines = text.trim().split('\n')
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    lines: response.ok ? lines.map((line) => JSON.parse(line) as Line) : [],
    text,
  }
}
interface Line {
  row: number
  outcome: string
  id?: string
  errors?: { code: string; field: string | null; message: string }[]
}
const ndjson = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const people = async (who: TestPerson) => (await who.rest('GET', '/api/contacts')).body as Record<string, unknown>[]

describe('POST /api/contacts/bulk', () => {
  it('answers JSON with one result line per row, and refuses single rows', async () => {
    const who = await world.signUp({ unlimited: true })
    const body = `${ndjson([
      { email: 'ann@x.test', externalId: 'c1', firstName: 'Ann', fields: { City: 'Cork' }, tags: ['VIP'] },
      { email: 'no address' },
      { email: 'bob@x.test', color: 'red' },
      'text',
    ])}\nnot json\n\n${ndjson([{ externalId: 'c1', lastName: 'Lee' }])}\r\n`
    const { status, type, lines } = await send(who, body)
    expect([status, type]).toEqual([200, 'application/x-ndjson'])
    expect(lines.map(({ row, outcome, errors = [] }) => [row, outcome, errors.map(({ message }) => message)])).toEqual([
      [1, 'added', []],
      [2, 'refused', ['Valid email is required']],
      [3, 'refused', ['color: unknown']],
      [4, 'refused', ['A row must be an object']],
      [5, 'refused', ['A row must be an object']],
      [6, 'refused', ['An earlier row is about the same contact. Send one row.']],
    ])
    const [ann] = await people(who)
    expect(ann).toMatchObject({ id: lines[0]?.id, externalId: 'c1', fields: { City: 'Cork' }, tags: ['VIP'] })
  })

  it('reports which value of a row has the wrong type', async () => {
    const row = { email: 5, firstName: 5, tags: 'VIP', fields: { City: 7 }, serialNumber: {}, externalId: 5 }
    const { lines } = await send(await world.signUp(), ndjson([row, { email: 'a@x.test', tags: [5], fields: 'x' }]))
    expect(lines.map(({ errors = [] }) => errors.map(({ field, message }) => [field, message]))).toEqual([
      [
        ['externalId', 'An external id must be text'],
        ['firstName', 'First name must be text'],
        ['email', 'Valid email is required'],
        ['serialNumber', 'Serial number must be a number'],
        ['fields.0.value', 'fields.0.value must be a text'],
        ['tags', 'tags must be a list'],
      ],
      [
        ['fields', 'fields must be a list'],
        ['tags.0', 'tags.0 must be a text'],
      ],
    ])
  })

  it('reads CSV: quoted cells, a byte order mark, columns in any order, empty cells that change nothing', async () => {
    const who = await world.signUp({ unlimited: true })
    const csv =
      '\u{feff}First Name,email,Tags,Note\r\n"Ann ""A""",ann@x.test,VIP;Press,"two\nlines"\r\n,bob@x.test,,\r\n'
    const { lines } = await send(who, csv, 'text/csv; charset=utf-8')
    expect(lines.map(({ outcome }) => outcome)).toEqual(['added', 'added'])
    const again = await send(who, 'email,firstName,Note\nann@x.test,,\n', 'text/csv')
    expect(again.lines.map(({ outcome }) => outcome)).toEqual(['unchanged'])
    expect((await people(who)).find(({ email }) => email === 'ann@x.test')).toMatchObject({
      firstName: 'Ann "A"',
      tags: ['Press', 'VIP'],
      fields: { Note: 'two\nlines' },
    })
  })

  it('changes nothing when the CSV is damaged, has too many rows, or has another content type', async () => {
    const who = await world.signUp({ unlimited: true })
    const damaged = await send(who, 'email,firstName\nann@x.test,Ann\nbob@x.test,"Bob\n', 'text/csv')
    expect(damaged).toMatchObject({ status: 422, text: expect.stringContaining('UNREADABLE_FILE') })
    const long = await send(who, '{"email":"a@x.test"}\n'.repeat(100_001))
    expect(long).toMatchObject({ status: 413, text: expect.stringContaining('100,000 rows') })
    expect((await send(who, '{}', 'application/json')).status).toBe(415)
    expect((await send({ ...who, token: '' }, '{}')).status).toBe(401)
    expect(await people(who)).toEqual([])
  })

  it('refuses a line that is longer than a contact can be, and serves other requests while it reads a long file', async () => {
    const who = await world.signUp({ unlimited: true })
    const long = `{"email":"${'a'.repeat(2 * 1_048_576)}@x.test"}`
    const { lines } = await send(who, `${long}\n{"email":"ann@x.test"}`)
    expect(lines.map(({ outcome, errors = [] }) => [outcome, errors[0]?.message])).toEqual([
      ['refused', 'A row must be an object'],
      ['added', undefined],
    ])
    const file = Buffer.from('email,firstName\nann@x.test,Ann\n'.repeat(20_000))
    let turns = 0
    const timer = setInterval(() => (turns += 1), 0)
    for await (const _ of (await bulkRows('text/csv', file)).rows) void _
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })

  itInFull('accepts 5,000 rows, and changes nothing when they are sent again', async () => {
    const who = await world.signUp({ unlimited: true })
    const rows = ndjson(Array.from({ length: 5_000 }, (_, n) => ({ email: `p${n}@x.test`, firstName: `P${n}` })))
    const first = await send(who, rows)
    expect(first.lines.at(-1)).toMatchObject({ row: 5_000, outcome: 'added' })
    const second = await send(who, rows)
    expect(new Set(second.lines.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']))
    expect(second.lines.map(({ id }) => id)).toEqual(first.lines.map(({ id }) => id))
  })
})

describe('POST /api/contacts/upsert', () => {
  it('accepts custom fields as an object, and answers with a result per row', async () => {
    const who = await world.signUp({ unlimited: true })
    const contacts = [{ email: 'ann@x.test', fields: { City: 'Cork' } }, { email: 'no' }]
    const { status, body } = await who.rest('POST', '/api/contacts/upsert', { contacts })
    expect(status).toBe(200)
    expect(body.results).toMatchObject([
      { index: 0, outcome: 'added', contact: { email: 'ann@x.test', fields: { City: 'Cork' } }, errors: [] },
      { index: 1, outcome: 'refused', contact: null, errors: [{ code: 'BAD_INPUT', field: 'email' }] },
    ])
    const unknown = await who.rest('POST', '/api/contacts/upsert', { contacts: [{ email: 'a@x.test', color: 1 }] })
    expect(unknown.body.fields).toEqual({ 'contacts.0.color': 'contacts.0.color is unknown' })
  })
})
