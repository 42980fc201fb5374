import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { refusal, run } from '#tests/support/imports.ts'
import { answerWith, startReceiver, type Receiver } from '#tests/support/webhooks.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
let server: Receiver
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(async () => {
  server = await startReceiver()
})
afterEach(() => server.close())
afterAll(() => world.close())

const SHEET = `id name columns rowCount personCount source { kind host keyColumn groupBy state problem rejectedRows readAt }`
const CONNECT = `mutation ($input: ConnectSheetInput!) { connectSheet(input: $input) { sheet { ${SHEET} } errors { code field message } } }`
const READ = `mutation ($id: ID!, $acceptColumns: Boolean) { readSheet(input: { id: $id, acceptColumns: $acceptColumns }) { sheet { ${SHEET} } errors { code field message } } }`
const ROWS = 'query ($id: ID!) { sheetRows(id: $id) { row contact { email } cells { name value } } }'

const csv = (...lines: string[]) => lines.join('\n')
const serve = (text: string, headers: Record<string, string> = {}) => {
  server.answer = answerWith(200, text, { 'content-type': 'text/csv', ...headers })
}
const HEAD = 'Email,First Name,Order,Amount'
const ADA1 = 'ada@live.example,Ada,A-1,10'
const ADA2 = 'ada@live.example,Ada,A-2,5.5'
const BOB = 'bob@live.example,Bob,B-1,7'

async function connected(person: TestPerson, text: string, input: object = {}) {
  serve(text)
  return (await run(person, CONNECT, { input: { url: server.url, ...input } })).connectSheet
}
const readAgain = async (person: TestPerson, id: string, acceptColumns = false) =>
  (await run(person, READ, { id, acceptColumns })).readSheet
const rowsOf = async (person: TestPerson, id: string) =>
  (await run(person, ROWS, { id })).sheetRows.map(
    ({ row, contact, cells }: { row: number; contact: { email: string }; cells: { value: string }[] }) =>
      [row, contact.email.split('@')[0], ...cells.map(({ value }) => value)].join(' '),
  )

