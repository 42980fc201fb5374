import { encode } from 'iconv-lite'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taskKinds } from '#api/background-task-kinds.ts'
import { startTasks } from '#api/tasks/task-runner.ts'
import {
  ADA,
  add,
  COMMIT,
  commit,
  contacts,
  HEADER,
  inputOf,
  look,
  LOOK,
  refusal,
  run,
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

describe('the upload of a file that can be read in several encodings', () => {
  const CYRILLIC = encode(
    'Имя;Почта;City\nАнна;anna@example.com;Москва\nПётр;petr@example.com;Казань\n',
    'windows-1251',
  )

  it('is previewed and imported in the chosen encoding, with the columns that this encoding gives', async () => {
    const person = await world.signUp()
    const preview = (await run(person, UPLOAD, { input: inputOf(CYRILLIC, 'people.csv') })).uploadContacts
    expect(preview).toMatchObject({ encoding: 'windows-1251', problem: null, added: { count: 2 } })
    expect(preview.notices[0].message).toContain('was read as Cyrillic (Windows-1251)')
    const wrong = await look(person, preview.id, { encoding: 'windows-1252' })
    expect(wrong).toMatchObject({ encoding: 'windows-1252', added: { count: 0 } })
    expect(wrong.problem).toContain('No column for the email address was found')
    expect(await refusal(person, COMMIT, { id: preview.id, choice: { encoding: 'windows-1252' } })).toEqual([
      'BAD_INPUT',
      wrong.problem,
    ])
    const latin = encode('Email;First Name\nann@example.com;Zoë\n', 'windows-1252')
    const other = (await run(person, UPLOAD, { input: inputOf(latin, 'people.csv') })).uploadContacts
    await commit(person, other.id, { encoding: 'windows-1251' })
    expect((await contacts(person)).map(({ firstName }) => firstName)).toEqual(['Zoл'])
  })

  it('offers the list of known encodings', async () => {
    const person = await world.signUp()
    const preview = (await run(person, UPLOAD, { input: inputOf(CYRILLIC, 'people.csv') })).uploadContacts
    const [code, message] = await refusal(person, LOOK, { id: preview.id, choice: { encoding: 'latin' } })
    expect([code, message]).toEqual([
      'BAD_INPUT',
      expect.stringContaining('The encoding must be one of utf-8, utf-16le'),
    ])
  })

  it('leaves out hidden rows and fills merged cells if chosen', async () => {
    const person = await world.signUp()
    const file = readFileSync(new URL('./spreadsheet/fixtures/doubtful/merged-hidden-filtered.xlsx', import.meta.url))
    const preview = (await run(person, UPLOAD, { input: inputOf(file) })).uploadContacts
    expect(preview).toMatchObject({ encoding: null, added: { count: 3 } })
    expect(preview.notices.map(({ kind }: { kind: string }) => kind)).toEqual(['mergedCells', 'hiddenRows'])
    const choice = { leaveOutHidden: true, fillMerged: true }
    const chosen = await look(person, preview.id, choice)
    expect(chosen.added.count).toBe(2)
    expect(chosen.notices.map(({ kind }: { kind: string }) => kind)).toEqual(['filledCells', 'leftOutRows'])
    await commit(person, preview.id, choice)
    expect((await contacts(person)).map(({ email, fields }) => [email, fields[0]?.value])).toEqual([
      ['a@example.com', 'Acme'],
      ['b@example.com', 'Acme'],
    ])
  })
})

describe('an uploaded spreadsheet', () => {
  it('gets notices about values that a spreadsheet program may have altered', async () => {
    const person = await world.signUp()
    const text = 'First Name,Email,City\nAda,ada@example.com,NULL\nBob,bob@example.com,N/A\nCy,cy@example.com\n'
    const preview = (await run(person, UPLOAD, { input: inputOf(Buffer.from(text), 'people.csv') })).uploadContacts
    expect(preview.added.count).toBe(3)
    expect(preview.notices).toEqual([
      {
        kind: 'placeholders',
        count: 2,
        row: 2,
        samples: ['NULL', 'N/A'],
        message: expect.stringContaining('2 cells (the first in row 2) stand for “no value” in words: “NULL”, “N/A”.'),
      },
      { kind: 'shortRows', count: 1, row: 4, samples: [], message: expect.stringContaining('Row 4 has fewer cells') },
    ])
  })

  it('is previewed before anything is stored: new, changed, unchanged, repeated and rejected rows, with reasons', async () => {
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
      rows: [{ row: 5, email: 'Grace@example.com', reason: 'Same address as in row 4' }],
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

  itInFull('is also previewed over REST, with the first ten rows of many, as documented', async () => {
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

  it('shows the first rows as they are, and the academic titles that would be kept as a field', async () => {
    const person = await world.signUp()
    const preview = await upload(person, {
      Club: [
        ['Members 2026'],
        ['Name', 'Email', 'Fee'],
        ['Dr. Ann Lee', 'ann@example.com', 12],
        ['Bo', 'bo@example.com'],
      ],
    })
    expect(preview.head).toEqual([
      { row: 2, cells: ['Name', 'Email', 'Fee'] },
      { row: 3, cells: ['Dr. Ann Lee', 'ann@example.com', '12'] },
      { row: 4, cells: ['Bo', 'bo@example.com', ''] },
    ])
    expect(preview.titles).toEqual({ field: 'Title', count: 1, samples: ['Dr.'] })
    expect((await look(person, preview.id, { columns: [{ index: 0, field: 'ignored' }] })).titles).toBeNull()
  })

  itInFull('gets the offer to split cells with several addresses', async () => {
    const person = await world.signUp()
    await add(person, { ...ADA, email: 'a2@example.com' })
    const preview = await upload(person, {
      A: [
        ['First Name', 'Email', 'City'],
        ['Ann', 'a1@example.com; a2@example.com', 'Rome'],
        ['Bo', 'bo@example.com', ''],
      ],
    })
    expect(preview).toMatchObject({ severalRows: 1, severalAddresses: 2, added: { count: 1 }, rejected: { count: 1 } })
    const split = await look(person, preview.id, { splitAddresses: true })
    expect(split).toMatchObject({ severalRows: 1, added: { count: 2 }, changed: { count: 1 }, rejected: { count: 0 } })
    await commit(person, preview.id, { splitAddresses: true })
    expect(await contacts(person)).toMatchObject([
      { email: 'a1@example.com', firstName: 'Ann', fields: [{ name: 'City', value: 'Rome' }] },
      { email: 'a2@example.com', firstName: 'Ada' },
      { email: 'bo@example.com' },
    ])
  })

  itInFull(
    "beyond the plan's limit gets the offer to import the first new contacts and download the others",
    async () => {
      const person = await world.signUp()
      await world.app.database.asSystem((em) =>
        em.execute('update tenants set max_contacts = 3 where id = ? returning 1', [person.tenantId]),
      )
      await add(person, ADA)
      const rows = ['p1', 'ada', 'p2', 'p3', 'p4'].map((name) => ['New', '', `${name}@example.com`, 'Rome'])
      const preview = await upload(person, { A: [HEADER, ...rows] })
      expect(preview).toMatchObject({ room: 2, leftOut: 0, problem: expect.stringContaining('allows 3 contacts') })
      const choice = { firstThatFit: true, existing: 'update' }
      expect(await look(person, preview.id, choice)).toMatchObject({
        problem: null,
        room: 2,
        leftOut: 2,
        added: { count: 4 },
      })
      const task = await commit(person, preview.id, choice)
      expect(task).toMatchObject({
        message: '2 contacts added, 1 changed, 0 duplicates ignored, 2 rows rejected.',
        import: { added: 2, changed: 1, rejected: 2 },
      })
      expect((await contacts(person)).map(({ email }) => email)).toEqual(
        ['ada', 'p1', 'p2'].map((name) => `${name}@example.com`),
      )
      const kept = await world.app.database.asSystem((em) =>
        em.execute('select rejected_rows from contact_imports where tenant_id = ?', [person.tenantId]),
      )
      expect(kept).toMatchObject([
        {
          rejected_rows: [
            {
              row: 5,
              reason: 'Your plan has no room for this contact',
              values: [
                ['First Name', 'New'],
                ['Last Name', ''],
                ['Email', 'p3@example.com'],
                ['City', 'Rome'],
              ],
            },
            { row: 6 },
          ],
        },
      ])
      const full = await upload(person, { A: [HEADER, ...rows] })
      expect(await look(person, full.id, choice)).toMatchObject({
        room: 0,
        problem: expect.stringContaining('allows 3'),
      })
    },
  )

  itInFull('may be a text file of any delimiter and encoding, or an OpenDocument file', async () => {
    const person = await world.signUp()
    const german = Buffer.from(
      'Anrede;Vorname;Nachname;E-Mail;PLZ\r\nHerr;Jörg;"Groß; Sohn";joerg@example.de;01067\r\n',
      'latin1',
    )
    const { uploadContacts } = await run(person, UPLOAD, { input: inputOf(german, 'Mitglieder.csv') })
    expect(uploadContacts).toMatchObject({
      problem: null,
      added: { rows: [{ row: 2, email: 'joerg@example.de' }] },
    })
    expect(uploadContacts.added.rows[0].values).toEqual(
      expect.arrayContaining([
        { name: 'Last Name', value: 'Groß; Sohn' },
        { name: 'PLZ', value: '01067' },
      ]),
    )
    const form = new FormData()
    form.append(
      'file',
      new Blob(['Name\tEmail\nAnn\tann@example.com\n'], { type: 'text/tab-separated-values' }),
      'a.tsv',
    )
    const response = await fetch(`${world.url}/api/contacts/upload`, {
      method: 'POST',
      headers: { authorization: person.token },
      body: form,
    })
    expect(await response.json()).toMatchObject({ added: 1 })
  })

  itInFull('lets the person choose the sheet and the meaning of each column', async () => {
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

  it('that cannot be imported gets an explanation in the preview, and is refused by the import', async () => {
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
      [[{ index: 0, field: 'firstName' }], 'Choose the column with the email addresses.'],
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

  itInFull('has its numbers formatted in the language of the emails, in the preview and after the import', async () => {
    const person = await world.signUp()
    await run(
      person,
      'mutation { updateEmailSettings(input: { language: DE }) { emailSettings { language } errors { message } } }',
    )
    const rows = {
      People: [
        [...HEADER.slice(0, 3), 'Fee'],
        ['Ada', 'King', 'ada@example.com', 1180.5],
      ],
    }
    const { id, added } = await upload(person, rows)
    const fee = { name: 'Fee', value: '1180,5' }
    expect(added.rows[0].values).toContainEqual(fee)
    expect((await look(person, id, { columns: [] })).added.rows[0].values).toContainEqual(fee)
    await commit(person, id)
    expect(await contacts(person)).toMatchObject([{ fields: [fee] }])
    await run(
      person,
      'mutation { updateEmailSettings(input: { language: null }) { emailSettings { language } errors { message } } }',
    )
    expect((await upload(person, rows)).changed.rows[0].changes).toEqual([
      { name: 'Fee', before: '1180,5', after: '1180.5' },
    ])
  })

  it.each([
    ['no base64', { fileName: 'a.xlsx', contentBytes: '%%%' }, 'BAD_INPUT'],
    ['a file named as a PDF', inputOf(Buffer.from('a,b'), 'a.pdf'), 'UNSUPPORTED_TYPE'],
    ['a web page', inputOf(Buffer.from('<html>')), 'UNSUPPORTED_TYPE'],
    ['a broken workbook', inputOf(workbook({ A: [['Email'], ['a@b.co']] }).subarray(0, 900)), 'UNREADABLE_FILE'],
  ])('is rejected when it is %s', async (_, input, code) => {
    expect((await refusal(await world.signUp(), UPLOAD, { input }))[0]).toBe(code)
  })

  itInFull('is kept for a day, is private, and only the ten newest of a workspace are kept', async () => {
    const [person, stranger] = [await world.signUp(), await world.signUp()]
    const [first, second] = [await upload(person, { A: [['Email']] }), await upload(person, { A: [['Email']] })]
    await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute(
        `insert into import_files select tenant_id, ('ffff' || substr(gen_random_uuid()::text, 5))::uuid, user_id, file_name, content_type, content, sheets,
           task_id, created_at, expires_at from import_files, generate_series(1, 4) returning 1`,
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
