import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal, run } from '#tests/support/imports.ts'
import { allowFiles } from '#tests/support/allow-files.ts'
import { sandboxSheet } from '#tests/support/sandbox-sheets.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const SHEET = `id name columns rowCount personCount source { kind host link keyColumn state problem rejectedRows }`
const CONNECT = `mutation ($input: ConnectSheetInput!) { connectSheet(input: $input) { sheet { ${SHEET} } errors { code field message } } }`
const READ = `mutation ($id: ID!) { readSheet(input: { id: $id }) { sheet { ${SHEET} } errors { code field message } } }`
const ROWS = 'query ($id: ID!) { sheetRows(id: $id) { row contact { email } cells { name value } } }'

const HEAD = ['Email', 'First Name', 'Order', 'Note']
const ADA = ['ada@live.example', 'Ada', 'A-1', 'plain']
const BOB = ['bob@live.example', 'Bob', 'B-1', 'plain']

const connect = async (person: TestPerson, url: string, input: object = {}) =>
  (await run(person, CONNECT, { input: { url, ...input } })).connectSheet
const readAgain = async (person: TestPerson, id: string) => (await run(person, READ, { id })).readSheet
const rowsOf = async (person: TestPerson, id: string) =>
  (await run(person, ROWS, { id })).sheetRows.map(
    ({ row, contact, cells }: { row: number; contact: { email: string }; cells: { value: string }[] }) =>
      [row, contact.email.split('@')[0], ...cells.map(({ value }) => value)].join(' | '),
  )

const PROVIDERS = ['google', 'microsoft'] as const

