import * as XLSX from 'xlsx'
import { expect, it } from 'vitest'
import { uuidOf } from '#schema/object-ids.ts'
import { configureSending } from '#tests/support/campaigns.ts'
import { clockedWorld } from '#tests/support/clocked-world.ts'
import { run, workbook } from '#tests/support/imports.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import type { TestPerson } from '#tests/support/world.ts'
import { statusSheet } from './status-sheet.ts'

const clocked = clockedWorld()

const SHEET = [
  ['Company', 'E-Mail', 'Vorname', 'Nachname', 'Status'],
  ['=HYPERLINK("x")', 'ada@sheet.example', 'Ada', 'Byron', 'gold'],
  ['Bell', 'ben@sheet.example', 'Ben', 'Cole', 'silver'],
  ['Core', 'cem@sheet.example', 'Cem', 'Demir', ''],
]

async function upload(person: TestPerson, rows: readonly (readonly string[])[]): Promise<Record<string, unknown>> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(workbook({ Guests: rows.map((row) => [...row]) }))]), 'guests.xlsx')
  const headers = { authorization: person.token }
  const response = await fetch(`${clocked.world.url}/api/contacts/upload`, { method: 'POST', headers, body: form })
  return response.json()
}

/** Launches a campaign to contacts, all by default, for tomorrow; returns its id. */
async function launch(person: TestPerson, to?: readonly string[]): Promise<string> {
  const { contacts } = await run(person, '{ contacts(first: 10) { edges { node { id email } } } }')
  const selectedContacts = contacts.edges.flatMap(({ node }: { node: { id: string; email: string } }) =>
    to === undefined || to.includes(node.email) ? [node.id] : [],
  )
  const { createCampaign } = await run(
    person,
    'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id } errors { code } } }',
    { input: { name: 'Spring', subject: 'Hello', content: 'Text', selectedContacts } },
  )
  const { id } = createCampaign
  const tomorrow = new Date(clocked.now + 86_400_000).toISOString()
  await run(
    person,
    'mutation ($id: ID!, $at: DateTime) { sendCampaign(input: { id: $id, scheduledAt: $at }) { campaign { id } errors { code message } } }',
    { id, at: tomorrow },
  )
  return id
}

/** A campaign to an uploaded sheet, and to a contact that was there before. */
async function campaignFromSheet(): Promise<{ person: TestPerson; id: string }> {
  const { world } = clocked
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  await run(
    person,
    'mutation { createContact(input: { firstName: "Zoe", lastName: "Older", email: "zoe@older.example" }) { contact { id } errors { code } } }',
  )
  expect(await upload(person, SHEET)).toMatchObject({ added: 3 })
  const id = await launch(person)
  await rowsOf(
    world,
    person,
    `update email_logs set status = 'sent', sent_at = '2026-11-26T12:00:00Z', opened_at = '2026-11-26T13:30:00Z'
     where contact_email = 'ben@sheet.example' returning id`,
  )
  return { person, id }
}

/** The cells of a CSV file, as a spreadsheet program reads them. */
const csvRows = (text: string): string[][] => {
  const book = XLSX.read(text, { type: 'string', raw: true })
  return XLSX.utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, defval: '' })
}

