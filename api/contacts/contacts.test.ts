import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as XLSX from 'xlsx'
import { itInFull } from '#tests/support/full-run-only.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function workbook(rows: unknown[][], bookType: 'xlsx' | 'biff8' = 'xlsx'): Uint8Array {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'Contacts')
  return XLSX.write(book, { type: 'buffer', bookType })
}

async function upload(
  person: TestPerson,
  content: Uint8Array | string,
  name = 'contacts.xlsx',
  type = XLSX_TYPE,
  field = 'file',
  query = '',
) {
  const form = new FormData()
  form.append(field, new Blob([content as BlobPart], { type }), name)
  const response = await fetch(`${world.url}/api/contacts/upload${query}`, {
    method: 'POST',
    headers: { authorization: person.token },
    body: form,
  })
  return { status: response.status, body: await response.json() }
}

const contacts = async (person: TestPerson) => (await person.rest('GET', '/api/contacts')).body

describe('uploading contacts', () => {
  it('adds rows, ignores duplicates, rejects invalid addresses, skips empty rows and reports how many of each', async () => {
    const person = await world.signUp()
    await person.rest('POST', '/api/contacts', { firstName: 'Old', lastName: 'One', email: 'old@example.com' })
    const { status, body } = await upload(
      person,
      workbook([
        ['S.No', 'First Name', 'last_name', 'E-mail address', 'Company'],
        [1, 'Ada', 'Lovelace', 'ada@example.com', 'Engines & Co'],
        [2, 'Grace', 'Hopper', 'grace@example.com', 'Navy'],
        [],
        [3, 'Ada', 'Again', 'ADA@example.com', ''],
        [4, 'Old', 'Again', 'OLD@EXAMPLE.COM', ''],
        [5, 'No', 'Address', 'not an address', 'X'],
      ]),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ added: 2, ignored: 2, rejected: 1 })
    expect(body.message).toMatch(/2 .*added.*2 .*ignored.*1 .*rejected/)
    const ada = (await contacts(person)).find((contact: { firstName: string }) => contact.firstName === 'Ada')
    expect(ada).toMatchObject({ lastName: 'Lovelace', serialNumber: 1, fields: { Company: 'Engines & Co' } })
    expect(await contacts(person)).toHaveLength(3)

    const download = await fetch(world.url + body.rejectedUrl, { headers: { authorization: person.token } })
    const sheet = XLSX.read(Buffer.from(await download.arrayBuffer()))
    const text = JSON.stringify(XLSX.utils.sheet_to_json(sheet.Sheets[sheet.SheetNames[0] ?? ''] ?? {}, { header: 1 }))
    expect(text).toContain('not an address')
    expect(text).toContain('7')
    const stranger = await world.signUp()
    expect((await stranger.rest('GET', body.rejectedUrl)).status).toBe(404)
  })

  it('answers with notices and names the rows that have one delimiter too many', async () => {
    const person = await world.signUp()
    const text = 'Email,Company,City\na@example.com,Acme, Inc.,York\nb@example.com,NULL,Bath\n'
    const { body } = await upload(person, Buffer.from(text), 'people.csv', 'text/csv')
    expect(body).toMatchObject({
      added: 1,
      rejected: 1,
      message: '1 contact added, 0 duplicates ignored, 1 row rejected.',
    })
    expect(body.notices).toEqual([expect.stringMatching(/^1 cell \(row 3\) stands for “no value”/)])
    const download = await fetch(world.url + body.rejectedUrl, { headers: { authorization: person.token } })
    const sheet = XLSX.read(Buffer.from(await download.arrayBuffer()))
    expect(XLSX.utils.sheet_to_json(sheet.Sheets[sheet.SheetNames[0] ?? ''] ?? {})).toEqual([
      {
        'Rejected row': 2,
        'Reason for rejection': 'The row has more cells than there are column names',
        Email: 'a@example.com',
        Company: 'Acme',
        City: 'Inc.',
        'Cells without a column name': 'York',
      },
    ])
  })

  it('stops the process that reads the file when the client disconnects', async () => {
    const person = await world.signUp()
    const rows = Array.from({ length: 20_000 }, (_, at) => [`Person ${at}`, `p${at}@example.com`])
    const file = workbook([['Name', 'Email'], ...rows])
    const readers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap').length
    const before = readers()
    const form = new FormData()
    form.append('file', new Blob([file as BlobPart], { type: XLSX_TYPE }), 'contacts.xlsx')
    const leaving = new AbortController()
    const request = { method: 'POST', headers: { authorization: person.token }, body: form, signal: leaving.signal }
    const answer = fetch(`${world.url}/api/contacts/imports`, request)
    await eventually('the reader', async () => readers() > before)
    leaving.abort()
    await expect(answer).rejects.toThrow('abort')
    await eventually('the end of the reader', async () => readers() === before)
  })

  it('reads the file with the options of the query string', async () => {
    const person = await world.signUp()
    const file = readFileSync(new URL('./spreadsheet/fixtures/doubtful/merged-hidden-filtered.xlsx', import.meta.url))
    const sent = (query: string) => upload(person, file, 'people.xlsx', XLSX_TYPE, 'file', query)
    expect((await sent('?leaveOutHidden=yes')).body).toMatchObject({
      fields: { leaveOutHidden: 'leaveOutHidden must be true or false' },
    })
    expect((await sent('?encoding=latin')).status).toBe(400)
    const { body } = await sent('?leaveOutHidden=true&fillMerged=true&encoding=utf-8')
    expect(body).toMatchObject({ added: 2 })
    expect(body.notices).toEqual([
      expect.stringContaining('Each of these rows gets the value'),
      expect.stringContaining('left out'),
    ])
  })

  itInFull('accepts .xls files too', async () => {
    const person = await world.signUp()
    const { body } = await upload(
      person,
      workbook(
        [
          ['Name', 'Email'],
          ['Ada Lovelace', 'ada@example.com'],
        ],
        'biff8',
      ),
      'old.xls',
      'application/vnd.ms-excel',
    )
    expect(body.added).toBe(1)
    expect((await contacts(person))[0]).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace' })
  })

  it.each([
    ['a PDF', '%PDF-1.7', 'notes.txt', 'text/plain', 415],
    ['a web page declared as a workbook', '<html>', 'contacts.xlsx', XLSX_TYPE, 415],
    ['a workbook without an address column', workbook([['Fruit'], ['Apple']]), 'contacts.xlsx', XLSX_TYPE, 422],
    ['a broken workbook', workbook([['Email'], ['a@b.co']]).slice(0, 900), 'contacts.xlsx', XLSX_TYPE, 422],
  ])('rejects %s with an explanation and imports nothing', async (_, content, name, type, status) => {
    const person = await world.signUp()
    const answer = await upload(person, content, name, type)
    expect(answer.status).toBe(status)
    expect(answer.body.message).toMatch(/^[A-Z].*\.?/)
    expect(answer.body.code).not.toBe('INTERNAL')
    expect(await contacts(person)).toEqual([])
  })

  it('names the form field in which the file is expected', async () => {
    const person = await world.signUp()
    const wrong = await upload(person, workbook([['Email'], ['a@b.co']]), 'a.xlsx', XLSX_TYPE, 'document')
    expect([wrong.status, wrong.body.message]).toEqual([400, 'No file was sent. Send it in the field "file".'])
    expect((await person.rest('POST', '/api/contacts/upload', {})).status).toBe(415)
    expect((await world.anybody.rest('POST', '/api/contacts/upload', {})).status).toBe(401)
  })

  it("imports all rows or none: beyond the plan's contacts it reports the limit and adds none", async () => {
    const person = await world.signUp({ tier: 'free' })
    const rows = Array.from({ length: 101 }, (_, index) => ['A', 'B', `person${index}@example.com`])
    const { status, body } = await upload(person, workbook([['First Name', 'Last Name', 'Email'], ...rows]))
    expect([status, body.code]).toEqual([403, 'LIMIT_REACHED'])
    expect(body.message).toContain('100 contacts')
    expect(await contacts(person)).toEqual([])
    expect((await upload(person, workbook([['First Name', 'Last Name', 'Email'], ...rows.slice(1)]))).body.added).toBe(
      100,
    )
  })

  it('offers a template file that can itself be uploaded', async () => {
    const person = await world.signUp()
    const response = await fetch(`${world.url}/api/contacts/template`, { headers: { authorization: person.token } })
    expect(response.headers.get('content-disposition')).toContain('contacts_template.xlsx')
    const book = XLSX.read(Buffer.from(await response.arrayBuffer()))
    const [header] = XLSX.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
    expect(header).toEqual(['S.No', 'First Name', 'Last Name', 'Email'])
  })
})

