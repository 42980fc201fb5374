import * as XLSX from 'xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, eventually, type TestPerson, type World } from '../testing/world.ts'
import { startTasks } from '../tasks/runner.ts'
import { taskKinds } from '../tasks/kinds.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Sheets = Record<string, unknown[][]>

function workbook(sheets: Sheets, bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer {
  const book = XLSX.utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) {
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows, { cellDates: true }), name)
  }
  return XLSX.write(book, { type: 'buffer', bookType })
}

async function run(person: TestPerson, document: string, variables: object = {}) {
  const { data, errors } = await person.graphql(document, variables)
  expect(errors).toBeUndefined()
  return data
}
const refusal = async (person: TestPerson, document: string, variables: object = {}) => {
  const { errors } = await person.graphql(document, variables)
  return [errors?.[0]?.extensions.code, errors?.[0]?.message]
}

const ROWS = 'count rows { row email values { name value } changes { name before after } reason }'
const PREVIEW = `id fileName expiresAt sheets { name rowCount problem } sheet
  columns { index letter header field name samples } problem
  added { ${ROWS} } changed { ${ROWS} } unchanged { ${ROWS} } repeated { ${ROWS} } rejected { ${ROWS} }
  reasons { reason count } skipped`
const UPLOAD = `mutation ($input: UploadContactsInput!) { uploadContacts(input: $input) { ${PREVIEW} } }`
const LOOK = `query ($id: ID!, $choice: ImportChoiceInput) { importPreview(id: $id, choice: $choice) { ${PREVIEW} } }`
const IMPORT = `id fileName added changed tagged ignored rejected rejectedUrl skipped undone { removed restored left leftEmails }`
const TASK = `id kind status done total message error import { ${IMPORT} }`
const COMMIT = `mutation ($id: ID!, $choice: ImportChoiceInput) { commitImport(id: $id, choice: $choice) { ${TASK} } }`
const UNDO = `mutation ($id: ID!) { undoImport(id: $id) { ${TASK} } }`

const inputOf = (file: Buffer, fileName = 'people.xlsx') => ({ fileName, contentBytes: file.toString('base64') })
const upload = async (person: TestPerson, sheets: Sheets) =>
  (await run(person, UPLOAD, { input: inputOf(workbook(sheets)) })).uploadContacts
const look = async (person: TestPerson, id: string, choice: object = {}) =>
  (await run(person, LOOK, { id, choice })).importPreview
const ended = (person: TestPerson, id: string) =>
  eventually('the end of the task', async () => {
    const { task } = await run(person, `query ($id: ID!) { task(id: $id) { ${TASK} } }`, { id })
    return task.status !== 'running' && task
  })
const commit = async (person: TestPerson, id: string, choice: object = {}) =>
  ended(person, (await run(person, COMMIT, { id, choice })).commitImport.id)
/** Imports sheets with these choices; answers the task. */
const importAll = async (person: TestPerson, sheets: Sheets, choice: object = {}) =>
  commit(person, (await upload(person, sheets)).id, choice)
const undo = async (person: TestPerson, id: string) => ended(person, (await run(person, UNDO, { id })).undoImport.id)

const CONTACTS = `{ contacts(first: 500, orderBy: { field: email, direction: ascending }) {
  edges { node { id firstName lastName email serialNumber tags fields { name value } } } } }`
interface Listed {
  id: string
  firstName: string
  lastName: string
  email: string
  serialNumber: number | null
  tags: string[]
  fields: { name: string; value: string }[]
}
const listed = async (person: TestPerson): Promise<Listed[]> =>
  (await run(person, CONTACTS)).contacts.edges.map((edge: { node: Listed }) => edge.node)
/** All contacts without their ids. */
const contacts = async (person: TestPerson) => (await listed(person)).map(withoutId)
const withoutId = ({ firstName, lastName, email, serialNumber, tags, fields }: Listed) => ({
  firstName,
  lastName,
  email,
  serialNumber,
  tags,
  fields,
})
const idOf = async (person: TestPerson, email: string) =>
  (await listed(person)).find((contact) => contact.email === email)?.id ?? ''
