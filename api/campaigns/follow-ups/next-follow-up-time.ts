import { nextFollowUp } from '#domain/campaigns/follow-ups.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { followUpsIn, ruleOf } from './campaign-with-follow-ups.ts'
import { historiesIn, personKey } from './recipient-follow-up-history.ts'

/** Maximum number of people of each campaign that are looked at, the earliest decisions first. */
const LOOKED_AT = 50

/**
 * Forecasts when the next follow-up of campaigns will really leave: campaign id → time. That can be later than the next
 * decision about a person only under a weekly limit per person, where people without room are looked at early. Other
 * campaigns are left out.
 */
export async function nextFollowUpTimes(
  em: Em,
  tenantId: string,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map()
  const { sendWindow, weeklyCeiling } = await settingsOf(em, tenantId)
  if (!weeklyCeiling) return new Map()
  const first = await em.execute<{ campaignId: string; contactId: string; decidedAt: Date }[]>(
    `select c.id as "campaignId", l.contact_id as "contactId", l.next_step_at as "decidedAt" from campaigns c cross join lateral (
       select l.contact_id, l.next_step_at from campaigns k join email_logs l on l.tenant_id = :tenantId and l.campaign_id = k.id
       where k.tenant_id = :tenantId and (k.id = c.id or k.parent_id = c.id) and l.next_step_at is not null
       order by l.next_step_at limit :LOOKED_AT + 1) as l
     where c.tenant_id = :tenantId and c.id = any (:ids::uuid[]) order by c.id, l.next_step_at`,
    { tenantId, ids: uuidArray(ids), LOOKED_AT },
  )
  const rules = Map.groupBy(await followUpsIn(em, { tenantId, ids }), ({ parentId }) => parentId ?? '')
  const times = new Map<string, Date>()
  for (const [id, people] of Map.groupBy(first, ({ campaignId }) => campaignId)) {
    const followUps = rules.get(id) ?? []
    const contacts = people.slice(0, LOOKED_AT).map(({ contactId }) => contactId)
    const histories = await historiesIn(em, tenantId, [id], followUps, contacts, { now, toSend: false })
    // Recipients beyond the first ones get their follow-up when they are decided on, or later.
    const rest = people[LOOKED_AT]?.decidedAt
    const all = rest ? [new Date(rest)] : []
    for (const contactId of contacts) {
      const person = histories.get(personKey(id, contactId))
      const next = person && nextFollowUp(person.history, followUps.map(ruleOf), sendWindow ?? null, now)
      if (next?.state === 'waiting') all.push(next.at)
      else if (next && next.state !== 'stopped' && next.state !== 'done') all.push(now)
    }
    if (all.length > 0) times.set(id, new Date(Math.min(...all.map((at) => at.getTime()))))
  }
  return times
}
