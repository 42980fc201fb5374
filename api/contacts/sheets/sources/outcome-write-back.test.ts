import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { refusal, run } from '#tests/support/imports.ts'
import { allowFiles } from '#tests/support/allow-files.ts'
import { sandboxSheet } from '#tests/support/sandbox-sheets.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { writeDueSources } from './outcome-write-back.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const SOURCE = 'id columns source { state writes writtenTitles writtenAt writeProblem conflicts { line column } }'
const CONNECT = `mutation ($input: ConnectSheetInput!) { connectSheet(input: $input) { sheet { ${SOURCE} } errors { code message } } }`
const READ = `mutation ($id: ID!) { readSheet(input: { id: $id }) { sheet { ${SOURCE} } errors { message } } }`
const WRITE = `mutation ($id: ID!, $writes: Boolean!) { setSheetWriting(input: { id: $id, writes: $writes }) { sheet { ${SOURCE} } errors { code message } } }`
const CREATE =
  'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id } errors { message } } }'
const SEND = 'mutation ($id: ID!) { sendCampaign(input: { id: $id }) { campaign { id } errors { code message } } }'

const HEAD = ['Email', 'First Name', 'Order']
const ADA = ['ada@written.example', 'Ada', 'A-1']
const BOB = ['bob@written.example', 'Bob', 'B-1']

const SENT = ['Sent', expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)]
const WRITTEN = ['Status', 'Sent', 'Opened', 'Replied']

const write = async (person: TestPerson, id: string, writes = true) =>
  (await run(person, WRITE, { id, writes })).setSheetWriting
const readAgain = async (person: TestPerson, id: string) => (await run(person, READ, { id })).readSheet

