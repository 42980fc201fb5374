import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { table, wordDocument } from '#tests/support/word-document.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const ROWS = [
  { Email: 'ada@merges.example', 'First name': 'Ada', Order: 'A-1', Amount: 10.5, Customer: 'C1' },
  { Email: 'bob@merges.example', 'First name': 'Bob', Order: 'B-1', Amount: 7, Customer: 'C2' },
  { Email: 'ada@merges.example', 'First name': 'Ada', Order: 'A-2', Amount: 20, Customer: 'C1' },
  { Email: 'ada.office@merges.example', 'First name': 'Ada', Order: 'A-3', Amount: 1, Customer: 'c1' },
]
const EMAIL = {
  name: 'Invoices',
  subject: '{count} open invoices for {firstName}',
  content: 'Open:\n{#rows by "Order"}{Order}: {Amount|currency:EUR}\n{/rows}Total: {sum of Amount|currency:EUR}',
}

async function member(): Promise<{ person: TestPerson; mailbox: string }> {
  const mailbox = `merges-${Math.random().toString(36).slice(2)}@sandbox.test`
  const person = await world.signUp({ unlimited: true })
  await world.connect(person, 'microsoft', mailbox)
  return { person, mailbox }
}

async function sentFrom(mailbox: string, count: number): Promise<{ subject: string; text: string }[]> {
  const mails = await eventually(`${count} emails lie in Sent`, async () => {
    const answer = await fetch(`${world.sandboxUrl}/sandbox/mailboxes/microsoft/${mailbox}/messages`)
    const { messages } = (await answer.json()) as { messages: { id: string; subject: string }[] }
    return messages.length === count ? messages : null
  })
  const read = mails.map(async ({ id, subject }) => {
    const answer = await fetch(`${world.sandboxUrl}/sandbox/messages/${encodeURIComponent(id)}`)
    return { subject, text: JSON.stringify(await answer.json()) }
  })
  return (await Promise.all(read)).toSorted((a, b) => a.subject.localeCompare(b.subject))
}

