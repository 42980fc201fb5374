import { sql } from 'kysely'
import { Client } from 'pg'
import * as XLSX from 'xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidOf } from '#schema/object-ids.ts'
import { readInOrder, sqlOf } from '#api/platform/database/database.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { onCluster } from '#tests/support/postgres.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { emailLogsOfPage } from './email-logs.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const STATUSES = ['pending', 'sent', 'delivered', 'failed'] as const

/** A started campaign whose recipients, m1@ on, have these states in queue order, with the engine's counters. */
async function campaignOf(person: TestPerson, stored: readonly string[]): Promise<string> {
  const { id } = (await person.rest('POST', '/api/campaigns', { name: 'Spring: news', subject: 's', content: 'c' }))
    .body
  const count = (...statuses: string[]) => stored.filter((status) => statuses.includes(status)).length
  await world.app.database.inTenant(person.tenantId, async (em) => {
    await em.execute(
      `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, sent_at, error)
       select ?, uuidv7(), ?, uuidv7(), '=1+1', 'm' || place || '@x.test', '{}', status,
         case when status in ('sent', 'delivered') then '2026-05-04T10:00:00Z'::timestamptz end, case when status = 'failed' then '550 no' end
       from jsonb_array_elements_text(?::jsonb) with ordinality as row (status, place) order by place returning 1`,
      [person.tenantId, uuidOf('Campaign', id), JSON.stringify(stored)],
    )
    await em.execute(
      `update campaigns set status = 'sending', total_contacts = ?, sent_count = ?, delivered_count = ?, failed_count = ? where id = ?`,
      [...[stored.length, count('sent', 'delivered'), count('delivered'), count('failed')], uuidOf('Campaign', id)],
    )
  })
  return id
}

const MIXED = ['sent', 'failed', 'pending', 'sent', 'sending', 'delivered', 'pending', 'failed', 'sent']
const shownAs = (stored: string) => (stored === 'sending' ? 'pending' : stored)

describe('the recipients of a campaign', () => {
  const LIST = `query ($id: ID!, $first: Int, $last: Int, $after: String, $before: String, $filter: EmailLogFilter) {
    campaign(id: $id) { emailLogs(first: $first, last: $last, after: $after, before: $before, filter: $filter) {
      totalCount edges { node { contactEmail status } } pageInfo { endCursor startCursor hasNextPage hasPreviousPage } } } }`
  const read = async (person: TestPerson, id: string, asked: object) => {
    const { emailLogs } = (await person.graphql(LIST, { id, ...asked })).data.campaign
    return { ...emailLogs, emails: emailLogs.edges.map(({ node }: any) => node.contactEmail) }
  }

  it('are read page by page in the order of the queue, whatever their status, forwards and backwards', async () => {
    const person = await world.signUp()
    const id = await campaignOf(person, MIXED)
    const expected = MIXED.map((_, index) => `m${index + 1}@x.test`)
    const forth: string[] = []
    let at = await read(person, id, { first: 2 })
    for (; at.pageInfo.hasNextPage; at = await read(person, id, { first: 2, after: at.pageInfo.endCursor })) {
      forth.push(...at.emails)
    }
    expect([...forth, ...at.emails]).toEqual(expected)
    const back: string[] = []
    at = await read(person, id, { last: 2 })
    for (; at.pageInfo.hasPreviousPage; at = await read(person, id, { last: 2, before: at.pageInfo.startCursor })) {
      back.unshift(...at.emails)
    }
    expect([...at.emails, ...back]).toEqual(expected)
  })

  it.each(STATUSES)('with the status %s are listed and counted', async (status) => {
    const person = await world.signUp()
    const id = await campaignOf(person, MIXED)
    const { totalCount, emails } = await read(person, id, { filter: { status } })
    const expected = MIXED.flatMap((stored, index) => (shownAs(stored) === status ? [`m${index + 1}@x.test`] : []))
    expect([totalCount, emails]).toEqual([expected.length, expected])
  })

  it.each([
    ['microsoft', 'Your Microsoft 365 connection has expired'],
    ['google', 'Your Google connection has expired'],
  ] as const)("whose email failed at %s are shown the error in that provider's words", async (provider, message) => {
    const person = await world.signUp()
    await world.connect(person, provider, `${person.userId}@sandbox.test`)
    const id = await campaignOf(person, ['failed', 'sent'])
    await world.app.database.asSystem((em) =>
      em.execute(
        `update email_logs set mailbox_id = (select id from mailboxes m where m.tenant_id = email_logs.tenant_id),
           error = case when error is not null then 'EXPIRED_TOKEN: 401' end where tenant_id = ?`,
        [person.tenantId],
      ),
    )
    const FAILURES = 'query ($id: ID!) { campaign(id: $id) { emailLogs { edges { node { failure { message } } } } } }'
    const { edges } = (await person.graphql(FAILURES, { id })).data.campaign.emailLogs
    expect(edges).toEqual([{ node: { failure: { message } } }, { node: { failure: null } }])
  })

  /** Tells the planner what the tables hold, as autovacuum does in an installation. */
  const analyze = async () => {
    const admin = new Client({ connectionString: world.databaseUrl })
    await admin.connect()
    await admin.query('analyze campaigns, email_logs')
    await admin.end()
  }

  it.each([null, { outcome: 'notOpened' } as const, { status: 'sent' } as const])(
    'are paged without reading all of them, or those of earlier campaigns: %j',
    async (filter) => {
      const person = await world.signUp({ unlimited: true })
      await campaignOf(person, Array<string>(3_000).fill('sent'))
      const id = await campaignOf(person, Array<string>(3_000).fill('sent'))
      await analyze()
      const plan = await world.app.database.inTenant(person.tenantId, async (em) => {
        await readInOrder(em)
        const page = { limit: 10, inverted: false }
        const query = emailLogsOfPage(em, person.tenantId, [uuidOf('Campaign', id)], filter, page)
        const { rows } = await sql<Record<string, string>>`explain (analyze, timing off) ${query}`.execute(sqlOf(em))
        return rows.flatMap(Object.values).join('\n')
      })
      const rowsRead = [...plan.matchAll(/actual rows=(\d+)/g)].map(([, rows]) => Number(rows))
      expect(Math.max(...rowsRead), plan).toBeLessThan(60)
      expect(plan).not.toMatch(/Rows Removed by Filter: \d{3}/)
    },
  )

  // The plan of a cluster is Citus's own.
  it.skipIf(onCluster())('are counted realistically by the query planner despite row-level security', async () => {
    const person = await world.signUp({ unlimited: true })
    const id = await campaignOf(person, Array<string>(3_000).fill('sent'))
    await analyze()
    const [row] = await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute<Record<string, string>[]>(
        'explain select id from email_logs where tenant_id = ? and campaign_id = ?',
        [person.tenantId, uuidOf('Campaign', id)],
      ),
    )
    expect(Number(/rows=(\d+)/.exec(Object.values(row ?? {}).join())?.[1])).toBeGreaterThan(100)
  })
})