const update = (person: TestPerson, id: string, input: object) =>
  run(person, `mutation ($id: ID!, $input: UpdateContactInput!) { updateContact(id: $id, input: $input) { id } }`, {
    id,
    input,
  })

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
async function add(person: TestPerson, input: object) {
  await run(person, `mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }`, { input })
}
const HEADER = ['First Name', 'Last Name', 'Email', 'City']

describe('an uploaded spreadsheet', () => {
  it('is shown before anything is written: what is new, changed, unchanged, repeated and rejected, and why', async () => {
    const person = await world.signUp()
    await add(person, { ...ADA, fields: [{ name: 'City', value: 'London' }] })
    await add(person, { ...ADA, email: 'same@example.com' })
    const preview = await upload(person, {
      People: [
        HEADER,
        ['Ada', 'King', 'ADA@example.com', 'Ockham'],
        ['Ada', '', 'same@example.com', ''],
        ['Grace', 'Hopper', 'grace@example.com', 'Arlington'],
        ['Grace', 'Again', 'Grace@example.com', ''],
        [],
        ['No', 'Address', 'nowhere', ''],
        ['No', 'Address', 'no@where', ''],
        ['Nobody', '', '', ''],
      ],
    })
    expect(preview).toMatchObject({ fileName: 'people.xlsx', sheet: 'People', problem: null, skipped: 1 })
    expect(preview.sheets).toEqual([{ name: 'People', rowCount: 8, problem: null }])
    expect(preview.columns).toMatchObject([
      { index: 0, letter: 'A', header: 'First Name', field: 'firstName', name: null, samples: ['Ada', 'Grace', 'No'] },
      { field: 'lastName' },
      { field: 'email' },
      { index: 3, letter: 'D', header: 'City', field: 'custom', name: 'City', samples: ['Ockham', 'Arlington'] },
    ])
    expect(preview.added).toMatchObject({ count: 1, rows: [{ row: 4, email: 'grace@example.com', reason: null }] })
    expect(preview.added.rows[0].values).toContainEqual({ name: 'City', value: 'Arlington' })
    expect(preview.changed).toMatchObject({
      count: 1,
      rows: [
        {
          row: 2,
          changes: [
            { name: 'Last Name', before: 'Lovelace', after: 'King' },
            { name: 'City', before: 'London', after: 'Ockham' },
          ],
        },
      ],
    })
    expect(preview.unchanged).toMatchObject({ count: 1, rows: [{ row: 3, email: 'same@example.com' }] })
    expect(preview.repeated).toMatchObject({
      count: 1,
      rows: [{ row: 5, email: 'Grace@example.com', reason: 'The same address stands in row 4' }],
    })
    expect(preview.rejected).toMatchObject({
      count: 3,
      rows: [{ row: 7, reason: '“nowhere” is not a valid email address' }, { row: 8 }, { row: 9 }],
    })
    expect(preview.rejected.rows[0].values).toContainEqual({ name: 'Email', value: 'nowhere' })
    expect(preview.reasons).toEqual([
      { reason: 'The email address is not valid', count: 2 },
      { reason: 'The email address is missing', count: 1 },
    ])
    expect((await contacts(person)).map(({ email, lastName }: any) => [email, lastName])).toEqual([
      ['ada@example.com', 'Lovelace'],
      ['same@example.com', 'Lovelace'],
    ])
  })

  it('comes over REST as well, shows the first ten rows of many, and is documented', async () => {
    const person = await world.signUp()
    const rows = Array.from({ length: 30 }, (_, index) => ['A', 'B', `p${index}@example.com`, ''])
    const form = new FormData()
    form.append('file', new Blob([workbook({ People: [HEADER, ...rows] }) as BlobPart]), 'people.xlsx')
    const headers = { authorization: person.token }
    const response = await fetch(`${world.url}/api/contacts/imports`, { method: 'POST', headers, body: form })
    expect(response.status).toBe(201)
    const body = await response.json()
    expect(body.added).toMatchObject({ count: 30, rows: { length: 10 } })
    expect(await look(person, body.id)).toEqual(body)
    const { body: openApi } = await world.anybody.rest('GET', '/api/openapi.json')
    const shape = openApi.components.schemas.ImportPreview
    expect(Object.keys(body).toSorted()).toEqual(Object.keys(shape.properties).toSorted())
    expect(openApi.paths['/api/contacts/imports'].post.responses['201']).toBeDefined()
  })

  it('lets one choose the sheet and what each column becomes', async () => {
    const person = await world.signUp()
    const { id, ...first } = await upload(person, {
      'Read me': [['How this works']],
      Guests: [
        ['Given', 'Mail', 'Other mail', 'Plan', ''],
        ['Ada', 'ada@example.com', 'king@example.com', '00123', 'beside'],
      ],
      Staff: [['Email'], ['staff@example.com']],
    })
    expect(first.sheet).toBe('Guests')
    expect(first.sheets).toMatchObject([
      { name: 'Read me', problem: expect.stringContaining('No column for the email address') },
      { name: 'Guests', problem: null },
      { name: 'Staff', problem: null },
    ])
    const columns = [
      { index: 2, field: 'email' },
      { index: 3, field: 'custom', name: 'Tariff' },
      { index: 0, field: 'ignored' },
    ]
    const second = await look(person, id, { columns })
    expect(second.columns.map(({ field, name }: any) => [field, name])).toEqual([
      ['ignored', null],
      ['custom', 'Mail'],
      ['email', null],
      ['custom', 'Tariff'],
    ])
    expect(second.added.rows).toMatchObject([
      {
        email: 'king@example.com',
        values: [
          { name: 'Mail', value: 'ada@example.com' },
          { name: 'Tariff', value: '00123' },
        ],
      },
    ])
    expect((await look(person, id, { sheet: 'Staff' })).added.rows).toMatchObject([{ email: 'staff@example.com' }])
    expect((await commit(person, id, { columns, sheet: 'Guests' })).message).toBe(
      '1 contact added, 0 duplicates ignored, 0 rows rejected.',
    )
    expect(await contacts(person)).toMatchObject([{ email: 'king@example.com', firstName: '' }])
  })

  it('says why it cannot be imported so, and is not', async () => {
    const person = await world.signUp()
    const { id, problem, sheets } = await upload(person, {
      Fruit: [
        ['Fruit', 'Reach them at'],
        ['Apple', 'a@b.co'],
      ],
    })
    expect(problem).toBe(sheets[0].problem)
    expect(problem).toContain('No column for the email address was found')
    for (const [columns, sentence] of [
      [[{ index: 0, field: 'firstName' }], 'Say which column is the email address.'],
      [
        [0, 1].map((index) => ({ index, field: 'email' })),
        'Only one column can be the email address, not both A and B.',
      ],
      [[{ index: 7, field: 'email' }], 'This sheet has no column H.'],
      [
        [
          { index: 0, field: 'custom', name: 'Email' },
          { index: 1, field: 'email' },
        ],
        'The name “Email” is taken.',
      ],
    ] as const) {
      expect((await look(person, id, { columns })).problem).toBe(sentence)
      expect(await refusal(person, COMMIT, { id, choice: { columns } })).toEqual(['BAD_INPUT', sentence])
    }
    expect(await refusal(person, LOOK, { id, choice: { sheet: 'Nuts' } })).toEqual([
      'BAD_INPUT',
      'There is no sheet “Nuts” in this file.',
    ])
    expect(await contacts(person)).toEqual([])
    expect((await look(person, id, { columns: [{ index: 1, field: 'email' }] })).added.count).toBe(1)
  })

  it.each([
    ['no base64', { fileName: 'a.xlsx', contentBytes: '%%%' }, 'BAD_INPUT'],
    ['a text', inputOf(Buffer.from('a,b')), 'UNSUPPORTED_TYPE'],
    ['a broken workbook', inputOf(workbook({ A: [['Email'], ['a@b.co']] }).subarray(0, 900)), 'UNREADABLE_FILE'],
  ])('is refused when it is %s', async (_, input, code) => {
    expect((await refusal(await world.signUp(), UPLOAD, { input }))[0]).toBe(code)
  })

  it('is kept for a day, is nobody else’s, and only the ten newest of a workspace are', async () => {
    const [person, stranger] = [await world.signUp(), await world.signUp()]
    const [first, second] = [await upload(person, { A: [['Email']] }), await upload(person, { A: [['Email']] })]
    await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute(
        `insert into import_files select tenant_id, ('ffff' || substr(gen_random_uuid()::text, 5))::uuid, user_id, file_name, content_type, content, sheets,
           task_id, created_at, expires_at from import_files, generate_series(1, 4)`,
      ),
    )
    const { id } = await upload(person, { A: [['Email']] })
    expect((await refusal(person, LOOK, { id: first.id }))[0]).toBe('NOT_FOUND')
    for (const kept of [second.id, id]) expect((await look(person, kept)).sheet).toBe('A')
    expect((await refusal(stranger, LOOK, { id }))[0]).toBe('NOT_FOUND')
    expect((await refusal(stranger, COMMIT, { id }))[0]).toBe('NOT_FOUND')
    const { clock } = world.app
    world.app.clock = () => new Date(Date.now() + 86_400_000)
    try {
      expect((await refusal(person, LOOK, { id }))[0]).toBe('NOT_FOUND')
      await (await startTasks(world.app, taskKinds)).stop()
    } finally {
      world.app.clock = clock
    }
    expect(await world.app.database.asSystem((em) => em.execute('select id from import_files'))).toEqual([])
  })
})