describe('POST /api/merges', () => {
  it('sends each person one email about all of their rows in the sheet, with totals', async () => {
    const { person, mailbox } = await member()
    const { status, body } = await person.rest('POST', '/api/merges', { ...EMAIL, rows: ROWS, action: 'launch' })
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        refusal: null,
        campaign: expect.objectContaining({
          status: 'sending',
          totalContacts: 3,
          emailsPer: 'person',
          sheet: expect.objectContaining({ rowCount: 4, personCount: 3, columns: ['Order', 'Amount', 'Customer'] }),
        }),
      }),
    ])
    const mails = await sentFrom(mailbox, 3)
    expect(mails.map(({ subject }) => subject)).toEqual([
      '1 open invoices for Ada',
      '1 open invoices for Bob',
      '2 open invoices for Ada',
    ])
    expect(mails[2]?.text).toMatch(/A-1: €10\.50.*A-2: €20\.00.*Total: €30\.50/)
    expect(mails[2]?.text).not.toContain('B-1')
  })

  it('previews the document of a chosen row where each row gets its own email', async () => {
    const { person } = await member()
    const contentBytes = wordDocument({ body: table(['{Order}']) }).toString('base64')
    const attachments = [{ name: 'Order {Order}.docx', contentBytes, document: 'docx' }]
    const merge = { ...EMAIL, rows: ROWS.slice(0, 3), attachments, emailsPer: 'row' }
    const { body } = await person.rest('POST', '/api/merges', merge)
    const { data } = await person.graphql(
      'query ($id: ID!) { sheetRows(id: $id, first: 10) { row contact { id } cells { name value } } }',
      { id: body.campaign.sheet.id },
    )
    const names: string[] = []
    for (const { row, contact } of data.sheetRows) {
      const input = { campaignId: body.campaign.id, contactId: contact.id, row }
      const preview = await person.graphql(
        'query ($input: MailInput!) { previewMail(input: $input) { attachments { name } } }',
        { input },
      )
      names.push(preview.data.previewMail.attachments[0].name)
    }
    expect(names).toEqual(['Order A-1.docx', 'Order B-1.docx', 'Order A-2.docx'])
  })

  it('fills in a document for each person with their rows', async () => {
    const { person, mailbox } = await member()
    const body = table(['Order', 'Amount'], ['{#rows by "Order"}{Order}', '{Amount|number:2}{/rows}'])
    const contentBytes = wordDocument({ body }).toString('base64')
    const attachments = [{ name: 'Orders of {firstName}.docx', contentBytes, document: 'docx' }]
    const { status } = await person.rest('POST', '/api/merges', {
      ...{ ...EMAIL, rows: ROWS.slice(0, 3), attachments, action: 'launch' },
    })
    expect(status).toBe(201)
    const mails = await sentFrom(mailbox, 2)
    expect(mails.map(({ text }) => /Orders of \w+\.docx/.exec(text)?.[0])).toEqual([
      'Orders of Bob.docx',
      'Orders of Ada.docx',
    ])
  })

  it('can group rows by another column: the first row of a group names the person who gets its email', async () => {
    const { person, mailbox } = await member()
    const { body } = await person.rest('POST', '/api/merges', {
      ...{ ...EMAIL, rows: ROWS, groupBy: 'customer', action: 'launch' },
    })
    expect(body.campaign).toMatchObject({ totalContacts: 2, sheet: { rowCount: 4, personCount: 2 } })
    const mails = await sentFrom(mailbox, 2)
    expect(mails.map(({ subject }) => subject)).toEqual(['1 open invoices for Bob', '3 open invoices for Ada'])
    expect(mails[1]?.text).toContain('A-3')
  })

  it('can send one email for each row, with the values of that row', async () => {
    const { person, mailbox } = await member()
    const subject = 'Order {Order} of {firstName}'
    const { body } = await person.rest('POST', '/api/merges', {
      ...{ ...EMAIL, subject, rows: ROWS, emailsPer: 'row', action: 'launch' },
    })
    expect(body.campaign).toMatchObject({ totalContacts: 4, emailsPer: 'row' })
    const mails = await sentFrom(mailbox, 4)
    expect(mails.map((mail) => mail.subject)).toEqual([
      'Order A-1 of Ada',
      'Order A-2 of Ada',
      'Order A-3 of Ada',
      'Order B-1 of Bob',
    ])
    const { data } = await person.graphql(
      `query ($id: ID!) { campaign(id: $id) { emailLogs(first: 10) { edges { node { contactEmail rowNumber } } } } }`,
      { id: body.campaign.id },
    )
    const rows = data.campaign.emailLogs.edges.map(({ node }: { node: { rowNumber: number } }) => node.rowNumber)
    expect(rows.toSorted()).toEqual([1, 2, 3, 4])
  })

  it('keeps the draft if the launch is refused, and returns the reason', async () => {
    const person = await world.signUp()
    const { status, body } = await person.rest('POST', '/api/merges', { ...EMAIL, rows: ROWS, action: 'launch' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      campaign: { status: 'draft' },
      refusal: { message: expect.stringContaining('mailbox') },
    })
  })

  it('can rehearse the campaign without sending it', async () => {
    const { person } = await member()
    const { body } = await person.rest('POST', '/api/merges', {
      ...EMAIL,
      rows: ROWS,
      emailsPer: 'row',
      action: 'rehearse',
    })
    const report = await eventually('the rehearsal is done', async () => {
      const query =
        'query ($id: ID!) { campaign(id: $id) { rehearsal { report { recipients emails findings { code } } } } }'
      const { data } = await person.graphql(query, { id: body.campaign.id })
      return data.campaign.rehearsal?.report ?? null
    })
    expect(report).toMatchObject({ recipients: 4, emails: 4 })
  })

  it('stores nothing if a row has no valid email address', async () => {
    const person = await world.signUp()
    const rows = [...ROWS, { Email: 'nobody', Order: 'X' }]
    const { status, body } = await person.rest('POST', '/api/merges', { ...EMAIL, rows })
    expect([status, body.message]).toEqual([400, expect.stringContaining('row 5')])
    const { data } = await person.graphql('{ contacts { totalCount } sheets { id } campaigns { totalCount } }')
    expect(data).toEqual({ contacts: { totalCount: 0 }, sheets: [], campaigns: { totalCount: 0 } })
  })
})

