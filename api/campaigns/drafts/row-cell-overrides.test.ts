import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '#tests/support/imports.ts'
import type { PlainAnswer } from '#tests/support/plain-api-values.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import { answerWith, startReceiver, type Receiver } from '#tests/support/webhooks.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
let server: Receiver
beforeAll(async () => {
  ;[world, server] = await Promise.all([createWorld(), startReceiver()])
})
afterAll(() => Promise.all([world.close(), server.close()]))

const LINES = [
  'Email,Order,City',
  'ada@cells.example,A-1,Berln',
  'ada@cells.example,A-2,Berln',
  'bob@cells.example,B-1,',
]
const CELLS = `query ($sheet: ID!, $id: ID!) { sheetRows(id: $sheet) {
  row contact { id } cells { name value } ownCells(campaignId: $id) { name value } } }`
const SET = `mutation ($input: SetRowCellsInput!) { setRowCells(input: $input) { campaign { id } errors { code field message } } }`

interface Row {
  row: number
  contact: { id: string }
  ownCells: { name: string; value: string }[]
}

const codesOf = ({ errors }: PlainAnswer) => (errors ?? []).map(({ extensions }) => extensions.code)

/** A draft about a connected sheet, and what changes its cells. */
async function draftAboutSheet() {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  server.answer = (response) =>
    answerWith(200, LINES.join('\n'), { 'content-type': 'text/csv' })(response, server.requests[0]!)
  const { connectSheet: sheet } = await run(
    person,
    'mutation ($url: String!) { connectSheet(input: { url: $url }) { sheet { id } errors { message } } }',
    { url: server.url },
  )
  const { createCampaign } = await run(
    person,
    'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id } errors { message } } }',
    {
      input: {
        name: 'Orders',
        subject: 'Orders',
        content: '{#rows}{Order} to {City|nowhere}, {/rows}',
        sheetId: sheet.id,
      },
    },
  )
  const id = createCampaign.id as string
  const rows = async (): Promise<Row[]> => (await run(person, CELLS, { sheet: sheet.id, id })).sheetRows
  const set = async (numbers: number[], value: string | null, column = 'city', campaign = id) => {
    const all = await rows()
    const chosen = all.flatMap(({ row, contact }) => (numbers.includes(row) ? [{ row, contactId: contact.id }] : []))
    return codesOf(await person.graphql(SET, { input: { id: campaign, column, rows: chosen, value } }))
  }
  return { person, id, sheet: sheet.id as string, rows, set }
}

async function launchedRows(person: TestPerson, id: string): Promise<string[]> {
  const at = new Date(Date.now() + 86_400_000).toISOString()
  await run(
    person,
    'mutation ($id: ID!, $at: DateTime) { sendCampaign(input: { id: $id, scheduledAt: $at }) { campaign { id } errors { code message } } }',
    { id, at },
  )
  const rows = await rowsOf<{ cities: (string | undefined)[] }>(
    world,
    person,
    `select jsonb_path_query_array(merge_values, '$.rows[*].City') as cities from email_logs order by contact_email`,
  )
  return rows.map(({ cities }) => cities.join('+'))
}

describe('setRowCells', () => {
  it('changes cell values for one campaign, also after the sheet is read again, but not for another draft', async () => {
    const { person, id, sheet, set, rows } = await draftAboutSheet()
    const { duplicateCampaign: copy } = await run(
      person,
      'mutation ($id: ID!) { duplicateCampaign(input: { id: $id }) { campaign { id } errors { message } } }',
      { id },
    )
    expect(await set([2, 3], 'Berlin')).toEqual([])
    expect(await set([4], 'Bonn')).toEqual([])
    await run(
      person,
      'mutation ($id: ID!) { readSheet(input: { id: $id, acceptColumns: true }) { sheet { id } errors { message } } }',
      { id: sheet },
    )
    expect((await rows()).map(({ ownCells }) => ownCells)).toEqual([
      [{ name: 'City', value: 'Berlin' }],
      [{ name: 'City', value: 'Berlin' }],
      [{ name: 'City', value: 'Bonn' }],
    ])
    const preview = 'query ($id: ID!) { previewMail(input: { campaignId: $id }) { text } }'
    expect((await run(person, preview, { id })).previewMail.text).toMatch(/A-1 to Berlin, A-2 to Berlin|B-1 to Bonn/)
    expect((await run(person, preview, { id: copy.id })).previewMail.text).toMatch(/to Berln|to nowhere/)
    expect(await launchedRows(person, id)).toEqual(['Berlin+Berlin', 'Bonn'])
  })

  it("can restore the sheet's value or empty a cell, and copying the campaign copies the changes", async () => {
    const { person, id, set, rows } = await draftAboutSheet()
    await set([2, 3], '')
    await set([3], null)
    expect((await rows()).map(({ ownCells }) => ownCells)).toEqual([[{ name: 'City', value: '' }], [], []])
    const { duplicateCampaign: copy } = await run(
      person,
      'mutation ($id: ID!) { duplicateCampaign(input: { id: $id }) { campaign { id } errors { message } } }',
      { id },
    )
    expect(await launchedRows(person, copy.id)).toEqual(['+Berln', ''])
    expect(await set([2], 'X', 'City', copy.id)).toEqual(['CONFLICT'])
  })

  it('refuses a campaign and a row of another workspace', async () => {
    const [own, other] = [await draftAboutSheet(), await draftAboutSheet()]
    const theirs = (await other.rows()).map(({ row, contact }) => ({ row, contactId: contact.id }))
    const ours = (await own.rows()).map(({ row, contact }) => ({ row, contactId: contact.id }))
    const attack = async (id: string, rows: object[]) =>
      codesOf(await own.person.graphql(SET, { input: { id, column: 'City', rows, value: 'x' } }))
    expect(await attack(own.id, theirs)).toEqual(['NOT_FOUND'])
    expect(await attack(other.id, ours)).toEqual(['NOT_FOUND'])
    expect((await other.rows()).map(({ ownCells }) => ownCells)).toEqual([[], [], []])
  })

  it('refuses a column that the sheet lacks and rows that do not exist, and then changes nothing', async () => {
    const { person, id, set, rows } = await draftAboutSheet()
    expect(await set([2], 'x', 'Nothing')).toEqual(['BAD_INPUT'])
    const [first, , last] = await rows()
    const mixed = [
      { row: first!.row, contactId: first!.contact.id },
      { row: first!.row, contactId: last!.contact.id },
    ]
    const refused = await person.graphql(SET, { input: { id, column: 'City', rows: mixed, value: 'x' } })
    expect(codesOf(refused)).toEqual(['NOT_FOUND'])
    expect((await rows()).map(({ ownCells }) => ownCells)).toEqual([[], [], []])
  })
})
