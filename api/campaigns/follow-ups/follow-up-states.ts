import { stopFollowUpsTo } from '#api/emails/follow-up-emails.ts'
import { STOPPED_MAX } from '#domain/campaigns/follow-up-limits.ts'
import { nextFollowUp, type NextFollowUp } from '#domain/campaigns/follow-ups.ts'
import { AppError } from '#domain/errors.ts'
import { notFound, uuidOf } from '#schema/object-ids.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { uuidArray } from '#api/platform/database/database.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { announce } from '#api/emails/sending-state.ts'
import { Campaign } from '../campaign.ts'
import { EmailLog } from '#api/emails/email-log.ts'
import { historiesIn, personKey, type FollowedPerson } from './recipient-follow-up-history.ts'
import { followUpsIn, ruleOf } from './campaign-with-follow-ups.ts'

/**
 * Returns the next step for each recipient, by the id of their email; nothing for a campaign without follow-ups or a
 * cancelled one.
 */
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

/**
 * Returns whether a planned step will happen: the sweep does not decide about this person any more if the campaign was
 * cancelled or their email was not sent.
 */
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
 * Stops the follow-ups to recipients of campaigns, named by any of their emails; what is being sent at this moment still
 * arrives. `campaignId`: only of this campaign, as in the API. Returns how many had not been stopped before. Throws NOT_FOUND
 * (an id of another kind, the campaign), BAD_INPUT (more than 500).
 */
export async function stopFollowUps(
  call: Call,
  emailLogIds: readonly string[],
  campaignId: string | null = null,
): Promise<number> {
  const { tenantId } = viewerOf(call)
  const ids = emailLogIds.map((id) => uuidOf('EmailLog', id))
  const only = campaignId === null ? null : uuidOf('Campaign', campaignId)
  if (ids.length > STOPPED_MAX) {
    throw new AppError('BAD_INPUT', `Follow-ups can be stopped for at most ${STOPPED_MAX} recipients at a time.`)
  }
  return call.app.database.inTenant(tenantId, async (em) => {
    if (only && !(await em.findOne(Campaign, { id: only }, { fields: ['id'] }))) throw notFound('Campaign')
    const stopped = await stopFollowUpsTo(em, tenantId, ids, { only, now: call.app.clock() })
    const campaigns = Map.groupBy(stopped, ({ id }) => id)
    await announce(
      call.app,
      em,
      tenantId,
      [...campaigns.keys()].map((id) => ({ id })),
    )
    for (const [id, people] of campaigns) {
      await recordOwn(call, em, {
        action: 'follow_ups_stopped',
        target: { id, label: people[0]?.name ?? null },
        changes: [{ field: 'recipients', from: null, to: String(people.length) }],
      })
    }
    return stopped.length
  })
}
