import { request } from 'node:http'
import * as XLSX from 'xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvCell } from '#domain/contacts/csv.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

async function download(person: TestPerson, query: string) {
  const response = await fetch(`${world.url}/api/contacts/export?${query}`, {
    headers: { authorization: person.token },
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The rows of a file as a spreadsheet program reads them, header first. */
function rowsOf(bytes: Buffer): unknown[][] {
  const book = XLSX.read(bytes, { raw: true })
  return XLSX.utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, defval: '' })
}

/** Inserts contacts without input validation, as a table may hold them. */
async function insert(person: TestPerson, count: number, fields: string) {
  await world.app.database.inTenant(person.tenantId, (em) =>
    em.execute(
      `insert into contacts (tenant_id, id, first_name, last_name, email, fields)
       select ?, gen_random_uuid(), 'First' || n, 'Last' || n, 'c' || n || '@example.com', ?::jsonb
       from generate_series(1, ?) as n returning 1`,
      [person.tenantId, fields, count],
    ),
  )
}

describe('the export of contacts', () => {
  it.each(['csv', 'xlsx'])('contains every contact with its fields and tags as %s', async (format) => {
    const person = await world.signUp({ unlimited: true })
    await insert(person, 4_321, '{"City": "Köln", "Born": "1815"}')
    await person.graphql(
      'mutation { addTags(input: { tags: ["VIP", "press"], filter: { search: "c77@" } }) { contactCount errors { code field message } } }',
    )
    const { response, bytes } = await download(person, `format=${format}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename=contacts.${format}`)
    const [header, ...rows] = rowsOf(bytes)
    expect(header).toEqual(['S.No', 'First Name', 'Last Name', 'Email', 'Tags', 'Born', 'City'])
    expect(new Set(rows.map((row) => row[3])).size).toBe(4_321)
    expect(rows).toHaveLength(4_321)
    expect(rows.find((row) => row[3] === 'c77@example.com')).toEqual([
      '',
      'First77',
      'Last77',
      'c77@example.com',
      'press, VIP',
      '1815',
      'Köln',
    ])
  })

  it.each(['csv', 'xlsx'])(
    'as %s reports the number of rows and the approximate number of bytes in headers',
    async (format) => {
      const person = await world.signUp({ unlimited: true })
      await insert(person, 5_000, '{"City": "Köln"}')
      const { response, bytes } = await download(person, `format=${format}&search=First`)
      expect(response.headers.get('x-total-count')).toBe('5000')
      const estimated = Number(response.headers.get('x-estimated-length'))
      expect(Math.abs(estimated - bytes.length) / bytes.length).toBeLessThan(0.1)
      const few = await download(person, `format=${format}&search=c4999@`)
      expect(few.response.headers.get('x-total-count')).toBe('1')
      expect(Number(few.response.headers.get('x-estimated-length'))).toBe(few.bytes.length)
    },
  )

  it('contains only contacts that match the search, the tags and the segment', async () => {
    const person = await world.signUp({ unlimited: true })
    await insert(person, 20, '{}')
    await person.graphql(
      'mutation { addTags(input: { tags: ["VIP"], filter: { search: "c1" } }) { contactCount errors { code field message } } }',
    )
    const made =
      'mutation { createSegment(input: { name: "Tens", filter: { search: "0@" } }) { segment { id } errors { code field message } } }'
    const { id } = (await person.graphql(made)).data.createSegment
    const emails = async (query: string) =>
      rowsOf((await download(person, query)).bytes)
        .slice(1)
        .map((row) => row[3])
    expect(await emails('search=C2')).toHaveLength(2)
    expect(await emails('tag=vip')).toHaveLength(11)
    expect(await emails(`tag=vip&segmentId=${id}`)).toEqual(['c10@example.com'])
    expect(await emails('search=nobody')).toEqual([])
  })

  it.each(['csv', 'xlsx'])('writes no cell as a formula in a %s file', async (format) => {
    const person = await world.signUp()
    const evil = '=HYPERLINK("http://evil.example","click")'
    await insert(person, 1, JSON.stringify({ Note: evil, '=1+1': '@SUM(A1)' }))
    const { bytes } = await download(person, `format=${format}`)
    const book = XLSX.read(bytes, { cellFormula: true })
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
    const cells = Object.entries(sheet).filter(([place]) => /^[A-Z]+\d+$/.test(place))
    expect(cells.filter(([, cell]) => (cell as XLSX.CellObject).f !== undefined)).toEqual([])
    if (format === 'xlsx') expect(JSON.stringify(rowsOf(bytes))).toContain(JSON.stringify(evil).slice(1, -1))
    else expect(bytes.toString()).not.toMatch(/(^|[,"\n])[=@]/)
  })

  it("covers only the caller's own workspace, is open to read-only users, and refuses an unknown format", async () => {
    const [person, stranger] = [await world.signUp(), await world.signUp()]
    await insert(person, 3, '{"Secret": "1"}')
    expect(rowsOf((await download(stranger, '')).bytes)).toEqual([['S.No', 'First Name', 'Last Name', 'Email', 'Tags']])
    const { data } = await person.graphql(
      'mutation { createSegment(input: { name: "S", filter: { search: "@" } }) { segment { id } errors { code field message } } }',
    )
    expect((await stranger.rest('GET', `/api/contacts/export?segmentId=${data.createSegment.id}`)).status).toBe(404)
    expect((await world.anybody.rest('GET', '/api/contacts/export')).status).toBe(401)
    const key = await person.graphql(
      'mutation { createApiKey(input: { name: "k", scopes: [CAMPAIGNS_SEND] }) { token errors { code field message } } }',
    )
    const headers = { authorization: key.data.createApiKey.token }
    expect((await fetch(`${world.url}/api/contacts/export`, { headers })).status).toBe(403)
    const { status, body } = await person.rest('GET', '/api/contacts/export?format=pdf')
    expect([status, body.message]).toEqual([400, 'The format must be one of csv, xlsx.'])
  })

  it('by POST contains the named contacts, or all matches except the excluded ones', async () => {
    const [person, stranger] = [await world.signUp({ unlimited: true }), await world.signUp()]
    await insert(person, 30, '{}')
    const list = '{ contacts(first: 30, filter: { search: "c1" }) { edges { node { id email } } } }'
    const { data } = await person.graphql(list)
    const nodes: { id: string; email: string }[] = data.contacts.edges.map(({ node }: any) => node)
    const post = async (of: TestPerson, body: unknown) => {
      const response = await fetch(`${world.url}/api/contacts/export`, {
        method: 'POST',
        headers: { authorization: of.token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const bytes = Buffer.from(await response.arrayBuffer())
      return response.ok
        ? rowsOf(bytes)
            .slice(1)
            .map((row) => row[3])
        : [response.status, JSON.parse(bytes.toString()).code]
    }
    const [first, second, ...others] = nodes
    const ids = [first?.id, second?.id]
    expect((await post(person, { format: 'xlsx', ids })).toSorted()).toEqual([first?.email, second?.email].toSorted())
    expect((await post(person, { filter: { search: 'c1', except: ids } })).toSorted()).toEqual(
      others.map(({ email }) => email).toSorted(),
    )
    expect(await post(person, { ids: [] })).toEqual([])
    expect(await post(person, { filter: { updatedSince: '2001-01-01T00:00:00Z' } })).toHaveLength(30)
    expect(await post(person, { filter: { updatedSince: '2999-01-01T01:00:00+01:00' } })).toEqual([])
    expect(await post(person, { filter: { updatedSince: 'yesterday' } })).toEqual([400, 'BAD_INPUT'])
    expect(await post(stranger, { ids })).toEqual([])
    expect(await post(person, { ids: 'all' })).toEqual([400, 'BAD_INPUT'])
    expect(await post({ ...person, token: '' }, {})).toEqual([401, 'UNAUTHENTICATED'])
  })

  it.each([
    ['an invalid filter', { filter: 'c1' }, { filter: 'filter must be an object' }],
    ['an unknown field in the filter', { filter: { serach: 'c1' } }, { 'filter.serach': 'filter.serach is unknown' }],
    ['an unknown field in the body', { filters: { search: 'c1' } }, { filters: 'filters is unknown' }],
    ['a list', [{ filter: { search: 'c1' } }], null],
  ])('by POST of %s is refused instead of exporting everyone', async (_what, body, fields) => {
    const person = await world.signUp()
    const headers = { authorization: person.token, 'content-type': 'application/json' }
    const asked = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${world.url}/api/contacts/export`, asked)
    expect(response.status).toBe(400)
    const answer = await response.json()
    expect(answer).toMatchObject({ code: 'BAD_INPUT', ...(fields && { fields }) })
  })

  it('with an unknown query parameter is refused', async () => {
    const { response, bytes } = await download(await world.signUp(), 'format=csv&serach=c1')
    expect([response.status, JSON.parse(bytes.toString()).fields]).toEqual([400, { serach: 'serach is unknown' }])
  })

  it('by POST of another content type than JSON is refused', async () => {
    const person = await world.signUp()
    const headers = { authorization: person.token, 'content-type': 'text/plain' }
    const asked = { method: 'POST', headers, body: '{"filter":{"search":"c1"}}' }
    const response = await fetch(`${world.url}/api/contacts/export`, asked)
    expect([response.status, (await response.json()).code]).toEqual([415, 'UNSUPPORTED_TYPE'])
  })

  itInFull('stops reading contacts when the client disconnects', async () => {
    const person = await world.signUp({ unlimited: true })
    await insert(person, 30_000, JSON.stringify({ Long: 'x'.repeat(1_500) }))
    const { database, log } = world.app
    const { inTenant } = database
    const { warn } = log
    let reads = 0
    database.inTenant = (tenantId, work) => {
      reads += 1
      return inTenant(tenantId, work)
    }
    try {
      const brokenOff = new Promise<void>((resolve) => (log.warn = () => resolve()))
      const url = `${world.url}/api/contacts/export`
      const asked = request(url, { headers: { authorization: person.token } }, (response) => {
        response.once('data', () => response.destroy())
      })
      asked.end()
      await brokenOff
    } finally {
      database.inTenant = inTenant
      log.warn = warn
    }
    // a full export takes 16 reads plus one for the header
    expect(reads).toBeLessThan(15)
    expect(rowsOf((await download(person, 'search=c29999')).bytes)).toHaveLength(2)
  })
})

it.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', `"'=1+1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['-2+3', `"'-2+3"`],
  ["+cmd|' /C calc'!A0", `"'+cmd|' /C calc'!A0"`],
  [' =1', `"' =1"`],
  ['＝1', `"'＝1"`],
  ['+49 30 123456', '+49 30 123456'],
  ['-5.20', '-5.20'],
])('the export writes the cell %j safely into a CSV file', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

it('the export is refused with advice while the workspace downloads twenty files, and allowed when one download ends', async () => {
  const person = await world.signUp()
  const { release } = world.app.live.take(LIMITS.downloads.max.workspace, [
    { name: `downloads of ${person.tenantId}`, max: LIMITS.downloads.max.workspace },
  ])
  const { status, body } = await person.rest('GET', '/api/contacts/export')
  expect(status).toBe(429)
  expect(body.message).toBe('Your workspace already has 20 downloads running. Wait until one finishes, then try again.')
  release?.()
  expect((await download(person, '')).response.status).toBe(200)
  await expect.poll(() => world.app.live.used(`downloads of ${person.tenantId}`)).toBe(0)
})