describe.each(PROVIDERS)('a sheet stored at %s', (vendor) => {
  async function connected(cells: string[][] = [HEAD, ADA, BOB]) {
    const person = await world.signUp({ unlimited: true })
    const { email } = (await person.rest('GET', '/api/user')).body as { email: string }
    const file = await sandboxSheet(world.sandboxUrl, cells, { vendor, email })
    await allowFiles(world, person, vendor, { email, sheet: file })
    return { person, file, email, sheet: await connect(person, file.link) }
  }

  it('is connected once the person has granted access to it, and keeps its name', async () => {
    const person = await world.signUp({ unlimited: true })
    const file = await sandboxSheet(world.sandboxUrl, [HEAD, ADA, BOB], { vendor, title: 'Orders of May' })
    const [code, message] = await refusal(person, CONNECT, { input: { url: file.link } })
    expect([code, message]).toEqual(['FORBIDDEN', expect.stringContaining('asks you first')])
    const { location } = await allowFiles(world, person, vendor, { sheet: file })
    expect(location).toBe(`/upload?sheet=${file.link}`)
    const sheet = await connect(person, file.link)
    expect(sheet).toMatchObject({
      ...{ name: 'Orders of May', columns: ['Order', 'Note'], rowCount: 2, personCount: 2 },
      source: { kind: vendor, link: file.link, keyColumn: 'Order', state: 'ok', problem: null, rejectedRows: 0 },
    })
    expect(await rowsOf(person, sheet.id)).toEqual(['2 | ada | A-1 | plain', '3 | bob | B-1 | plain'])
  })

  it('is read where its table begins, also below and beside other cells', async () => {
    const beside = (line: string[]) => ['', '', ...line]
    const { person, sheet } = await connected([[], [], beside(HEAD), [], beside(ADA)])
    expect(await rowsOf(person, sheet.id)).toEqual(['5 | ada | A-1 | plain'])
  })

  it('keeps every text as the provider shows it, whatever a text file would make of it', async () => {
    const odd = ['=1+1', 'a;b;c\td', 'two\nlines', '00123', '"quoted"', "'apostrophe"]
    const { person, sheet } = await connected([
      HEAD,
      ...odd.map((note, index) => [`p${index}@live.example`, '', `O-${index}`, note]),
    ])
    const { sheetRows } = await run(person, ROWS, { id: sheet.id })
    const noteOf = ({ cells }: { cells: { name: string; value: string }[] }) =>
      cells.find(({ name }) => name === 'Note')?.value
    expect(sheetRows.map(noteOf)).toEqual(odd)
  })

  it('recognizes its rows and columns after they are moved', async () => {
    const { person, file, sheet } = await connected()
    await file.change({
      cells: [
        ['Order', 'Note', 'Email', 'First Name'],
        ['C-1', 'new', 'cid@live.example', 'Cid'],
        ['B-1', 'changed', 'bob@live.example', 'Bob'],
        ['A-1', 'plain', 'ada@live.example', 'Ada'],
      ],
    })
    expect(await readAgain(person, sheet.id)).toMatchObject({ rowCount: 3, source: { state: 'ok' } })
    expect(await rowsOf(person, sheet.id)).toEqual([
      ...['2 | ada | A-1 | plain', '3 | bob | B-1 | changed', '4 | cid | C-1 | new'],
    ])
  })

  it.each([
    ['is no longer shared', 'unshared', 'unshared'],
    ['was deleted', 'deleted', 'missing'],
    ['is read too often', 'quota', 'quota'],
  ] as const)('keeps its rows and reports the problem when it %s', async (_, condition, state) => {
    const { person, file, sheet } = await connected()
    await file.change({ state: condition })
    expect(await readAgain(person, sheet.id)).toMatchObject({
      ...{ rowCount: 2, source: { state, problem: expect.stringMatching(/\w\.$/) } },
    })
    await file.change({ state: 'ok', cells: [HEAD, ADA] })
    expect(await readAgain(person, sheet.id)).toMatchObject({ rowCount: 1, source: { state: 'ok', problem: null } })
  })

  it.each([
    ['the provider is down', { kind: 'unavailable' }, 'unavailable'],
    ['the provider breaks the connection', { kind: 'cutBefore' }, 'unavailable'],
    ['the sign-in page of a guest network answers', { kind: 'page' }, 'unavailable'],
    ['only half of the answer arrives', { kind: 'broken' }, 'unavailable'],
    ['the permission was withdrawn', { kind: 'revoked' }, 'sign_in'],
  ] as const)('keeps its rows and reports the problem when %s', async (_, fault, state) => {
    const { person, sheet, email } = await connected()
    const order = await world.fault({ ...fault, vendor, email, operation: 'files' })
    expect(await readAgain(person, sheet.id)).toMatchObject({ rowCount: 2, source: { state } })
    expect(await world.faultLeft(order)).toBe(0)
  })

  it('is read again after a person has granted the permission again', async () => {
    const { person, file, sheet, email } = await connected()
    await world.fault({ kind: 'revoked', vendor, email, operation: 'files' })
    expect(await readAgain(person, sheet.id)).toMatchObject({ source: { state: 'sign_in' } })
    await allowFiles(world, person, vendor, { email: 'somebody@else.example', sheet: file })
    expect(await readAgain(person, sheet.id)).toMatchObject({ source: { state: 'ok' } })
  })

  it('gets a new access token automatically when the old one has expired', async () => {
    const { person, sheet, email } = await connected()
    await world.fault({ kind: 'expired', vendor, email, operation: 'files' })
    expect(await readAgain(person, sheet.id)).toMatchObject({ source: { state: 'ok' } })
  })

  it('cannot be opened with the permission of a colleague or of another workspace', async () => {
    const { file } = await connected()
    const stranger = await world.signUp({ unlimited: true })
    expect((await refusal(stranger, CONNECT, { input: { url: file.link } }))[0]).toBe('FORBIDDEN')
  })

  it('needs a permission that is stored encrypted, once per account, and is never asked for at a sign-in', async () => {
    const { person, file, email } = await connected()
    await allowFiles(world, person, vendor, { email, sheet: file })
    const rows = await world.app.database.asSystem((em) =>
      em.execute<{ sealed: string; email: string }[]>(
        `select encode(sealed_grant, 'escape') as sealed, email from file_grants where tenant_id = ?`,
        [person.tenantId],
      ),
    )
    expect(rows.map((row) => row.email)).toEqual([email])
    expect(rows[0]?.sealed).not.toContain('refreshToken')
    const { url } = await world.app.vendors[vendor]!.signIn!.beginSignIn({
      redirectUri: `${world.url}/x`,
      state: 's',
      ask: 'full',
    })
    expect(url).not.toMatch(/drive|files/i)
  })

  it('loses the stored permission when it is disconnected, once no other sheet needs it', async () => {
    const { person, file, sheet, email } = await connected()
    const other = await sandboxSheet(world.sandboxUrl, [HEAD, BOB], { vendor, email })
    await allowFiles(world, person, vendor, { email, sheet: other })
    const { id } = await connect(person, other.link)
    const grants = () =>
      world.app.database.asSystem((em) =>
        em.execute('select id from file_grants where tenant_id = ?', [person.tenantId]),
      )
    const remove = (sheetId: string) =>
      run(person, 'mutation ($id: ID!) { deleteSheet(input: { id: $id }) { errors { code } } }', { id: sheetId })
    await remove(sheet.id)
    expect(await grants()).toHaveLength(1)
    await remove(id)
    expect(await grants()).toHaveLength(0)
    expect((await refusal(person, CONNECT, { input: { url: file.link } }))[0]).toBe('FORBIDDEN')
  })
})

it('Google’s file picker connects a sheet that a person chose, without a link', async () => {
  const person = await world.signUp({ unlimited: true })
  const file = await sandboxSheet(world.sandboxUrl, [HEAD, ADA])
  const { location } = await allowFiles(world, person, 'google', { sheet: file, chooses: true })
  expect(location).toBe(`/upload?sheet=${file.link}`)
  expect(await connect(person, file.link)).toMatchObject({ rowCount: 1 })
})