const file = async ({ person, id }: { person: TestPerson; id: string }, format: string) => {
  const response = await fetch(`${clocked.world.url}/api/campaigns/${id}/sheet?format=${format}`, {
    headers: { authorization: person.token },
  })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

it('the status sheet returns the uploaded sheet with the outcome of each email', async () => {
  const campaign = await campaignFromSheet()
  const rows = csvRows((await file(campaign, 'csv')).toString('utf8').replace('\ufeff', ''))
  expect(rows[0]).toEqual([
    ...['Company', 'E-Mail', 'Vorname', 'Nachname', 'Status', 'Status (Mergewell)', 'Sent', 'Opened', 'Clicked'],
    ...['Replied', 'Bounced', 'Unsubscribed', 'Date', 'Problem'],
  ])
  expect(rows.slice(1).map((cells) => cells.slice(0, 6))).toEqual([
    [`'=HYPERLINK("x")`, 'ada@sheet.example', 'Ada', 'Byron', 'gold', 'Waiting'],
    ['Bell', 'ben@sheet.example', 'Ben', 'Cole', 'silver', 'Opened'],
    ['Core', 'cem@sheet.example', 'Cem', 'Demir', '', 'Waiting'],
    ['', 'zoe@older.example', 'Zoe', 'Older', '', 'Waiting'],
  ])
  expect(rows[2]?.slice(6, 8)).toEqual(['2026-11-26T12:00:00.000Z', '2026-11-26T13:30:00.000Z'])
  expect(rows[2]?.[12]).toBe('2026-11-26T13:30:00.000Z')
})

it('the status sheet keeps the order of the sheet, in whatever order its emails are sent', async () => {
  const campaign = await campaignFromSheet()
  await rowsOf(
    clocked.world,
    campaign.person,
    `update email_logs l set id = ('ffffffff-ffff-ffff-ffff-' || lpad(to_hex(1000 - n), 12, '0'))::uuid
     from (select id, row_number() over (order by contact_id) as n from email_logs) as turned where l.id = turned.id returning 1`,
  )
  const rows = csvRows((await file(campaign, 'csv')).toString('utf8'))
  expect(rows.slice(1).map(([, email]) => email)).toEqual([
    ...['ada@sheet.example', 'ben@sheet.example', 'cem@sheet.example', 'zoe@older.example'],
  ])
})

const OLDER = [
  ['E-Mail', 'Vorname', 'Kunde'],
  ['cem@sheet.example', 'Cem', 'K-7'],
  ['old@sheet.example', 'Olga', 'K-8'],
]

it('the status sheet lists contacts that existed before the upload in their own rows, with the columns of the sheet that has most recipients', async () => {
  const { world } = clocked
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  expect(await upload(person, OLDER)).toMatchObject({ added: 2 })
  expect(await upload(person, SHEET.toSpliced(1, 0, ['Dot', 'dot@sheet.example', 'Dot', 'Dahl', '']))).toMatchObject({
    added: 3,
    ignored: 1,
  })
  await rowsOf(world, person, `delete from contacts where email_key = 'dot@sheet.example' returning 1`)
  const id = await launch(person)
  const later = await upload(person, [
    ['E-Mail', 'Later'],
    ['cem@sheet.example', 'x'],
    ['ben@sheet.example', 'y'],
    ['ada@sheet.example', 'z'],
  ])
  expect(later).toMatchObject({ ignored: 3 })
  await rowsOf(
    world,
    person,
    `update contact_imports set created_at = '${new Date(clocked.now + 3_600_000).toISOString()}'
     where id = (select id from contact_imports order by id desc limit 1) returning 1`,
  )
  const rows = csvRows((await file({ person, id }, 'csv')).toString('utf8').replace('\ufeff', ''))
  expect(rows.map((cells) => cells.slice(0, 5))).toEqual([
    ['Company', 'E-Mail', 'Vorname', 'Nachname', 'Status'],
    [`'=HYPERLINK("x")`, 'ada@sheet.example', 'Ada', 'Byron', 'gold'],
    ['Bell', 'ben@sheet.example', 'Ben', 'Cole', 'silver'],
    ['', 'cem@sheet.example', 'Cem', '', ''],
    ['', 'old@sheet.example', 'Olga', '', ''],
  ])
})

it('the status sheet includes rows of people who are not recipients, without a status, except rows of deleted contacts', async () => {
  const { world } = clocked
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  await upload(person, SHEET)
  const id = await launch(person, ['ben@sheet.example'])
  const cells = async () => csvRows((await file({ person, id }, 'csv')).toString('utf8')).slice(1)
  expect((await cells()).map((row) => [row[1], row[4], row[5]])).toEqual([
    ['ada@sheet.example', 'gold', ''],
    ['ben@sheet.example', 'silver', 'Waiting'],
    ['cem@sheet.example', '', ''],
  ])
  await rowsOf(
    world,
    person,
    `delete from contacts where email_key in ('ada@sheet.example', 'ben@sheet.example') returning 1`,
  )
  expect((await cells()).map((row) => row[1])).toEqual(['ben@sheet.example', 'cem@sheet.example'])
})

it('the status sheet is based on the earlier upload of a list once the latest upload is undone', async () => {
  const { world } = clocked
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  await upload(person, OLDER)
  await upload(person, SHEET)
  const id = await launch(person)
  await rowsOf(
    world,
    person,
    `update contact_imports set undone = '{"at":"2026-11-25T12:00:00Z","removed":2,"restored":0,"left":0,"leftEmails":[]}'
     where id = (select id from contact_imports order by id desc limit 1) returning 1`,
  )
  const rows = csvRows((await file({ person, id }, 'csv')).toString('utf8').replace('\ufeff', ''))
  expect(rows.map((cells) => cells.slice(0, 3))).toEqual([
    ['E-Mail', 'Vorname', 'Kunde'],
    ['cem@sheet.example', 'Cem', 'K-7'],
    ['old@sheet.example', 'Olga', 'K-8'],
    ['ada@sheet.example', 'Ada', ''],
    ['ben@sheet.example', 'Ben', ''],
  ])
})

it('the status sheet finds the rows of an upload that an earlier version of the product imported', async () => {
  const campaign = await campaignFromSheet()
  await rowsOf(clocked.world, campaign.person, 'delete from import_batches returning 1')
  const rows = csvRows((await file(campaign, 'csv')).toString('utf8'))
  expect(rows.map(([, email]) => email)).toEqual([
    ...['E-Mail', 'ada@sheet.example', 'ben@sheet.example', 'cem@sheet.example', 'zoe@older.example'],
  ])
})

it('the status sheet download stops if the upload is undone while the spreadsheet is being written', async () => {
  const { person, id } = await campaignFromSheet()
  const which = { tenantId: person.tenantId, campaignId: uuidOf('Campaign', id) }
  const { pieces } = await statusSheet(clocked.world.app, which, 'csv')
  await rowsOf(clocked.world, person, `update contact_imports set undone = '{}' returning 1`)
  await expect(Array.fromAsync(pieces)).rejects.toMatchObject({ code: 'GONE' })
})

it('the status sheet reads a sheet of several batches from the first row to the last', async () => {
  const campaign = await campaignFromSheet()
  const sql = (text: string) => rowsOf(clocked.world, campaign.person, text)
  for (const [place, rows] of Object.entries({ 1: '1:1', 3: '2:3' })) {
    await sql(`insert into import_batches (tenant_id, import_id, place, contact_ids)
      select tenant_id, import_id, ${place}, contact_ids[${rows}] from import_batches where place = 0 returning 1`)
  }
  await sql(`delete from import_batches where place = 0 returning 1`)
  const rows = csvRows((await file(campaign, 'csv')).toString('utf8'))
  expect(rows.slice(1).map(([, email]) => email)).toEqual([
    ...['ada@sheet.example', 'ben@sheet.example', 'cem@sheet.example', 'zoe@older.example'],
  ])
})

itInFull('the status sheet writes times into a workbook in the time zone of the sending hours', async () => {
  const campaign = await campaignFromSheet()
  await configureSending(campaign.person, {
    sendWindow: { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', timeZone: 'Asia/Tokyo' },
  })
  const book = XLSX.read(await file(campaign, 'xlsx'))
  const rows = XLSX.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
  expect(rows[2]?.slice(0, 8)).toEqual([
    ...['Bell', 'ben@sheet.example', 'Ben', 'Cole', 'silver', 'Opened'],
    ...['2026-11-26 21:00', '2026-11-26 22:30'],
  ])
})

itInFull('the status sheet shows nothing of a recipient whose data were erased', async () => {
  const campaign = await campaignFromSheet()
  await run(
    campaign.person,
    'mutation { erasePerson(input: { email: "cem@sheet.example" }) { errors { code message } } }',
  )
  const csv = (await file(campaign, 'csv')).toString('utf8')
  expect(csv).not.toMatch(/Cem|cem@|Core/)
  expect(csvRows(csv).map(([, email]) => email)).toEqual([
    ...['E-Mail', 'ada@sheet.example', 'ben@sheet.example', 'zoe@older.example', ''],
  ])
})
