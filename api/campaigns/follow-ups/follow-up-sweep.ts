import { createFollowUps, planNextSteps } from '#api/emails/follow-up-emails.ts'
import { shareLock, takeLock } from '#api/platform/locks/advisory-locks.ts'
import { nextFollowUp, type NextFollowUp } from '#domain/campaigns/follow-ups.ts'
import { DAY } from '#domain/pacing/zone-time.ts'
import type { App } from '#api/platform/app-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { noteEvents, type NewEvent } from '#api/webhooks/webhook-outbox.ts'
import { Campaign } from '../campaign.ts'
import { finishWhole } from '#api/emails/finish-campaigns.ts'
import { announce } from '#api/emails/sending-state.ts'
import { historiesIn, personKey, type FollowedPerson } from './recipient-follow-up-history.ts'
import { followUpsIn, ruleOf } from './campaign-with-follow-ups.ts'
import { BATCH, firstPending, FRONT, takeBack, wakeFollowUps } from './withdraw-follow-ups.ts'
import { isWanted, mayHoldReplies } from '#api/emails/follow-up-conditions.ts'

type SweepApp = Pick<App, 'database' | 'events' | 'clock' | 'jobs' | 'log'>

interface Family {
  tenantId: string
  id: string
}

interface Sweep {
  /** signal that ends the sweep after the batch that is being decided */
  signal?: AbortSignal
  /** waits after a batch, so that sweeps do not load the database all the time; `worked`: ms that the batch took */
  rest?: (worked: number) => Promise<void>
}

/**
 * Makes the emails of follow-ups that are due, and takes back those that were not sent in time or are no longer wanted.
 * Campaigns take turns, a batch of people each. Two processes may do it at once: each person is decided on once. Returns the
 * number of emails made.
 */
export async function sweepFollowUps(app: SweepApp, { signal, rest }: Sweep = {}): Promise<number> {
  let made = 0
  for (let due = await dueFamilies(app); due.length > 0;) {
    const left: Family[] = []
    for (const family of due) {
      if (signal?.aborted) return made
      const began = performance.now()
      try {
        const batch = await sweepOne(app, family)
        made += batch.made
        if (batch.more) left.push(family)
      } catch (error) {
        app.log.error({ err: error, ...family }, 'Follow-ups of a campaign failed; they are tried again')
      }
      await rest?.(performance.now() - began)
    }
    due = left
  }
  return made
}

/**
 * SQL condition: unread replies to email `l` of campaign `c` may wait in an inbox, so the follow-up is not decided
 * until the inbox was read. The mailboxes are found once per campaign, however many people wait for them.
 */
const awaitsInbox = (l: string, c: string, tenant = ':tenantId') => `(${l}.mailbox_id = any (array (
  select w.mailbox_id from campaign_mailboxes w
  where w.tenant_id = ${tenant} and w.campaign_id = ${c}.id and ${mayHoldReplies(c, 'w', tenant)})) is true)`

/** The campaigns with something to decide. */
async function dueFamilies(app: SweepApp): Promise<Family[]> {
  return app.database.asSystem((em) =>
    em.execute<Family[]>(
      `select c.tenant_id as "tenantId", c.id from campaigns c
       where c.status = 'sending' and c.parent_id is null and c.last_step > 1
         and (exists (select from campaigns k join email_logs l on l.tenant_id = k.tenant_id and l.campaign_id = k.id
             where k.tenant_id = c.tenant_id and (k.id = c.id or k.parent_id = c.id) and l.next_step_at <= :now
               and not ${awaitsInbox('l', 'c', 'c.tenant_id')})
           or exists (select from campaigns k cross join lateral (${firstPending('k', FRONT, 'k.tenant_id')}) as l
             where k.tenant_id = c.tenant_id and k.parent_id = c.id and not ${isWanted('l', 'k', 'c.tenant_id')}))
       order by c.tenant_id, c.id`,
      { now: app.clock() },
    ),
  )
}

