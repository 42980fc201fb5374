import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mutate } from '#tests/support/mutate.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

interface Row {
  firstName: string
  lastName: string
  email: string
  fields?: Record<string, string>
}

/** A draft to these people, who became contacts in this order. */
async function draftTo(rows: readonly Row[], input: object = {}): Promise<{ person: TestPerson; id: string }> {
  const person = await world.signUp({ unlimited: true })
  await world.app.database.asSystem((em) =>
    em.execute(
      `insert into contacts (tenant_id, id, first_name, last_name, email, fields)
       select :tenantId, ('01900000-0000-7000-8000-' || lpad(to_hex(c.at), 12, '0'))::uuid, c.first, c.last, c.email, coalesce(c.fields, '{}')
       from jsonb_to_recordset(:rows::jsonb) as c (at int, first text, last text, email text, fields jsonb) returning 1`,
      {
        tenantId: person.tenantId,
        rows: JSON.stringify(
          rows.map(({ firstName, lastName, email, fields }, at) => ({
            at,
            first: firstName,
            last: lastName,
            email,
            fields,
          })),
        ),
      },
    ),
  )
  const { data, errors } = await mutate(person, 'createCampaign', {
    ...{ name: 'Invoices', subject: 'Your invoice', content: 'Attached.', audience: { all: true }, ...input },
  })
  expect(errors).toBeUndefined()
  return { person, id: data.createCampaign.id }
}

const problems = async ({ person, id }: { person: TestPerson; id: string }) => {
  const { data } = await person.graphql(
    'query ($id: ID!) { campaignProblems(id: $id) { code severity count message contacts { email } } }',
    { id },
  )
  return data.campaignProblems.filter(({ code }: { code: string }) => /^(?:FILES|SHIFTED)/.test(code))
}

const NAMES = ['Adler', 'Brandt', 'Conrad', 'Decker', 'Ebert', 'Fischer', 'Graf', 'Huber', 'Imhof', 'Jansen', 'Keller']
const rowOf = (lastName: string) => ({ firstName: '', lastName, email: `${lastName.toLowerCase()}@example.com` })
const shifted = NAMES.slice(0, -1).map((lastName, index) => ({
  ...rowOf(lastName),
  email: rowOf(NAMES[index + 1] ?? '').email,
}))