describe('the recipients of a campaign as a file', () => {
  const download = async (person: TestPerson, id: string, query = '') => {
    const headers = { authorization: person.token }
    const response = await fetch(`${world.url}/api/campaigns/${id}/recipients/export?${query}`, { headers })
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const rowsOf = (bytes: Buffer): unknown[][] => {
    const book = XLSX.read(bytes, { raw: true })
    return XLSX.utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, defval: '' })
  }

  it.each(['csv', 'xlsx'])('are listed with their outcomes, without formulas, as %s', async (format) => {
    const person = await world.signUp()
    const id = await campaignOf(person, MIXED)
    const { response, bytes } = await download(person, id, `format=${format}`)
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename=recipients.${format}`)
    expect(response.headers.get('x-total-count')).toBe(String(MIXED.length))
    expect(Number(response.headers.get('x-estimated-length'))).toBe(bytes.length)
    const [header, ...rows] = rowsOf(bytes)
    expect(header).toEqual([
      ...['Contact', 'Email', 'Status', 'Variant', 'Sent At', 'Delivered At', 'Opened At', 'Clicked At'],
      ...['Replied At', 'Bounced At', 'Unsubscribed At', 'Failed At', 'Error'],
      ...['Recipient ID', 'Contact ID', 'External ID', 'Failure code', 'Out Of Office Until', 'Row'],
    ])
    expect(rows[0]?.slice(13)).toEqual([expect.stringMatching(/^log_/), expect.stringMatching(/^con_/), '', '', '', ''])
    expect(rows[1]?.slice(15)).toEqual(['', 'PROVIDER', '', ''])
    expect(rows.map((row) => row[2])).toEqual(MIXED.map(shownAs))
    expect(rows[0]?.[4]).toBe('2026-05-04T10:00:00.000Z')
    expect(rows[1]?.[12]).toBe('550 no')
    expect(rows[0]?.[0]).toBe(format === 'csv' ? "'=1+1" : '=1+1')
  })

  it('include the id of the contact in the other system, if the caller may read contacts', async () => {
    const person = await world.signUp()
    const kit = { email: 'kit@x.test', firstName: 'K', lastName: 'L', externalId: 'crm-1' }
    const [{ contact }] = (await person.rest('POST', '/api/contacts/upsert', { contacts: [kit] })).body.results
    const id = await campaignOf(person, ['sent'])
    await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute('update email_logs set contact_id = ?', [uuidOf('Contact', contact.id)]),
    )
    const linkOf = async (token: string) => rowsOf((await download({ ...person, token }, id)).bytes)[1]?.slice(14, 16)
    const keyWith = async (scopes: string) =>
      (await person.graphql(`mutation { createApiKey(input: { name: "k", scopes: [${scopes}] }) { token } }`)).data
        .createApiKey.token
    expect(await linkOf(person.token)).toEqual([contact.id, 'crm-1'])
    expect(await linkOf(await keyWith('CAMPAIGNS_READ, CONTACTS_READ'))).toEqual([contact.id, 'crm-1'])
    expect(await linkOf(await keyWith('CAMPAIGNS_READ'))).toEqual([contact.id, ''])
  })

  itInFull('are listed once each, in the order of the queue, even if there are many', async () => {
    const person = await world.signUp({ unlimited: true })
    const id = await campaignOf(
      person,
      Array.from({ length: 4_500 }, (_, index) => (index % 3 ? 'sent' : 'failed')),
    )
    const emails = async (query: string) => rowsOf((await download(person, id, query)).bytes).map((row) => row[1])
    expect(await emails('')).toEqual(['Email', ...Array.from({ length: 4_500 }, (_, index) => `m${index + 1}@x.test`)])
    expect(await emails('outcome=failed')).toHaveLength(1_501)
    expect(await emails('status=sent')).toHaveLength(3_001)
  })

  it.each(['outcome=oppened', 'outcom=opened', 'status=sending', 'format=pdf'])(
    'are refused for the unknown parameter %s',
    async (query) => {
      const person = await world.signUp()
      const { response, bytes } = await download(person, await campaignOf(person, MIXED), query)
      expect([response.status, JSON.parse(bytes.toString()).code]).toEqual([400, 'BAD_INPUT'])
    },
  )
})
