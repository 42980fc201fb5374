import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ADA,
  add,
  COMMIT,
  commit,
  contacts,
  ended,
  HEADER,
  IMPORT,
  importAll,
  inputOf,
  look,
  LOOK,
  refusal,
  run,
  undo,
  UPLOAD,
  upload,
  workbook,
} from '#tests/support/imports.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('an import of contacts', () => {
  it('skips existing contacts, keeps dates and leading zeros, and reports the outcome of every row', async () => {
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
      fileId: id,
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
    const rejected = await fetch(task.import.rejectedUrl, { headers: { authorization: person.token } })
    expect(rejected.status).toBe(200)
    expect((await refusal(person, LOOK, { id }))[0]).toBe('NOT_FOUND')
    const list = `{ contactImports { totalCount edges { node { ${IMPORT} } } } }`
    expect((await run(person, list)).contactImports).toEqual({ totalCount: 1, edges: [{ node: task.import }] })
    expect((await run(await world.signUp(), list)).contactImports.totalCount).toBe(0)
  })

  it('updates existing contacts on request; an empty cell deletes no value', async () => {
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

  itInFull(
    'keeps the order of the sheet’s columns in contacts, field lists and exports, with the newest columns first',
    async () => {
      const person = await world.signUp()
      const names = ['Zip', 'Street Name', 'Amount', 'City']
      await add(person, { ...ADA, fields: [{ name: 'Born', value: '1815' }] })
      const task = await importAll(person, {
        People: [
          ['First Name', 'Zip', 'Street Name', 'Email', 'Amount', 'City'],
          ['G', '1', '2', 'g@example.com', '3', '4'],
        ],
      })
      const fieldNames = async () =>
        (await person.graphql('{ contactFields { name } }')).data.contactFields.map(
          ({ name }: { name: string }) => name,
        )
      expect(await fieldNames()).toEqual([...names, 'Born'])
      const [grace] = (await contacts(person)).filter(({ email }: { email: string }) => email === 'g@example.com')
      expect(grace?.fields.map(({ name }: { name: string }) => name)).toEqual(names)
      const csv = await fetch(`${world.url}/api/contacts/export?format=csv`, {
        headers: { authorization: person.token },
      })
      expect((await csv.text()).split('\r\n')[0]).toMatch(/"?Zip"?,"?Street Name"?,"?Amount"?,"?City"?,"?Born"?$/)
      await importAll(person, {
        People: [
          ['Email', 'City', 'Zip'],
          ['h@example.com', '1', '2'],
        ],
      })
      expect(await fieldNames()).toEqual(['City', 'Zip', 'Street Name', 'Amount', 'Born'])
      expect(task.status).toBe('done')
    },
  )

  itInFull('keeps the spelling of a custom field that differs only in case from an existing one', async () => {
    const person = await world.signUp()
    const twice = { Phone: '1', 'pho ne': '2' }
    await add(person, { ...ADA, fields: [{ name: 'Phone', value: '004930002' }] })
    await add(person, { ...ADA, email: 'bob@example.com', fields: [{ name: 'pho ne', value: '3' }] })
    await add(person, { ...ADA, email: 'both@example.com', fields: [{ name: 'Phone', value: '1' }] })
    await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute(`update contacts set fields = ?::jsonb where email = 'both@example.com'`, [JSON.stringify(twice)]),
    )
    const people = ['ada', 'bob', 'both', 'new'].map((name) => [`${name}@example.com`, 'NEW'])
    const { id, ...first } = await upload(person, {
      People: [['Email', 'PHONE'], ...people, ['empty@example.com', '']],
    })
    expect(first.columns).toMatchObject([{ field: 'email' }, { header: 'PHONE', field: 'custom', name: 'Phone' }])
    const preview = await look(person, id, { existing: 'update' })
    expect(preview.changed.rows.map(({ changes }: any) => changes)).toEqual([
      [{ name: 'Phone', before: '004930002', after: 'NEW' }],
      [{ name: 'Phone', before: '3', after: 'NEW' }],
      [{ name: 'Phone', before: '1', after: 'NEW' }],
    ])
    const task = await commit(person, id, { existing: 'update' })
    expect(task.import).toMatchObject({ added: 2, changed: 3 })
    const fields = async () => (await contacts(person)).map((contact) => contact.fields)
    const one = [{ name: 'Phone', value: 'NEW' }]
    expect(await fields()).toEqual([one, one, one, [], one])
    await undo(person, task.import.id)
    expect((await fields()).map((names) => names.map(({ value }) => value).toSorted())).toEqual([
      ['004930002'],
      ['3'],
      ['1', '2'],
    ])
  })

  itInFull("stores contacts added by REST under the workspace's spelling of custom fields", async () => {
    const person = await world.signUp()
    await add(person, { ...ADA, fields: [{ name: 'Phone', value: '1' }] })
    const sheet = workbook({
      People: [
        ['Email', 'PHONE'],
        ['bob@example.com', '2'],
      ],
    })
    const form = new FormData()
    form.append('file', new Blob([sheet as BlobPart]), 'people.xlsx')
    const headers = { authorization: person.token }
    const response = await fetch(`${world.url}/api/contacts/upload`, { method: 'POST', headers, body: form })
    expect(response.status).toBe(200)
    expect((await contacts(person)).map(({ fields }) => fields)).toEqual([
      [{ name: 'Phone', value: '1' }],
      [{ name: 'Phone', value: '2' }],
    ])
  })

  itInFull('tags new contacts, and existing contacts only when it updates them', async () => {
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

  itInFull("imports nothing beyond the plan's limit of contacts, and the preview says so first", async () => {
    const person = await world.signUp({ tier: 'free' })
    const rows = Array.from({ length: 101 }, (_, index) => ['A', 'B', `p${index}@example.com`, ''])
    const preview = await upload(person, { People: [HEADER, ...rows] })
    expect(preview.problem).toBe(
      'Your Free plan allows 100 contacts; you have none, and this would add 101. Upload fewer rows, or ask for a higher plan on the Plan page.',
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
      upload(person, { People: [HEADER, ...rows.slice(100, 101)] }).then(({ id }) => run(person, COMMIT, { id })),
    ])
    const ends = [await ended(person, one.commitImport.id), await ended(person, other.commitImport.id)]
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['done', 'failed'])
  })

  itInFull(
    'removes characters that the database cannot store from the file name and the names of skipped columns',
    async () => {
      const person = await world.signUp()
      const file = inputOf(workbook({ People: [HEADER, ['A', 'B', 'a@example.com', '']] }), ' a\0b\ud800.xlsx')
      const { id, fileName } = (await run(person, UPLOAD, { input: file })).uploadContacts
      expect(fileName).toBe('a b\ufffd.xlsx')
      const columns = [
        { index: 0, field: 'custom', name: '\0' },
        { index: 0, field: 'firstName', name: 'a\0' },
        { index: 3, field: 'ignored', name: '\ud800' },
      ]
      expect(await commit(person, id, { columns })).toMatchObject({ status: 'done', import: { fileName, added: 1 } })
      const form = new FormData()
      form.append(
        'file',
        new File([new Uint8Array(workbook({ People: [HEADER, ['C', 'D', 'c@example.com', '']] }))], 'c\u0085.xlsx'),
      )
      const headers = { authorization: person.token }
      const { status } = await fetch(`${world.url}/api/contacts/upload`, { method: 'POST', headers, body: form })
      expect(status).toBe(200)
      const list = '{ contactImports { edges { node { fileName } } } }'
      const names = (await run(person, list)).contactImports.edges.map(({ node }: { node: object }) => node)
      expect(names).toEqual([{ fileName: 'c .xlsx' }, { fileName }])
    },
  )

  itInFull('runs only once at a time for the same file', async () => {
    const person = await world.signUp()
    const { id } = await upload(person, { People: [HEADER, ['A', 'B', 'a@example.com', '']] })
    const answers = await Promise.all([0, 1, 2].map(() => person.graphql(COMMIT, { id })))
    const codes = answers.map(({ errors }) => errors?.[0].extensions.code ?? 'started')
    expect(codes.filter((code) => code === 'started')).toHaveLength(1)
    expect(codes.filter((code) => code !== 'started' && code !== 'CONFLICT' && code !== 'NOT_FOUND')).toEqual([])
  })

  it('is a filter for the contacts that its file names, new and known ones', async () => {
    const person = await world.signUp()
    await add(person, ADA)
    await add(person, { ...ADA, email: 'other@example.com' })
    const file = { People: [HEADER, ['', '', ADA.email, ''], ['G', 'H', 'g@example.com', '']] }
    const { id: importId } = (await importAll(person, file)).import
    const find = `query ($filter: ContactFilter) { contacts(first: 5, filter: $filter) { totalCount nodes { email } } }`
    const { contacts: found } = await run(person, find, { filter: { importId } })
    expect(found.nodes.map(({ email }: { email: string }) => email).toSorted()).toEqual([ADA.email, 'g@example.com'])
    expect(found.totalCount).toBe(2)
    const draft = `mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { totalContacts } errors { code message } } }`
    const input = { name: 'About it', audience: { filter: { importId } } }
    expect(await run(person, draft, { input })).toMatchObject({ createCampaign: { totalContacts: 2 } })
    const stranger = await world.signUp()
    expect((await refusal(stranger, find, { filter: { importId } }))[0]).toBe('NOT_FOUND')
  })
})