describe('an import', () => {
  it('ignores contacts that exist, keeps dates and leading zeros, and tells what became of every row', async () => {
    const person = await world.signUp()
    await add(person, ADA)
    const { id } = await upload(person, {
      People: [
        ['S.No', ...HEADER, 'Born', 'Member'],
        [1, 'Augusta', 'King', 'ADA@example.com', 'Ockham', '', ''],
        [7, 'Grace', 'Hopper', 'grace@example.com', 'Arlington', new Date(Date.UTC(1906, 11, 9)), '00123'],
        [8, 'No', 'Address', 'nowhere', '', '', ''],
      ],
    })
    const task = await commit(person, id)
    expect(task).toMatchObject({
      kind: 'importContacts',
      status: 'done',
      done: 3,
      total: 3,
      message: '1 contact added, 1 duplicate ignored, 1 row rejected.',
      import: { fileName: 'people.xlsx', added: 1, changed: 0, ignored: 1, rejected: 1, undone: null },
    })
    expect(await contacts(person)).toEqual([
      { ...ADA, serialNumber: null, tags: [], fields: [] },
      {
        firstName: 'Grace',
        lastName: 'Hopper',
        email: 'grace@example.com',
        serialNumber: 7,
        tags: [],
        fields: expect.arrayContaining([
          { name: 'City', value: 'Arlington' },
          { name: 'Born', value: '1906-12-09' },
          { name: 'Member', value: '00123' },
        ]),
      },
    ])
    const rejected = await fetch(world.url + task.import.rejectedUrl, { headers: { authorization: person.token } })
    expect(rejected.status).toBe(200)
    expect((await refusal(person, LOOK, { id }))[0]).toBe('NOT_FOUND')
    const list = `{ contactImports { totalCount edges { node { ${IMPORT} } } } }`
    expect((await run(person, list)).contactImports).toEqual({ totalCount: 1, edges: [{ node: task.import }] })
    expect((await run(await world.signUp(), list)).contactImports.totalCount).toBe(0)
  })

  it('updates contacts that exist when it is asked to; an empty cell takes nothing away', async () => {
    const person = await world.signUp()
    await add(person, { ...ADA, serialNumber: 5, fields: [{ name: 'Born', value: '1815' }] })
    await add(person, { ...ADA, email: 'same@example.com' })
    const sheets = {
      People: [
        HEADER,
        ['', 'King', 'ada@EXAMPLE.com', 'Ockham'],
        ['Ada', '', 'same@example.com', ''],
        ['G', 'H', 'g@example.com', ''],
      ],
    }
    const task = await importAll(person, sheets, { existing: 'update' })
    expect(task).toMatchObject({
      message: '1 contact added, 1 changed, 1 duplicate ignored, 0 rows rejected.',
      import: { added: 1, changed: 1, ignored: 1 },
    })
    expect((await contacts(person))[0]).toMatchObject({
      firstName: 'Ada',
      lastName: 'King',
      email: 'ada@example.com',
      serialNumber: 5,
      fields: expect.arrayContaining([
        { name: 'City', value: 'Ockham' },
        { name: 'Born', value: '1815' },
      ]),
    })
  })

  it('tags what it adds, and what exists only when that is updated', async () => {
    const person = await world.signUp()
    await add(person, { ...ADA, tags: ['VIP'] })
    const sheets = { People: [HEADER, ['Ada', 'Lovelace', ADA.email, ''], ['G', 'H', 'g@example.com', '']] }
    expect((await importAll(person, sheets, { tags: ['Fair', 'vip'] })).import.tagged).toBe(1)
    expect((await contacts(person)).map(({ tags }) => tags)).toEqual([['VIP'], ['Fair', 'VIP']])
    expect((await importAll(person, sheets, { tags: ['fair'], existing: 'update' })).import.tagged).toBe(1)
    expect((await contacts(person)).map(({ tags }) => tags)).toEqual([
      ['Fair', 'VIP'],
      ['Fair', 'VIP'],
    ])
  })

  it("holds the plan's limit at the end, atomically: beyond it nothing is imported, and the preview says so before", async () => {
    const person = await world.signUp({ tier: 'free' })
    const rows = Array.from({ length: 101 }, (_, index) => ['A', 'B', `p${index}@example.com`, ''])
    const preview = await upload(person, { People: [HEADER, ...rows] })
    expect(preview.problem).toBe(
      'Your Free plan allows 100 contacts; you have 0, and this would add 101. Delete some or upgrade your plan.',
    )
    const task = await commit(person, preview.id)
    expect(task).toMatchObject({
      status: 'failed',
      import: null,
      error: expect.stringContaining('allows 100 contacts'),
    })
    expect(await contacts(person)).toEqual([])
    const fitting = await upload(person, { People: [HEADER, ...rows.slice(0, 100)] })
    const [one, other] = await Promise.all([
      run(person, COMMIT, { id: fitting.id }),
      upload(person, { People: [HEADER, ...rows.slice(100)] }).then(({ id }) => run(person, COMMIT, { id })),
    ])
    const ends = [await ended(person, one.commitImport.id), await ended(person, other.commitImport.id)]
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['done', 'failed'])
  })

  it('of one file runs once at a time', async () => {
    const person = await world.signUp()
    const { id } = await upload(person, { People: [HEADER, ['A', 'B', 'a@example.com', '']] })
    const answers = await Promise.all([0, 1, 2].map(() => person.graphql(COMMIT, { id })))
    const codes = answers.map(({ errors }) => errors?.[0].extensions.code ?? 'started')
    expect(codes.filter((code) => code === 'started')).toHaveLength(1)
    expect(codes.filter((code) => code !== 'started' && code !== 'CONFLICT' && code !== 'NOT_FOUND')).toEqual([])
  })
})