describe.each(['google', 'microsoft'] as const)('writing email outcomes into a sheet at %s', (vendor) => {
  async function sent(cells = [HEAD, ADA, BOB]) {
    const person = await world.signUp({ unlimited: true })
    const { email } = (await person.rest('GET', '/api/user')).body as { email: string }
    const file = await sandboxSheet(world.sandboxUrl, cells, { vendor, email })
    await allowFiles(world, person, vendor, { email, sheet: file })
    const { id } = (await run(person, CONNECT, { input: { url: file.link } })).connectSheet
    await world.connect(person, 'microsoft')
    const input = { name: 'Orders', subject: 'Order', content: '{#rows}{Order}{/rows}', sheetId: id }
    const campaign = (await run(person, CREATE, { input })).createCampaign
    await run(person, SEND, { id: campaign.id })
    await eventually('both emails', async () => {
      const rows = await logs(person)
      return rows.length === cells.length - 1 && rows.every(({ at }) => at !== null)
    })
    return { person, file, id: String(id) }
  }
  const logs = (person: TestPerson) =>
    world.app.database.asSystem((em) =>
      em.execute<{ at: Date | null }[]>('select sent_at as at from email_logs where tenant_id = ?', [person.tenantId]),
    )
  const happens = (person: TestPerson, column: 'opened_at' | 'replied_at', email: string) =>
    world.app.database.asSystem((em) =>
      em.execute(`update email_logs set ${column} = now() where tenant_id = ? and email_key = ?`, [
        person.tenantId,
        email,
      ]),
    )

  it('adds columns for the outcome of each email, and updates them when it changes', async () => {
    const { person, file, id } = await sent()
    expect(await write(person, id)).toMatchObject({
      ...{ columns: ['Order'], source: { writes: true, writtenTitles: WRITTEN, writeProblem: null, conflicts: [] } },
    })
    expect(await file.cells()).toEqual([
      [...HEAD, ...WRITTEN],
      [...ADA, ...SENT],
      [...BOB, ...SENT],
    ])
    await happens(person, 'replied_at', BOB[0]!)
    expect(await readAgain(person, id)).toMatchObject({ columns: ['Order'], source: { state: 'ok', conflicts: [] } })
    expect((await file.cells())[2]).toEqual([...BOB, 'Replied', SENT[1], '', SENT[1]])
  })

  it('finds the rows and columns that were moved', async () => {
    const { person, file, id } = await sent()
    await write(person, id)
    const [head = [], ada = [], bob = []] = await file.cells()
    const turned = (line: string[]) => line.toReversed()
    await file.change({
      cells: [head, bob, ada].map((line) => turned(Array.from({ length: 7 }, (_, at) => line[at] ?? ''))),
    })
    await happens(person, 'opened_at', ADA[0]!)
    await readAgain(person, id)
    const [, first = [], second = []] = await file.cells()
    expect([first[3], second[3], second[1]]).toEqual(['Sent', 'Opened', SENT[1]])
    expect(second.slice(4)).toEqual(ADA.toReversed())
  })

  it('leaves cells alone that a person changed, lists them, and fills them again once they are empty', async () => {
    const { person, file, id } = await sent()
    await write(person, id)
    const [head = [], ada = [], bob = []] = await file.cells()
    const noted = [...ada]
    noted[3] = 'call her'
    await file.change({ cells: [head, noted, bob] })
    await happens(person, 'opened_at', ADA[0]!)
    expect(await readAgain(person, id)).toMatchObject({ source: { conflicts: [{ line: 2, column: 'Status' }] } })
    expect((await file.cells())[1]).toEqual([...ADA, 'call her', SENT[1], SENT[1]])
    const emptied = [...((await file.cells())[1] ?? [])]
    emptied[3] = ''
    await file.change({ cells: [head, emptied, bob] })
    expect(await readAgain(person, id)).toMatchObject({ source: { conflicts: [] } })
    expect((await file.cells())[1]?.[3]).toBe('Opened')
  })

  it('uses other column titles where the sheet already has columns of these names', async () => {
    const { person, file, id } = await sent([
      [...HEAD, 'Status'],
      [...ADA, 'gold'],
    ])
    expect(await write(person, id)).toMatchObject({
      source: { writtenTitles: ['Status (Mergewell)', 'Sent', 'Opened', 'Replied'] },
    })
    expect((await file.cells())[1]).toEqual([...ADA, 'gold', ...SENT])
  })

  it('adds its columns again where somebody deleted them, and no longer once it is switched off', async () => {
    const { person, file, id } = await sent()
    await write(person, id)
    await file.change({ cells: [HEAD, ADA, BOB] })
    await readAgain(person, id)
    expect((await file.cells())[1]).toEqual([...ADA, ...SENT])
    await write(person, id, false)
    await file.change({ cells: [HEAD, ADA, BOB] })
    await readAgain(person, id)
    expect((await file.cells())[1]).toEqual(ADA)
  })

  it('happens every 15 minutes while there are new outcomes, and otherwise not', async () => {
    const { person, file, id } = await sent()
    await write(person, id)
    const dueNow = () =>
      world.app.database.asSystem((em) =>
        em.execute("update sheet_sources set write_due_at = now() - interval '1 second' where tenant_id = ?", [
          person.tenantId,
        ]),
      )
    await dueNow()
    const before = await file.version()
    await writeDueSources(world.app, () => false)
    expect(await file.version()).toBe(before)
    await happens(person, 'opened_at', BOB[0]!)
    await writeDueSources(world.app, () => false)
    expect(await file.version()).toBe(before)
    await dueNow()
    await writeDueSources(world.app, () => false)
    expect((await file.cells())[2]).toEqual([...BOB, 'Opened', SENT[1], SENT[1]])
  })

  it('recognizes its own texts after a write whose response was lost', async () => {
    const { person, file, id } = await sent()
    await write(person, id)
    await happens(person, 'opened_at', ADA[0]!)
    const { email } = (await person.rest('GET', '/api/user')).body as { email: string }
    const fault = await world.fault({ kind: 'cutAfter', vendor, email, operation: 'writeFile' })
    expect(await readAgain(person, id)).toMatchObject({ source: { writeProblem: expect.stringContaining('later') } })
    expect(await world.faultLeft(fault)).toBe(0)
    await happens(person, 'replied_at', ADA[0]!)
    expect(await readAgain(person, id)).toMatchObject({ source: { writeProblem: null, conflicts: [] } })
    expect((await file.cells())[1]?.[3]).toBe('Replied')
  })

  it('reports when the person may only read the sheet', async () => {
    const { person, id } = await sent()
    const { email } = (await person.rest('GET', '/api/user')).body as { email: string }
    await world.fault({ kind: 'forbidden', vendor, email, operation: 'writeFile' })
    expect(await write(person, id)).toMatchObject({
      source: { state: 'ok', writeProblem: expect.stringContaining('right to edit') },
    })
  })
})

it('writing email outcomes into a sheet that is connected as CSV is refused', async () => {
  const person = await world.signUp({ unlimited: true })
  const file = await sandboxSheet(world.sandboxUrl, [HEAD, ADA])
  const { id } = (await run(person, CONNECT, { input: { url: file.csvUrl } })).connectSheet
  expect(await refusal(person, WRITE, { id, writes: true })).toEqual([
    'BAD_INPUT',
    expect.stringContaining('Google sheet'),
  ])
})