/** Decides on a batch of people of one campaign. `more`: there may be others that are due. */
async function sweepOne(app: SweepApp, { tenantId, id }: Family): Promise<{ made: number; more: boolean }> {
  return app.database.inTenant(tenantId, async (em) => {
    const now = app.clock()
    await shareLock(em, 'suppressions', tenantId)
    await takeLock(em, 'followUps', id)
    const campaign = await em.findOne(Campaign, { id })
    if (campaign?.status !== 'sending') return { made: 0, more: false }
    const followUps = await followUpsIn(em, campaign)
    const takenBack = await takeBack(app, em, campaign, followUps, now)
    const due = await em.execute<{ id: string; contactId: string }[]>(
      `select l.id, l.contact_id as "contactId" from campaigns c join email_logs l on l.tenant_id = :tenantId and l.campaign_id = any (:family::uuid[])
       where c.tenant_id = :tenantId and c.id = :id and l.next_step_at <= :now
         and not ${awaitsInbox('l', 'c')}
       order by l.next_step_at limit :BATCH for update of l skip locked`,
      { tenantId, id, family: uuidArray([id, ...followUps.map((each) => each.id)]), now, BATCH },
    )
    const people = await historiesIn(
      em,
      tenantId,
      [id],
      followUps,
      due.map(({ contactId }) => contactId),
      { now, toSend: true },
    )
    const { sendWindow } = await settingsOf(em, tenantId)
    const rules = followUps.map(ruleOf)
    const decided = due.flatMap((row) => {
      const person = people.get(personKey(id, row.contactId))
      return person ? [{ row, person, next: nextFollowUp(person.history, rules, sendWindow ?? null, now) }] : []
    })
    await planNextSteps(
      em,
      tenantId,
      decided.map(({ row, person, next }) => ({ id: row.id, at: waitOf(person, next, now) })),
    )
    await noteEvents(
      em,
      tenantId,
      decided.flatMap(({ row, person, next }) => (next.state === 'stopped' ? [stopEvent(id, row, person, next)] : [])),
    )
    let made = 0
    for (const followUp of followUps) {
      const chosen = decided.flatMap(({ person, next }) =>
        next.state === 'due' && next.step === followUp.step ? [{ person, leaveUntil: next.leaveUntil }] : [],
      )
      if (chosen.length > 0) made += await makeEmails(app, em, campaign, followUp, chosen, now)
    }
    const more = due.length === BATCH || takenBack >= FRONT
    if (!more) await finishWhole(em, campaign, now)
    await announce(app, em, tenantId, [campaign])
    return { made, more }
  })
}

/** Returns what webhooks are told of a person who gets no more follow-ups. */
const stopEvent = (
  campaignId: string,
  { contactId }: { contactId: string },
  { newestLogId, history }: FollowedPerson,
  { reason }: Extract<NextFollowUp, { state: 'stopped' }>,
): NewEvent => {
  const step = Math.max(...history.emails.map((email) => email.step))
  return { event: 'followups_stopped', data: { emailLogId: newestLogId, campaignId, contactId, step, reason } }
}

/** Returns when the sweep must decide about a person again; null: never. */
function waitOf({ fullUntilAtLeast }: FollowedPerson, next: NextFollowUp, now: Date): Date | null {
  if (next.state === 'awaits_inbox') return now
  if (next.state !== 'waiting') return null
  // Emails that fill a week before they are sent may be cancelled.
  const looked = new Date(Math.max(now.getTime() + DAY, fullUntilAtLeast?.getTime() ?? 0))
  return next.full && looked < next.at ? looked : next.at
}

/** Makes the pending emails of one follow-up, with the values frozen at the launch, and wakes their mailboxes. */
async function makeEmails(
  app: SweepApp,
  em: Em,
  { tenantId }: Campaign,
  { id }: Campaign,
  chosen: readonly { person: FollowedPerson; leaveUntil: Date }[],
  now: Date,
): Promise<number> {
  const mailboxes = await createFollowUps(
    em,
    { tenantId, id },
    chosen.map(({ person, leaveUntil }) => ({ beforeId: person.newestLogId, leaveUntil })),
    now,
  )
  await wakeFollowUps(
    app,
    em,
    tenantId,
    mailboxes.map(({ mailboxId }) => ({ mailboxId, campaignId: id })),
  )
  return mailboxes.reduce((sum, { made }) => sum + made, 0)
}