describe('undoing an import', () => {
  it('removes what it added, restores what it changed and takes its tags off: everything is as before', async () => {
    const person = await world.signUp()
    await add(person, { ...ADA, serialNumber: 5, fields: [{ name: 'City', value: 'London' }], tags: ['VIP'] })
    await add(person, { ...ADA, email: 'same@example.com' })
    const before = await contacts(person)
    const task = await importAll(
      person,
      {
        People: [
          HEADER,
          ['Augusta', 'King', ADA.email, 'Ockham'],
          ['', '', 'same@example.com', ''],
          ['G', 'H', 'g@example.com', ''],
        ],
      },
      { existing: 'update', tags: ['Fair', 'VIP'] },
    )
    expect(await contacts(person)).not.toEqual(before)
    const undone = await undo(person, task.import.id)
    expect(undone).toMatchObject({
      kind: 'undoImport',
      status: 'done',
      message: '1 removed, 1 restored.',
      import: { id: task.import.id, undone: { removed: 1, restored: 1, left: 0, leftEmails: [] } },
    })
    expect(await contacts(person)).toEqual(before)
    expect(await refusal(person, UNDO, { id: task.import.id })).toEqual(['CONFLICT', 'This import was undone already.'])
    expect((await refusal(await world.signUp(), UNDO, { id: task.import.id }))[0]).toBe('NOT_FOUND')
  })

  it('leaves what somebody changed since as it is, and says what that is', async () => {
    const person = await world.signUp()
    await add(person, ADA)
    const task = await importAll(
      person,
      {
        People: [
          HEADER,
          ['Augusta', 'King', ADA.email, ''],
          ['G', 'H', 'g@example.com', ''],
          ['D', 'R', 'd@example.com', ''],
          ['X', 'Y', 'x@example.com', ''],
        ],
      },
      { existing: 'update' },
    )
    await update(person, await idOf(person, ADA.email), { lastName: 'Byron' })
    await update(person, await idOf(person, 'g@example.com'), { firstName: 'Grace' })
    await person.rest('DELETE', `/api/contacts/${await idOf(person, 'd@example.com')}`)
    const undone = await undo(person, task.import.id)
    expect(undone.message).toBe(
      '1 removed, 0 restored. 2 contacts were changed since and are left as they are: ada@example.com, g@example.com.',
    )
    expect(undone.import.undone).toEqual({
      removed: 1,
      restored: 0,
      left: 2,
      leftEmails: ['ada@example.com', 'g@example.com'],
    })
    expect((await contacts(person)).map(({ firstName, email }) => [firstName, email])).toEqual([
      ['Augusta', 'ada@example.com'],
      ['Grace', 'g@example.com'],
    ])
  })

  it('works backwards through several imports, and not out of turn', async () => {
    const person = await world.signUp()
    const first = await importAll(person, {
      People: [HEADER, ['A', 'B', 'a@example.com', 'Rome'], ['C', 'D', 'c@example.com', '']],
    })
    const second = await importAll(
      person,
      { People: [HEADER, ['', '', 'a@example.com', 'Oslo']] },
      { existing: 'update' },
    )
    const out = await undo(person, first.import.id)
    expect(out.import.undone).toMatchObject({ removed: 1, left: 1, leftEmails: ['a@example.com'] })
    expect((await undo(person, second.import.id)).import.undone).toMatchObject({ restored: 1, left: 0 })
    expect(await contacts(person)).toMatchObject([{ email: 'a@example.com', fields: [{ value: 'Rome' }] }])
  })

  it('takes back what the upload of one call added, too', async () => {
    const person = await world.signUp()
    const form = new FormData()
    form.append('file', new Blob([workbook({ P: [['Email'], ['a@example.com']] }) as BlobPart]), 'people.xlsx')
    const headers = { authorization: person.token }
    const response = await fetch(`${world.url}/api/contacts/upload`, { method: 'POST', headers, body: form })
    const { message, importId } = await response.json()
    expect(message).toBe('1 contact added, 0 duplicates ignored, 0 rows rejected.')
    expect((await undo(person, importId)).message).toBe('1 removed, 0 restored.')
    expect(await contacts(person)).toEqual([])
  })
})