describe('a sheet that is connected by the link to its CSV file', () => {
  it('stores its rows, creates contacts, and identifies rows by a column of unique numbers', async () => {
    const person = await world.signUp({ unlimited: true })
    const sheet = await connected(person, csv(HEAD, ADA1, BOB, ADA2, 'nobody,No,X-1,1'), { name: 'Orders' })
    expect(sheet).toMatchObject({
      ...{ name: 'Orders', columns: ['Order', 'Amount'], rowCount: 3, personCount: 2 },
      source: { kind: 'csv', host: '127.0.0.1', keyColumn: 'Order', state: 'ok', problem: null, rejectedRows: 1 },
    })
    expect(await rowsOf(person, sheet.id)).toEqual(['2 ada A-1 10', '3 bob B-1 7', '4 ada A-2 5.5'])
    expect((await run(person, '{ contacts { totalCount } }')).contacts.totalCount).toBe(2)
  })

  it('keeps the number of each row when rows are sorted, inserted, edited and deleted', async () => {
    const person = await world.signUp({ unlimited: true })
    const sheet = await connected(person, csv(HEAD, ADA1, ADA2, BOB))
    serve(csv(HEAD, 'cid@live.example,Cid,C-1,1', 'bob@live.example,Bob,B-1,70', ADA1))
    expect(await readAgain(person, sheet.id)).toMatchObject({ rowCount: 3, personCount: 3 })
    expect(await rowsOf(person, sheet.id)).toEqual(['2 ada A-1 10', '4 bob B-1 70', '5 cid C-1 1'])
    serve(csv(HEAD, ADA1, ADA2, 'bob@live.example,Bob,B-1,70', 'cid@live.example,Cid,C-1,1'))
    await readAgain(person, sheet.id)
    expect(await rowsOf(person, sheet.id)).toEqual(['2 ada A-1 10', '3 ada A-2 5.5', '4 bob B-1 70', '5 cid C-1 1'])
  })

  it('assigns rows with the same value in a column to one person', async () => {
    const person = await world.signUp({ unlimited: true })
    const sheet = await connected(
      person,
      csv('Email,Order,Customer', 'ada@live.example,A-1,17', 'office@live.example,A-2,17'),
      { groupBy: 'customer' },
    )
    expect(sheet).toMatchObject({ rowCount: 2, personCount: 1, source: { groupBy: 'Customer' } })
  })

  it('does not create a deleted contact again, unless a new row names it', async () => {
    const person = await world.signUp({ unlimited: true })
    const sheet = await connected(person, csv(HEAD, ADA1, BOB))
    await run(
      person,
      'mutation { deleteContacts(input: { filter: { search: "bob@live" } }) { errors { message } } }',
    ).catch(() => null)
    const { contacts } = await run(person, '{ contacts { edges { node { id email } } } }')
    const bob = contacts.edges.find(({ node }: { node: { email: string } }) => node.email.startsWith('bob'))
    if (bob) await person.rest('DELETE', `/api/contacts/${bob.node.id}`)
    serve(csv(HEAD, 'ada@live.example,Ada,A-1,11', 'bob@live.example,Bob,B-1,8'))
    expect(await readAgain(person, sheet.id)).toMatchObject({ rowCount: 1 })
    serve(csv(HEAD, ADA1, BOB, 'bob@live.example,Bob,B-2,9'))
    expect(await readAgain(person, sheet.id)).toMatchObject({ rowCount: 3 })
  })

  it('asks the server only whether the file changed, and changes nothing if it did not', async () => {
    const person = await world.signUp({ unlimited: true })
    serve(csv(HEAD, ADA1), { etag: '"v1"' })
    const { connectSheet: sheet } = await run(person, CONNECT, { input: { url: server.url } })
    server.answer = answerWith(304)
    expect(await readAgain(person, sheet.id)).toMatchObject({ rowCount: 1, source: { state: 'ok' } })
    expect(server.requests.at(-1)?.headers['if-none-match']).toBe('"v1"')
  })

  it.each<[string, number, string, Record<string, string>, string]>([
    ['is no longer shared', 403, '', {}, 'unshared'],
    ['asks for a sign-in', 200, '<html>', { 'content-type': 'text/html; charset=utf-8' }, 'unshared'],
    ['is gone', 404, '', {}, 'missing'],
    ['is read too often', 429, '', { 'retry-after': '120' }, 'quota'],
    ['cannot be served at the moment', 503, '', {}, 'unavailable'],
    ['has no address column', 200, 'Order,Amount\nA-1,10', { 'content-type': 'text/csv' }, 'unreadable'],
    ['has lost a column', 200, csv('Email,First Name,Order', 'ada@live.example,Ada,A-1'), {}, 'columns'],
    ['has a renamed column', 200, csv('Email,First Name,Order,Sum', 'ada@live.example,Ada,A-1,10'), {}, 'columns'],
    ['redirects in circles', 302, '', { location: '/hook' }, 'unreadable'],
  ])('keeps its rows and reports the problem when the file %s', async (_, status, body, headers, state) => {
    const person = await world.signUp({ unlimited: true })
    const sheet = await connected(person, csv(HEAD, ADA1, BOB))
    server.answer = answerWith(status, body, headers)
    const read = await readAgain(person, sheet.id)
    expect(read).toMatchObject({ rowCount: 2, source: { state, problem: expect.stringMatching(/\w\.$/) } })
    serve(csv(HEAD, ADA1, BOB, ADA2))
    expect(await readAgain(person, sheet.id)).toMatchObject({ rowCount: 3, source: { state: 'ok', problem: null } })
  })

  it('can continue with other columns, and identifies its rows by the email address if the key column is gone', async () => {
    const person = await world.signUp({ unlimited: true })
    const sheet = await connected(person, csv(HEAD, ADA1, BOB))
    serve(csv('Email,Price', 'bob@live.example,7', 'ada@live.example,10'))
    expect(await readAgain(person, sheet.id, true)).toMatchObject({
      ...{ columns: ['Price'], rowCount: 2, source: { state: 'ok', keyColumn: null } },
    })
    expect(await rowsOf(person, sheet.id)).toEqual(['2 ada 10', '3 bob 7'])
  })

  it('is refused with the name of the field when the link cannot be read or a column does not exist', async () => {
    const person = await world.signUp({ unlimited: true })
    server.answer = answerWith(404)
    expect(await refusal(person, CONNECT, { input: { url: 'not a link' } })).toEqual([
      'BAD_INPUT',
      expect.stringContaining('link'),
    ])
    expect(await refusal(person, CONNECT, { input: { url: server.url } })).toEqual([
      'BAD_INPUT',
      expect.stringContaining('no sheet'),
    ])
    serve(csv(HEAD, ADA1))
    expect(await refusal(person, CONNECT, { input: { url: server.url, keyColumn: 'Nothing' } })).toEqual([
      ...['BAD_INPUT', expect.stringContaining('no column “Nothing”')],
    ])
    expect((await run(person, '{ sheets { id } }')).sheets).toEqual([])
  })

  it('cannot be read more than ten times a minute', async () => {
    const { clock } = world.app
    onTestFinished(() => {
      world.app.clock = clock
    })
    const now = clock()
    // Readings come back as time passes.
    world.app.clock = () => now
    const person = await world.signUp({ unlimited: true })
    const sheet = await connected(person, csv(HEAD, ADA1))
    for (let count = 0; count < 9; count += 1) await readAgain(person, sheet.id)
    const { errors } = await person.graphql(READ, { id: sheet.id })
    expect(errors?.[0]?.extensions.code).toBe('TOO_MANY_REQUESTS')
  })
})

describe('the launch of a draft with a connected sheet', () => {
  async function draftAbout(person: TestPerson, sheetId: string) {
    await world.connect(person, 'microsoft')
    const { createCampaign } = await run(
      person,
      'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id } errors { message } } }',
      { input: { name: 'Orders', subject: 'Order', content: '{#rows}{Order}{/rows}', sheetId } },
    )
    return createCampaign.id as string
  }
  const SEND = `mutation ($id: ID!) { sendCampaign(input: { id: $id }) { campaign { totalContacts } errors { code message } } }`

  it('reads the sheet first, so that people of new rows get their email', async () => {
    const person = await world.signUp({ unlimited: true })
    const sheet = await connected(person, csv(HEAD, ADA1))
    const id = await draftAbout(person, sheet.id)
    serve(csv(HEAD, BOB, ADA1))
    expect((await run(person, SEND, { id })).sendCampaign).toMatchObject({ totalContacts: 2 })
  })

  it('is refused while the sheet cannot be read, and sends nothing', async () => {
    const person = await world.signUp({ unlimited: true })
    const sheet = await connected(person, csv(HEAD, ADA1))
    const id = await draftAbout(person, sheet.id)
    server.answer = answerWith(403)
    expect(await refusal(person, SEND, { id })).toEqual(['BAD_INPUT', expect.stringContaining('Share it')])
    expect((await run(person, 'query ($id: ID!) { campaign(id: $id) { status } }', { id })).campaign.status).toBe(
      'draft',
    )
  })
})
