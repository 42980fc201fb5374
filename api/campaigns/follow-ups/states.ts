import { nextFollowUp, type NextFollowUp } from '#domain/follow-ups.ts'
import { AppError } from '#domain/errors.ts'
import { uuidOf } from '#schema/ids.ts'
import { viewerOf, type Call } from '../../context.ts'
import { uuidArray } from '../../platform/database.ts'
import { settingsOf } from '../../settings/settings.ts'
import { announce } from '../delivery/sending-state.ts'
import { EmailLog } from '../email-log.ts'
import { historiesIn, personKey, type FollowedPerson } from './history.ts'
import { followUpsIn, ruleOf } from './family.ts'

/** Recipients whose follow-ups can be stopped in one call. */
const STOPPED_MAX = 500

/** What happens next for recipients, by the id of their email: none for a campaign without follow-ups or a cancelled one. */
export async function nextFollowUpsOf(call: Call, logIds: readonly string[]): Promise<Map<string, NextFollowUp>> {
  const { tenantId } = viewerOf(call)
  const now = call.app.clock()
  return call.app.database.inTenant(tenantId, async (em) => {
    const rows = await em.execute<{ id: string; contactId: string; whole: string }[]>(
      `select l.id, l.contact_id as "contactId", w.id as whole from email_logs l
       join campaigns k on k.tenant_id = :tenantId and k.id = l.campaign_id
       join campaigns w on w.tenant_id = :tenantId and w.id = coalesce(k.parent_id, k.id)
       where l.tenant_id = :tenantId and l.id = any (:logIds::uuid[]) and w.last_step > 1 and w.cancelled_at is null`,
      { tenantId, logIds: uuidArray(logIds) },
    )
    if (rows.length === 0) return new Map()
    const { sendWindow } = await settingsOf(em, tenantId)
    const campaigns = [...new Set(rows.map(({ whole }) => whole))]
    const followUps = await followUpsIn(em, { tenantId, ids: campaigns })
    const contacts = [...new Set(rows.map(({ contactId }) => contactId))]
    const people = await historiesIn(em, tenantId, campaigns, followUps, contacts, { now, toSend: false })
    const rules = Map.groupBy(followUps, ({ parentId }) => parentId ?? '')
    return new Map(
      rows.flatMap(({ id, whole, contactId }) => {
        const person = people.get(personKey(whole, contactId))
        const steps = (rules.get(whole) ?? []).map(ruleOf)
        return person
          ? [[id, comesTrue(person, nextFollowUp(person.history, steps, sendWindow ?? null, now))] as const]
          : []
      }),
    )
  })
}

/** A person who is not decided on again gets nothing, whatever would be due: their email was not sent, or it was cancelled. */
function comesTrue({ isPlanned, history }: FollowedPerson, next: NextFollowUp): NextFollowUp {
  const isUnderWay = history.emails.some(({ state }) => state === 'waits')
  return isPlanned || isUnderWay || next.state === 'stopped' ? next : { state: 'done' }
}

/** The follow-ups that were made for recipients so far, in their order: id of their first email → their later ones. */
export async function followUpEmailsOf(call: Call, logIds: readonly string[]): Promise<Map<string, EmailLog[]>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const pairs = await em.execute<{ first: string; id: string }[]>(
      `select l.id as first, e.id from email_logs l
       join campaigns k on k.tenant_id = :tenantId and k.parent_id = l.campaign_id
       join email_logs e on e.tenant_id = :tenantId and e.campaign_id = k.id and e.contact_id = l.contact_id
       where l.tenant_id = :tenantId and l.id = any (:logIds::uuid[]) order by k.step`,
      { tenantId, logIds: uuidArray(logIds) },
    )
    if (pairs.length === 0) return new Map()
    const emails = new Map(
      (await em.find(EmailLog, { tenantId, id: { $in: pairs.map(({ id }) => id) } })).map((log) => [log.id, log]),
    )
    return new Map(
      [...Map.groupBy(pairs, ({ first }) => first)].map(([first, own]) => [
        first,
        own.flatMap(({ id }) => emails.get(id) ?? []),
      ]),
    )
  })
}

/**
 * Stops the follow-ups to recipients of a campaign, named by their emails; what is being sent at this moment still arrives.
 * Returns how many had not been stopped before. Throws NOT_FOUND (an id of another kind), BAD_INPUT (more than 500).
 */
export async function stopFollowUps(call: Call, emailLogIds: readonly string[]): Promise<number> {
  const { tenantId } = viewerOf(call)
  const ids = emailLogIds.map((id) => uuidOf('EmailLog', id))
  if (ids.length > STOPPED_MAX) {
    throw new AppError('BAD_INPUT', `Follow-ups can be stopped for at most ${STOPPED_MAX} recipients at a time.`)
  }
  return call.app.database.inTenant(tenantId, async (em) => {
    const stopped = await em.execute<{ id: string }[]>(
      `update email_logs l set follow_ups_stopped_at = :now, next_step_at = case when l.next_step_at is not null then :now::timestamptz end
       from campaigns c where l.tenant_id = :tenantId and l.id = any (:ids::uuid[]) and l.follow_ups_stopped_at is null
         and c.tenant_id = :tenantId and c.id = l.campaign_id and c.last_step > 1
       returning c.id`,
      { tenantId, ids: uuidArray(new Set(ids)), now: call.app.clock() },
    )
    const campaigns = new Set(stopped.map(({ id }) => id))
    await announce(
      call.app,
      em,
      tenantId,
      [...campaigns].map((id) => ({ id })),
    )
    return stopped.length
  })
}