describe('the launch check for mixed-up personal data', () => {
  it('warns when names have shifted against addresses, as after sorting one column', async () => {
    expect(await problems(await draftTo(NAMES.map(rowOf)))).toEqual([])
    expect(await problems(await draftTo(shifted))).toEqual([
      {
        code: 'SHIFTED_COLUMNS',
        severity: 'warning',
        count: 9,
        message:
          'Names and addresses do not belong together from Adler (brandt@example.com) on. A column of the spreadsheet may have been sorted or moved by itself.',
        contacts: expect.arrayContaining([{ email: 'brandt@example.com' }, { email: 'keller@example.com' }]),
      },
    ])
  })

  it('also compares company names with the domains of addresses', async () => {
    const firms = NAMES.map((name) => ({
      ...rowOf(''),
      email: `info@${name.toLowerCase()}.de`,
      fields: { Company: name },
    }))
    expect(await problems(await draftTo(firms))).toEqual([])
    const moved = firms.slice(0, -1).map((each, index) => ({ ...each, email: firms[index + 1]?.email ?? '' }))
    expect(await problems(await draftTo(moved))).toMatchObject([
      {
        code: 'SHIFTED_COLUMNS',
        message: expect.stringContaining('Companies and addresses do not belong together from info@brandt.de on.'),
      },
    ])
  })

  it('also finds shifted rows at the end of a long list', async () => {
    const draft = await draftTo(shifted)
    const { tenantId } = draft.person
    const admin = new Client({ connectionString: world.databaseUrl })
    await admin.connect()
    // In front of the others, by their ids.
    await admin.query(
      `insert into contacts (tenant_id, id, first_name, last_name, email)
       select $1, ('01800000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '', 'Quint', 'info' || n || '@example.com'
       from generate_series(1, 20000) n`,
      [tenantId],
    )
    await admin.query('analyze contacts')
    await admin.query(
      `insert into campaign_contacts (tenant_id, campaign_id, contact_id)
       select p.tenant_id, c.id, p.id from contacts p join campaigns c on c.tenant_id = p.tenant_id
       where p.tenant_id = $1 and p.last_name = 'Quint'`,
      [tenantId],
    )
    await admin.end()
    expect(await problems(draft)).toMatchObject([{ code: 'SHIFTED_COLUMNS', count: 9 }])
  })

  it('names recipients whose personal file is named after another recipient', async () => {
    const rows = ['Müller', 'Schröder', 'Lee'].map((lastName, index) => ({
      ...rowOf(lastName),
      email: `c${index}@example.com`,
      fields: { File: ['Invoice-Schroeder.pdf', 'Invoice-Mueller.pdf', 'Invoice-Lee.pdf'][index] ?? '' },
    }))
    const draft = await draftTo(rows, { filePattern: '{File}' })
    const files = rows.map(({ fields }) => ({ name: fields.File, contentBytes: 'eA==' }))
    expect((await mutate(draft.person, 'addRecipientFiles', { campaignId: draft.id, files })).errors).toBeUndefined()
    expect(await problems(draft)).toEqual([
      {
        code: 'FILES_DOUBTFUL',
        severity: 'warning',
        count: 2,
        message: 'The file of 2 recipients has the name of another recipient. Look whether each gets the right file.',
        contacts: [{ email: 'c0@example.com' }, { email: 'c1@example.com' }],
      },
    ])
  })

  it('names personal files that several recipients get, and how many get them', async () => {
    const rows = ['Müller', 'Müller', 'Lee', 'Wu', 'Wu', 'Wu'].map((lastName, index) => ({
      ...rowOf(lastName),
      email: `d${index}@example.com`,
      fields: { Number: String(index), Region: index < 5 ? 'north' : 'south' },
    }))
    const draft = await draftTo(rows, { filePattern: 'Invoice-{Last Name}.pdf' })
    const named = ['Invoice-Müller.pdf', 'Invoice-Lee.pdf', 'Invoice-Wu.pdf']
    const numbered = rows.map(({ fields }) => `${fields.Number}.pdf`)
    const use = async (filePattern: string, names: readonly string[]) => {
      await mutate(draft.person, 'removeRecipientFiles', { campaignId: draft.id })
      const files = names.map((name) => ({ name, contentBytes: 'eA==' }))
      expect((await mutate(draft.person, 'addRecipientFiles', { campaignId: draft.id, files })).errors).toBeUndefined()
      expect((await mutate(draft.person, 'updateCampaign', { id: draft.id, filePattern })).errors).toBeUndefined()
      return problems(draft)
    }
    expect(await use('Invoice-{Last Name}.pdf', named)).toEqual([
      {
        code: 'FILES_SHARED',
        severity: 'warning',
        count: 5,
        message:
          '2 files go to more than one recipient: “Invoice-Wu.pdf” (3 recipients) and “Invoice-Müller.pdf” (2 recipients). If each recipient should get their own file, choose a file name or a column that is different for each.',
        contacts: [0, 1, 3, 4, 5].map((index) => ({ email: `d${index}@example.com` })),
      },
    ])
    expect(await use('{Number}.pdf;Prices.pdf', [...numbered, 'Prices.pdf'])).toEqual([])
    expect(await use('{Number}.pdf;{Region}.pdf', [...numbered, 'north.pdf', 'south.pdf'])).toMatchObject([
      { count: 5, message: expect.stringMatching(/^One file goes to .*: “north.pdf” \(5 recipients\)\. If /) },
    ])
    const query =
      'query ($id: ID!) { recipientFilePlan(id: $id, only: SHARED) { shared rowCount rows { email problem sharedWith } } }'
    const { data } = await draft.person.graphql(query, { id: draft.id })
    expect(data.recipientFilePlan).toMatchObject({ shared: 5, rowCount: 5 })
    expect(data.recipientFilePlan.rows[0]).toEqual({ email: 'd0@example.com', problem: 'shared', sharedWith: 4 })
  })

  it('warns of a personal file that is both shared and named after another recipient', async () => {
    const rows = ['Müller', 'Schröder', 'Lee'].map((lastName, index) => ({
      ...rowOf(lastName),
      email: `e${index}@example.com`,
      fields: { File: ['Invoice-Schroeder.pdf', 'Invoice-Schroeder.pdf', 'Invoice-Lee.pdf'][index] ?? '' },
    }))
    const draft = await draftTo(rows, { filePattern: '{File}' })
    const files = [...new Set(rows.map(({ fields }) => fields.File))].map((name) => ({ name, contentBytes: 'eA==' }))
    expect((await mutate(draft.person, 'addRecipientFiles', { campaignId: draft.id, files })).errors).toBeUndefined()
    expect(await problems(draft)).toMatchObject([
      { code: 'FILES_DOUBTFUL', count: 1, contacts: [{ email: 'e0@example.com' }] },
      {
        code: 'FILES_SHARED',
        count: 2,
        contacts: [{ email: 'e0@example.com' }, { email: 'e1@example.com' }],
        message: expect.stringContaining('“Invoice-Schroeder.pdf” (2 recipients)'),
      },
    ])
  })
})
