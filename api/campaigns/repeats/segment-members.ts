import { sql } from 'kysely'
import { notFound } from '#schema/object-ids.ts'
import { contactsOfSegments } from '#api/audiences/contact-matching-queries.ts'
import { Segment } from '#api/audiences/segment.ts'
import { sqlOf, type Em } from '#api/platform/database/database.ts'
import type { Repeated } from './repeat-rules.ts'

/** Members read at a time. */
const PAGE = 20_000

/** Returns whether the segment that a repeat rule names exists; true for a rule without a segment. */
export async function hasSegment(em: Em, { tenantId, rule }: Pick<Repeated, 'tenantId' | 'rule'>): Promise<boolean> {
  return rule.segmentId === null || (await em.count(Segment, { tenantId, id: rule.segmentId })) > 0
}

/** Throws NOT_FOUND if the segment that a repeat rule names does not exist. */
export async function requireSegment(em: Em, of: Pick<Repeated, 'tenantId' | 'rule'>): Promise<void> {
  if (!(await hasSegment(em, of))) throw notFound('Segment')
}

/** Returns a query for the contacts in the segment that a repeat rule names; null if the rule names none or it was deleted. */
async function membersOf(em: Em, { tenantId, rule }: Repeated) {
  const segment = rule.segmentId && (await em.findOne(Segment, { tenantId, id: rule.segmentId }))
  const [query] = segment ? await contactsOfSegments(em, [segment]) : []
  return query ?? null
}

/** Finds the contacts in the segment of a rule who were not yet recorded for this occasion. */
export async function membersDue(
  em: Em,
  repeated: Repeated,
  occasion: number,
): Promise<{ id: string; occasion: number }[]> {
  const { tenantId, campaignId } = repeated
  const members = await membersOf(em, repeated)
  if (!members) return []
  const query = members
    .select('contacts.id')
    .where(
      sql<boolean>`not exists (select from campaign_repeat_people p where p.tenant_id = ${tenantId}::uuid
        and p.campaign_id = ${campaignId}::uuid and p.occasion = ${occasion}::int and p.contact_id = contacts.id)`,
    )
    .orderBy('contacts.id')
    .limit(PAGE)
  const found: { id: string; occasion: number }[] = []
  for (let after: string | null = null, more = true; more;) {
    const rows: { id: string }[] = await (after === null ? query : query.where('contacts.id', '>', after)).execute()
    for (const { id } of rows) found.push({ id, occasion })
    after = rows.at(-1)?.id ?? null
    more = rows.length === PAGE
  }
  return found
}

/** Records the contacts that are already in the segment, so that they get no email. */
export async function passOverMembers(em: Em, repeated: Repeated): Promise<void> {
  const { tenantId, campaignId } = repeated
  const members = await membersOf(em, repeated)
  if (!members) return
  const rows = members.select([
    sql`${tenantId}::uuid`.as('tenantId'),
    sql`${campaignId}::uuid`.as('campaignId'),
    sql`0`.as('occasion'),
    'contacts.id',
    'contacts.emailKey',
  ])
  await sql`insert into campaign_repeat_people (tenant_id, campaign_id, occasion, contact_id, email_key)
    ${rows} on conflict do nothing`.execute(sqlOf(em))
}
