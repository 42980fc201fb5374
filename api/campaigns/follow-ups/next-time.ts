import { nextFollowUp } from '#domain/follow-ups.ts'
import { uuidArray, type Em } from '../../platform/database.ts'
import { settingsOf } from '../../settings/settings.ts'
import { followUpsIn, ruleOf } from './family.ts'
import { historiesIn, personKey } from './history.ts'

/** people of each campaign who are looked at: those who are decided on first */
const LOOKED_AT = 50

/**
 * When the next follow-up of campaigns can really leave, as the dialogs of its recipients say: campaign id → that time. When a
 * person is decided on may be before: somebody without room in their week is looked at again before there is some. Campaigns
 * without a time are left out.
 */
export async function nextFollowUpTimes(
  em: Em,
  tenantId: string,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map()
  const { sendWindow } = await settingsOf(em, tenantId)
  const first = await em.execute<{ campaignId: string; contactId: string }[]>(
    `select c.id as "campaignId", l.contact_id as "contactId" from campaigns c cross join lateral (
       select l.contact_id from campaigns k join email_logs l on l.tenant_id = :tenantId and l.campaign_id = k.id
       where k.tenant_id = :tenantId and (k.id = c.id or k.parent_id = c.id) and l.next_step_at is not null
       order by l.next_step_at limit :LOOKED_AT) as l
     where c.tenant_id = :tenantId and c.id = any (:ids::uuid[])`,
    { tenantId, ids: uuidArray(ids), LOOKED_AT },
  )
  const followUps = await followUpsIn(em, { tenantId, ids })
  const contacts = [...new Set(first.map(({ contactId }) => contactId))]
  const people = await historiesIn(em, tenantId, ids, followUps, contacts, { now, toSend: false })
  const rules = Map.groupBy(followUps, ({ parentId }) => parentId ?? '')
  const times = new Map<string, Date>()
  for (const { campaignId, contactId } of first) {
    const person = people.get(personKey(campaignId, contactId))
    if (!person) continue
    const next = nextFollowUp(person.history, (rules.get(campaignId) ?? []).map(ruleOf), sendWindow ?? null, now)
    const at = next.state === 'waiting' ? next.at : next.state === 'stopped' || next.state === 'done' ? null : now
    const known = times.get(campaignId)
    if (at && (!known || at < known)) times.set(campaignId, at)
  }
  return times
}
