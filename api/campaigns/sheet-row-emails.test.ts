import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerWith, startReceiver, type Receiver } from '#tests/support/webhooks.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { run } from '#tests/support/imports.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'

let world: World
let server: Receiver
beforeAll(async () => {
  ;[world, server] = await Promise.all([createWorld(), startReceiver()])
})
afterAll(() => Promise.all([world.close(), server.close()]))

const ROWS = [
  { Email: 'ada@states.example', Order: 'A-1' },
  { Email: 'bob@states.example', Order: 'B-1' },
  { Email: 'ada@states.example', Order: 'A-2' },
]
const STATES = `query ($sheet: ID!, $campaign: ID!, $filter: EmailLogFilter) {
  sheetRows(id: $sheet, campaignId: $campaign, filter: $filter) {
    row contact { email } email(campaignId: $campaign) { id status rowNumber repliedAt }
  } }`

/** A campaign about the rows that leaves tomorrow. */
async function launched(emailsPer: 'person' | 'row') {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const { body } = await person.rest('POST', '/api/merges', {
    ...{ name: 'Orders', subject: 'Orders', content: '{#rows}{Order}{/rows}', rows: ROWS, emailsPer },
    action: 'launch',
    scheduledAt: new Date(Date.now() + 86_400_000).toISOString(),
  })
  expect(body.refusal).toBeNull()
  const sql = (text: string) => rowsOf(world, person, `${text} returning id`)
  return { person, campaign: body.campaign.id as string, sheet: body.campaign.sheet.id as string, sql }
}

async function statesOf(person: TestPerson, asked: { sheet: string; campaign: string; filter?: object }) {
  const { sheetRows } = await run(person, STATES, asked)
  return sheetRows.map(
    ({ row, email }: { row: number; email: { status: string; rowNumber: number | null } | null }) => [
      ...[row, email?.status ?? null, email?.rowNumber ?? null],
    ],
  )
}

describe('the email status of rows of a sheet', () => {
  it("is that of a person's single email for each of their rows", async () => {
    const { person, campaign, sheet, sql } = await launched('person')
    await sql(`update email_logs set status = 'sent', sent_at = now() where contact_email like 'ada%'`)
    expect(await statesOf(person, { sheet, campaign })).toEqual([
      [1, 'sent', null],
      [2, 'pending', null],
      [3, 'sent', null],
    ])
  })

  it("is that of each row's own email where each row has one, and can be filtered by it", async () => {
    const { person, campaign, sheet, sql } = await launched('row')
    await sql(`update email_logs set status = 'sent', sent_at = now() where row_number <> 2`)
    await sql(`update email_logs set replied_at = now() where row_number = 3`)
    expect(await statesOf(person, { sheet, campaign })).toEqual([
      [1, 'sent', 1],
      [2, 'pending', 2],
      [3, 'sent', 3],
    ])
    expect(await statesOf(person, { sheet, campaign, filter: { outcome: 'NOT_REPLIED' } })).toEqual([[1, 'sent', 1]])
    expect(await statesOf(person, { sheet, campaign, filter: { status: 'PENDING' } })).toEqual([[2, 'pending', 2]])
  })

  it('is not readable by another workspace', async () => {
    const [own, other] = await Promise.all([launched('row'), launched('row')])
    const asked = { sheet: own.sheet, campaign: other.campaign }
    expect((await own.person.graphql(STATES, asked)).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    const { data } = await own.person.graphql(
      'query ($sheet: ID!, $campaign: ID!) { sheetRows(id: $sheet) { email(campaignId: $campaign) { id } } }',
      asked,
    )
    expect(data.sheetRows.map(({ email }: { email: object | null }) => email)).toEqual([null, null, null])
  })
})

describe('a draft to selected people of a connected sheet', () => {
  it('keeps only them as recipients when the sheet is read again', async () => {
    const person = await world.signUp({ unlimited: true })
    let lines = ['ada@some.example,A-1', 'bob@some.example,B-1']
    server.answer = (response) =>
      answerWith(200, ['Email,Order', ...lines].join('\n'), { 'content-type': 'text/csv' })(
        response,
        server.requests[0]!,
      )
    const { connectSheet } = await run(
      person,
      'mutation ($url: String!) { connectSheet(input: { url: $url }) { sheet { id } errors { message } } }',
      { url: server.url },
    )
    const { contacts } = await run(person, '{ contacts(first: 5) { nodes { id email } } }')
    const ada = contacts.nodes.find(({ email }: { email: string }) => email.startsWith('ada'))
    const draft = async (input: object) => {
      const { createCampaign } = await run(
        person,
        'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id } errors { message } } }',
        { input: { name: 'Orders', sheetId: connectSheet.id, ...input } },
      )
      return createCampaign.id
    }
    const ids = [await draft({ selectedContacts: [ada.id] }), await draft({})]
    lines = [...lines, 'cid@some.example,C-1']
    await run(
      person,
      'mutation ($id: ID!) { readSheet(input: { id: $id }) { sheet { rowCount } errors { message } } }',
      { id: connectSheet.id },
    )
    const counts = await Promise.all(
      ids.map((id) => run(person, 'query ($id: ID!) { campaign(id: $id) { totalContacts } }', { id })),
    )
    expect(counts.map(({ campaign }) => campaign.totalContacts)).toEqual([1, 3])
  })
})