describe('the status sheet of a campaign about the rows of a sheet', () => {
  const sheetOf = async (person: TestPerson, id: string) => {
    const { token } = person
    const path = `/api/campaigns/${id}/sheet?format=csv`
    const answer = await fetch(world.url + path, { headers: { authorization: token } })
    const lines = (await answer.text()).trim().split('\r\n').slice(1)
    return lines.map((line) => line.split(',').slice(0, 7))
  }

  it.each([['person', 3] as const, ['row', 4] as const])(
    'returns every row with the status of its email, with one email per %s',
    async (emailsPer, count) => {
      const { person, mailbox } = await member()
      const { body } = await person.rest('POST', '/api/merges', { ...EMAIL, rows: ROWS, emailsPer, action: 'launch' })
      await sentFrom(mailbox, count)
      const { id } = body.campaign
      await eventually(
        'the campaign is sent',
        async () => (await person.rest('GET', `/api/campaigns/${id}`)).body.status === 'sent',
      )
      const rows = await sheetOf(person, id)
      expect(rows.map((row) => [row[2], row[3], row[6]])).toEqual([
        ['ada@merges.example', 'A-1', 'Sent'],
        ['bob@merges.example', 'B-1', 'Sent'],
        ['ada@merges.example', 'A-2', 'Sent'],
        ['ada.office@merges.example', 'A-3', 'Sent'],
      ])
    },
  )
})

describe('a draft about the rows of a sheet', () => {
  const PROBLEMS = 'query ($id: ID!) { campaignProblems(id: $id) { code message count } }'

  it('shows a person’s rows in the preview, and reports rows without a value', async () => {
    const { person } = await member()
    const content = '{#rows}{Order} {Note}\n{/rows}'
    const rows = ROWS.map((row, index) => (index === 1 ? { ...row, Note: 'fragile' } : row))
    const { body } = await person.rest('POST', '/api/merges', { ...EMAIL, content, rows })
    const { id } = body.campaign
    const { data } = await person.graphql(
      'query ($id: ID!) { previewMail(input: { campaignId: $id }) { subject text } }',
      { id },
    )
    expect(data.previewMail).toMatchObject({
      subject: '2 open invoices for Ada',
      text: expect.stringMatching(/A-1[\s\S]*A-2/),
    })
    const { data: checked } = await person.graphql(PROBLEMS, { id })
    expect(checked.campaignProblems).toContainEqual({
      code: 'EMPTY_TAG',
      message:
        '2 emails have rows without a value for {Note}. Add a fallback, as in {Note|none}, or fill in the value.',
      count: 2,
    })
    expect(checked.campaignProblems.map(({ code }: { code: string }) => code)).not.toContain('UNKNOWN_TAG')
  })

  it("gets a warning about a column outside of {#rows} whose values differ between a person's rows, except with one email per row", async () => {
    const { person } = await member()
    const email = { ...EMAIL, subject: 'Order {Order} of {Customer}' }
    const problemsOf = async (emailsPer: string) => {
      const { body } = await person.rest('POST', '/api/merges', { ...email, rows: ROWS.slice(0, 3), emailsPer })
      const { data } = await person.graphql(PROBLEMS, { id: body.campaign.id })
      return data.campaignProblems.filter(({ code }: { code: string }) => code === 'FIRST_ROW')
    }
    expect(await problemsOf('person')).toEqual([
      {
        code: 'FIRST_ROW',
        message:
          '{Order} stands outside of {#rows}. One person has several values for it and would get only that of their first row. Write {#rows}{Order}{/rows} to list all, or {count} for how many there are.',
        count: 1,
      },
    ])
    expect(await problemsOf('row')).toEqual([])
  })

  it('cannot be launched once its sheet is deleted', async () => {
    const { person } = await member()
    const { body } = await person.rest('POST', '/api/merges', { ...EMAIL, rows: ROWS })
    const { id, sheet } = body.campaign
    expect((await person.rest('DELETE', `/api/sheets/${sheet.id}`)).status).toBe(200)
    const { data } = await person.graphql(PROBLEMS, { id })
    expect(data.campaignProblems.map(({ code }: { code: string }) => code)).toContain('SHEET_GONE')
    expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(400)
  })

  it('and its sheet cannot be used or deleted by another workspace', async () => {
    const [own, other] = [await world.signUp(), await world.signUp()]
    const { body } = await own.rest('POST', '/api/merges', { ...EMAIL, rows: ROWS })
    const { id } = body.campaign.sheet
    expect((await other.rest('DELETE', `/api/sheets/${id}`)).status).toBe(404)
    expect((await other.rest('POST', '/api/campaigns', { name: 'N', sheetId: id })).status).toBe(404)
  })
})
