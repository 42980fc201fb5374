import type { TestPerson, World } from './world.ts'

const NOON = Date.parse('2026-03-02T12:00:00.000Z')
/** Returns the time this many minutes after noon, when the campaigns were sent. */
export const minute = (minutes: number) => new Date(NOON + minutes * 60_000)

/** Runs SQL directly, bypassing the API. */
export function sqlOf(world: World) {
  return <Row>(statement: string, values: unknown[] = []) =>
    world.app.database.asSystem((em) => em.execute<Row[]>(statement, values))
}

/** The UUID inside an opaque id. */
export const uuidOf = (id: string) => id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Runs a GraphQL document and returns its data; fails on errors. */
export async function run(person: TestPerson, document: string, variables: object = {}) {
  const { data, errors } = await person.graphql(document, variables)
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

/** Events of an email, each in minutes from noon. */
export type Fate = Partial<
  Record<'opened' | 'machine' | 'clicked' | 'bounced' | 'replied' | 'unsubscribed' | 'delivered', number>
> & { variant?: 'A' | 'B'; failed?: string; pending?: boolean }
/** Creates a workspace with a campaign to these contacts, each with the given fate. */
export async function campaignWith(world: World, fates: Record<string, Fate>, input: object = {}) {
  const sql = sqlOf(world)
  const person = await world.signUp({ unlimited: true })
  const contacts: Record<string, string> = {}
  for (const name of Object.keys(fates)) {
    const contact = { firstName: name, lastName: 'X', email: `${name}@example.com` }
    contacts[name] = (await person.rest('POST', '/api/contacts', contact)).body.id
  }
  const draft = { name: 'News', subject: 'One', content: 'x', selectedContacts: Object.values(contacts), ...input }
  const { id } = (await person.rest('POST', '/api/campaigns', draft)).body
  const logs: Record<string, string> = {}
  for (const [name, fate] of Object.entries(fates)) {
    const at = (what: keyof Fate) => (typeof fate[what] === 'number' ? minute(fate[what]) : null)
    const status = fate.pending ? 'pending' : fate.failed ? 'failed' : at('delivered') ? 'delivered' : 'sent'
    const [log] = await sql<{ id: string }>(
      `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, created_at,
         sent_at, delivered_at, opened_at, machine_opened_at, clicked_at, bounced_at, replied_at, unsubscribed_at, failed_at, error, variant)
       values (?, gen_random_uuid(), ?, ?, ?, ?, '{"firstName":"","lastName":"","fields":{}}', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id`,
      [
        ...[person.tenantId, uuidOf(id), uuidOf(contacts[name] ?? ''), name, `${name}@example.com`, status, minute(-1)],
        ...[
          fate.pending ? null : minute(0),
          at('delivered'),
          at('opened'),
          at('machine'),
          at('clicked'),
          at('bounced'),
        ],
        ...[
          at('replied'),
          at('unsubscribed'),
          fate.failed ? minute(1) : null,
          fate.failed ?? null,
          fate.variant ?? null,
        ],
      ],
    )
    logs[name] = log?.id ?? ''
  }
  await sql(
    `update campaigns c set status = 'sent', started_at = ?, total_contacts = l.total, sent_count = l.sent, failed_count = l.failed,
       delivered_count = l.delivered, opened_count = l.opened, clicked_count = l.clicked, bounced_count = l.bounced, replied_count = l.replied,
       unsubscribed_count = l.unsubscribed
     from (select count(*) as total, count(*) filter (where status in ('sent', 'delivered')) as sent,
         count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'delivered') as delivered,
         count(opened_at) as opened, count(clicked_at) as clicked, count(bounced_at) as bounced, count(replied_at) as replied,
         count(unsubscribed_at) as unsubscribed
       from email_logs where campaign_id = ?) as l
     where c.id = ?`,
    [minute(0), uuidOf(id), uuidOf(id)],
  )
  return { person, id, contacts, logs }
}
