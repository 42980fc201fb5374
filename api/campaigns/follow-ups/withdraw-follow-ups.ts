import { nextHours } from '#domain/campaigns/follow-ups.ts'
import type { App } from '#api/platform/app-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { settingsOf } from '#api/settings/settings.ts'
import type { Campaign } from '../campaign.ts'
import { isUntried, mayHaveBeenSentBefore } from '#api/emails/email-sql-conditions.ts'
import { failPending } from '#api/emails/fail-pending.ts'
import { deletePendingFollowUps, endHoursOfFollowUps, moveFollowUps } from '#api/emails/follow-up-emails.ts'
import { ruleOf } from './campaign-with-follow-ups.ts'
import { historiesIn, personKey } from './recipient-follow-up-history.ts'
import { isWanted } from '#api/emails/follow-up-conditions.ts'
import { wakeMailbox } from '#api/sending/mailbox-queue.ts'

/** Number of people decided on in one transaction. */
export const BATCH = 1_000
/** Number of pending emails of each follow-up, first in the queue, that are checked for being no longer wanted. */
export const FRONT = 200

/** Error message of a follow-up that was withdrawn but has to stay in the list of emails, because sending was tried. */
const NOT_WANTED =
  'CANCELLED: this follow-up was not sent, because its recipient answered or left meanwhile, or its hours were over.'

/**
 * SQL: the first `most` pending emails of campaign `c`, which are claimed next. Claims skip unwanted emails, which so
 * collect at the front: checking the first ones finds them without reading the whole queue.
 *
 * @param tenant SQL for the workspace, for a statement about several workspaces
 */
export const firstPending = (c: string, most: number, tenant = ':tenantId') => `select p.* from email_logs p
  where p.tenant_id = ${tenant} and p.campaign_id = ${c}.id and p.status = 'pending' order by p.id limit ${most}`

interface Unwanted {
  id: string
  contactId: string
  campaignId: string
  isUntried: boolean
  isDrafted: boolean
  isInDoubt: boolean
}

/**
 * Takes back the pending follow-ups of a campaign that are no longer wanted: the next sweep decides on their recipients again. A
 * follow-up that was already tried keeps its draft and moves to its next hours, if it has any. If not, it fails when a draft
 * exists or it may have been sent. Returns the number of emails found.
 */
export async function takeBack(
  app: Pick<App, 'jobs'>,
  em: Em,
  campaign: Campaign,
  followUps: readonly Campaign[],
  now: Date,
): Promise<number> {
  const { tenantId, id } = campaign
  const found = await em.execute<Unwanted[]>(
    `select e.id, e.contact_id as "contactId", e.campaign_id as "campaignId", ${isUntried('e')} as "isUntried",
       e.draft_id is not null as "isDrafted", ${mayHaveBeenSentBefore('e')} as "isInDoubt"
     from campaigns c cross join lateral (${firstPending('c', BATCH)}) as e
     where c.tenant_id = :tenantId and c.parent_id = :id and not ${isWanted('e', 'c')}`,
    { tenantId, id, now },
  )
  if (found.length === 0) return 0
  // Only a draft can tell whether it was sent.
  const tried = found.filter((email) => !email.isUntried && (email.isDrafted || !email.isInDoubt))
  const kept = await moveToNextHours(app, em, campaign, followUps, tried, now)
  const others = found.filter((email) => !kept.has(email.id))
  const isLeft = (email: Unwanted) => email.isDrafted || email.isInDoubt
  const gone = uuidArray(others.filter((email) => !isLeft(email)).map((email) => email.id))
  const ofGone = (e: string) => `${e}.id = any (:gone::uuid[]) and ${e}.draft_id is null`
  await deletePendingFollowUps(em, campaign, { sql: ofGone, values: { gone } }, now)
  await failPending(em, tenantId, now, {
    where: 'l.id = any (:left::uuid[])',
    error: `'${NOT_WANTED}'`,
    values: { left: uuidArray(others.filter(isLeft).map((email) => email.id)) },
  })
  return found.length
}

/** Has these pending follow-ups leave in the next hours that their people allow. Returns the ids of those that have any. */
async function moveToNextHours(
  app: Pick<App, 'jobs'>,
  em: Em,
  { tenantId, id }: Campaign,
  followUps: readonly Campaign[],
  emails: readonly Unwanted[],
  now: Date,
): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const contactIds = emails.map(({ contactId }) => contactId)
  const without = emails.map((email) => email.id)
  const people = await historiesIn(em, tenantId, [id], followUps, contactIds, { now, toSend: true, without })
  const { sendWindow } = await settingsOf(em, tenantId)
  const rules = followUps.map(ruleOf)
  const steps = new Map(followUps.map((followUp) => [followUp.id, followUp.step]))
  const moved = emails.flatMap(({ id: logId, contactId, campaignId }) => {
    const person = people.get(personKey(id, contactId))
    const hours =
      person && nextHours(person.history, rules, sendWindow ?? null, now, steps.get(campaignId) ?? Number.NaN)
    return hours ? [{ id: logId, at: hours.at, leaveUntil: hours.leaveUntil }] : []
  })
  const mailboxes = await moveFollowUps(em, tenantId, moved)
  await wakeFollowUps(app, em, tenantId, mailboxes)
  return new Set(moved.map((each) => each.id))
}

/** Has mailboxes look at the follow-ups that wait in them. */
export async function wakeFollowUps(
  app: Pick<App, 'jobs'>,
  em: Em,
  tenantId: string,
  waiting: readonly { mailboxId: string; campaignId: string }[],
): Promise<void> {
  await em.execute(
    'update campaign_mailboxes set wakes_at = null where tenant_id = :tenantId and campaign_id = any (:ids::uuid[]) returning 1',
    { tenantId, ids: uuidArray(new Set(waiting.map(({ campaignId }) => campaignId))) },
  )
  for (const mailboxId of new Set(waiting.map((each) => each.mailboxId))) {
    await wakeMailbox(app.jobs, em, { tenantId, mailboxId })
  }
}

/**
 * Schedules the follow-ups of a resumed campaign again: the hours for which the waiting ones were made may be over, and their
 * recipients may have had other emails since. The next sweep decides when each is sent.
 */
export async function rescheduleFollowUps(em: Em, campaign: Campaign, now: Date): Promise<void> {
  await deletePendingFollowUps(em, campaign, { sql: isUntried, values: {} }, now)
  await endHoursOfFollowUps(em, campaign, now)
}