describe('contacts', () => {
  it.each([
    [{ firstName: ' ' }, 'firstName', 'First name is required'],
    [{ lastName: undefined }, 'lastName', 'Last name is required'],
    [{ email: 'nobody@' }, 'email', 'Valid email is required'],
    [{ email: 'a@b.co\r\nBcc: c@d.co' }, 'email', 'Valid email is required'],
  ])('with the invalid value %j are rejected', async (change, field, sentence) => {
    const person = await world.signUp()
    const input = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', ...change }
    const { status, body } = await person.rest('POST', '/api/contacts', input)
    expect([status, body.fields[field]]).toEqual([400, sentence])
  })

  it.each([
    ['7', 7],
    [' 7.9 ', 7],
    [-7.9, -7],
    ['', null],
    [' \t', null],
    [null, null],
    [true, undefined],
    [[], undefined],
    [['7'], undefined],
    [{}, undefined],
    ['seven', undefined],
  ])('with the serial number %j are stored with %j', async (serialNumber, taken) => {
    const person = await world.signUp()
    const input = { firstName: 'A', lastName: 'B', email: 'a@b.example', serialNumber }
    const { status, body } = await person.rest('POST', '/api/contacts', input)
    if (taken === undefined) expect([status, Object.keys(body.fields)]).toEqual([400, ['serialNumber']])
    else expect([status, body.serialNumber]).toEqual([201, taken])
  })

  it('accept a serial number as text or number; a second contact with the same address is a conflict', async () => {
    const person = await world.signUp()
    const input = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', serialNumber: '7' }
    expect((await person.rest('POST', '/api/contacts', input)).body.serialNumber).toBe(7)
    const again = await person.rest('POST', '/api/contacts', { ...input, email: 'ADA@example.com' })
    expect([again.status, again.body.message]).toEqual([409, 'A contact with this email already exists.'])
  })

  it('accept custom fields and tags on create and update', async () => {
    const person = await world.signUp()
    const made = `tags fields { name value }`
    const create = `mutation ($input: CreateContactInput!) { createContact(input: $input) { contact { id ${made} } errors { code field message } } }`
    const update = `mutation ($input: UpdateContactInput!) { updateContact(input: $input) { contact { ${made} } errors { code field message } } }`
    const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
    const fields = [
      { name: ' City ', value: 'London' },
      { name: 'Zip', value: '00123' },
    ]
    const { id, ...first } = (
      await person.graphql(create, { input: { ...ada, fields, tags: ['VIP', 'press', 'vip'] } })
    ).data.createContact
    expect(first).toEqual({
      tags: ['press', 'VIP'],
      fields: [
        { name: 'City', value: 'London' },
        { name: 'Zip', value: '00123' },
      ],
    })
    const bob = { ...ada, email: 'bob@example.com', tags: ['vip'] }
    expect((await person.graphql(create, { input: bob })).data.createContact).toMatchObject({ tags: ['VIP'] })
    const change = (input: object) => person.graphql(update, { input: { id, ...input } })
    expect((await change({ tags: ['VIP', 'new'] })).data.updateContact).toMatchObject({ tags: ['new', 'VIP'] })
    expect((await change({ firstName: 'A' })).data.updateContact).toMatchObject({ tags: ['new', 'VIP'] })
    expect((await change({ tags: [] })).data.updateContact).toMatchObject({ tags: [] })
    for (const wrong of [{ tags: [' '] }, { fields: [{ name: '', value: 'x' }] }]) {
      const { errors } = await person.graphql(create, { input: { ...ada, email: 'c@example.com', ...wrong } })
      expect(errors?.[0].extensions.code).toBe('BAD_INPUT')
    }
    const { status, body } = await person.rest('POST', '/api/contacts', {
      ...ada,
      email: 'd@example.com',
      fields: { City: 'Paris' },
    })
    expect([status, body.fields]).toEqual([201, { City: 'Paris' }])
  })

  it('have each custom field once, whatever its case: the last spelling wins', async () => {
    const person = await world.signUp()
    const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
    const made = async (input: object) => {
      const create = `mutation ($input: CreateContactInput!) { createContact(input: $input) { contact { id } errors { code field message } } }`
      return person.graphql(create, { input: { ...ada, ...input } })
    }
    const phone = { name: 'Phone', value: '1' }
    const { id } = (await made({ fields: [phone] })).data.createContact
    const update = `mutation ($input: UpdateContactInput!) { updateContact(input: $input) { contact { fields { name value } } errors { code field message } } }`
    const change = async (...fields: object[]) =>
      (await person.graphql(update, { input: { id, fields } })).data.updateContact.fields
    expect(await change({ name: 'PHONE', value: '2' })).toEqual([{ name: 'PHONE', value: '2' }])
    expect(await change(phone, { name: 'PHONE', value: '' })).toEqual([phone])
    expect(await change({ name: 'pho ne', value: '3' }, { name: 'Phone', value: '' })).toEqual([
      { name: 'pho ne', value: '3' },
    ])
    expect(await change({ name: 'phone', value: '' })).toEqual([])

    const twice = JSON.stringify({ PHONE: '1', Phone: '2' })
    await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute('update contacts set fields = ?::jsonb', [twice]),
    )
    expect(await change({ name: 'PHONE', value: '' })).toEqual([{ name: 'Phone', value: '2' }])

    const { errors } = await made({ email: 'b@example.com', fields: [phone, { name: 'PHONE', value: '2' }] })
    expect([errors?.[0].extensions.code, errors?.[0].message]).toEqual([
      'BAD_INPUT',
      '“Phone” and “PHONE” are the same merge tag. Use only one of them.',
    ])
  })

  it('are searched by name and address, ignoring case, page by page in a stable order', async () => {
    const person = await world.signUp()
    for (const [firstName, email] of [
      ['Zoe', 'z@example.com'],
      ['Ada', 'ada@example.org'],
      ['adam', 'x_y@example.com'],
      ['Bob', 'ADA2@example.com'],
    ]) {
      await person.rest('POST', '/api/contacts', { firstName, lastName: 'L', email })
    }
    const list = async (args: string) => {
      const query = `{ contacts(${args}) { totalCount pageInfo { hasNextPage endCursor } edges { node { firstName } } } }`
      const { contacts: page } = (await person.graphql(query)).data
      return { ...page, names: page.edges.map((edge: { node: { firstName: string } }) => edge.node.firstName) }
    }
    expect(
      (await list('first: 10, filter: { search: "ADA" }')).names.toSorted((a: string, b: string) => a.localeCompare(b)),
    ).toEqual(['Ada', 'adam', 'Bob'].toSorted((a, b) => a.localeCompare(b)))
    expect((await list('first: 10, filter: { search: "x_y" }')).names).toEqual(['adam'])
    const order = 'orderBy: { field: FIRST_NAME, direction: ASCENDING }'
    const first = await list(`first: 2, ${order}`)
    expect([first.totalCount, first.pageInfo.hasNextPage]).toEqual([4, true])
    const second = await list(`first: 2, after: "${first.pageInfo.endCursor}", ${order}`)
    expect(new Set([...first.names, ...second.names])).toEqual(new Set(['Ada', 'Bob', 'Zoe', 'adam']))
    const back = await list(`last: 2, before: "${second.pageInfo.endCursor}", ${order}`)
    expect(back.names).toHaveLength(2)
    const bad = await person.graphql('{ contacts(after: "nonsense") { totalCount edges { cursor } } }')
    expect(bad.errors?.[0].extensions.code).toBe('BAD_INPUT')
  })

  it('are deleted one by one, by ids and by filter, only in their own workspace', async () => {
    const [person, other] = [await world.signUp(), await world.signUp()]
    const ids = []
    for (let index = 0; index < 4; index += 1) {
      const { body } = await person.rest('POST', '/api/contacts', {
        firstName: `N${index}`,
        lastName: 'L',
        email: `n${index}@example.com`,
      })
      ids.push(body.id)
    }
    expect((await other.rest('DELETE', `/api/contacts/${ids[0]}`)).status).toBe(404)
    expect((await person.rest('DELETE', `/api/contacts/${ids[0]}`)).status).toBe(200)
    expect((await person.rest('DELETE', `/api/contacts/${ids[0]}`)).status).toBe(404)
    const many =
      'mutation ($ids: [ID!], $filter: ContactFilter) { deleteContacts(input: { ids: $ids, filter: $filter }) { contactCount task { id } errors { code field message } } }'
    expect((await other.graphql(many, { ids })).data.deleteContacts).toEqual({ contactCount: 0, task: null })
    expect((await person.graphql(many, { ids: [ids[1]] })).data.deleteContacts).toEqual({ contactCount: 1, task: null })
    expect((await person.graphql(many, { filter: { search: 'n3' } })).data.deleteContacts.contactCount).toBe(1)
    expect((await contacts(person)).map((contact: { id: string }) => contact.id)).toEqual([ids[2]])
  })
})
