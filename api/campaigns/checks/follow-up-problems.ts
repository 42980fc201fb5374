import { mayRead } from '#domain/mailboxes/mailboxes.ts'
import type { TrackingLevel } from '#domain/tracking/tracking.ts'
import type { Call } from '#api/platform/call-context.ts'
import type { Mailbox } from '#api/mailboxes/mailbox.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Campaign } from '../campaign.ts'
import { withAnswerSubject } from '../follow-ups/reply-subject.ts'
import { followUpsIn } from '../follow-ups/campaign-with-follow-ups.ts'
import { mailContent, signed } from '../content/email-content.ts'
import { replyRouteOf } from '../drafts/reply-mailboxes.ts'
import { sizeOf, type RenderingTasks } from '#api/rendering/rendering-tasks.ts'
import { toApprove } from '#api/rendering/external-pictures.ts'
import { linkProblems } from './link-problems.ts'
import type { MailProblem } from '#api/rendering/mail-problem.ts'
import type { CampaignProblem } from './campaign-problem.ts'

/**
 * Codes of the merge-tag problems that each follow-up reports for itself. Problems of the recipients, such as a
 * suppressed address,
 * are reported once, with the first email.
 */
const TAG_PROBLEM_CODES = new Set<string>(['UNKNOWN_TAG', 'EMPTY_TAG', 'FORMAT_VALUE'])

const ofAll = (problem: MailProblem): CampaignProblem => ({ ...problem, count: null, contacts: [], finishesAt: null })

/**
 * The problems of a draft's follow-ups, each named by its number. `ofTags`: the problems of an email's merge tags for the
 * recipients of the draft.
 */
export async function followUpProblems(
  call: Call,
  em: Em,
  campaign: Campaign,
  context: {
    /** the mailboxes to send from */
    accounts: readonly Mailbox[]
    tracking: TrackingLevel
    /** True if a second person must approve the launch */
    needsApproval: boolean
    ofTags: (found: ReturnType<RenderingTasks['check']>) => Promise<CampaignProblem[]>
  },
): Promise<CampaignProblem[]> {
  const { publicUrl, threads } = call.app
  const { tenantId } = campaign
  const found: CampaignProblem[] = []
  const linksOf = ({ subject, content, useHtmlBuilder }: Campaign) =>
    threads.run(tenantId, 'links', { subject, content, useHtmlBuilder }, content.length)
  const followUps = await followUpsIn(em, campaign)
  if (followUps.length > 0) {
    const { accounts } = context
    found.push(...[...unseenReplies(accounts), ...(await repliesElsewhere(em, campaign, accounts))].map(ofAll))
  }
  const links = new Set(followUps.some((each) => each.conditionLink) ? await linksOf(campaign) : [])
  for (const followUp of followUps) {
    const written = await signed(
      call.app,
      tenantId,
      await withAnswerSubject(em, followUp),
      context.accounts[0]?.signature,
    )
    const content = await mailContent(call.app, em, written, () => false)
    const { htmlTemplate } = followUp
    // The pixel is judged once, by the first email.
    const approval = context.needsApproval ? toApprove(followUp, context.accounts) : null
    const asked = { publicUrl, countsOpens: false, approval, content, htmlTemplate, subjects: [written.subject] }
    const check = await threads.run(tenantId, 'check', asked, sizeOf(content.content, htmlTemplate))
    const tags = (await context.ofTags(check)).filter(({ code }) => TAG_PROBLEM_CODES.has(code))
    const own = [
      ...check.problems.map(ofAll),
      ...tags,
      ...(await linkProblems(em, campaign, check.guardedLinks)),
      ...conditionProblems(followUp, links, { ...campaign, tracking: context.tracking }).map(ofAll),
    ]
    const name = `Follow-up ${followUp.step - 1}`
    found.push(...own.map((problem) => ({ ...problem, message: `${name}: ${problem.message}` })))
    if (followUps.some((each) => each.conditionLink)) for (const link of await linksOf(followUp)) links.add(link)
  }
  return found
}

/**
 * Warns of mailboxes that may only send: a reply to them does not stop the follow-ups, and the ids of the emails that these
 * answer are not known for certain.
 */
function unseenReplies(accounts: readonly Mailbox[]): MailProblem[] {
  const unseen = accounts.filter(({ scopes }) => !mayRead(scopes)).map(({ email }) => email)
  if (unseen.length === 0) return []
  const message = `Replies to ${new Intl.ListFormat('en-GB').format(unseen)} cannot be seen, so they do not stop follow-ups, and recipients may see follow-ups as new conversations. Allow reading under Settings → Connected Emails, or remove the follow-ups.`
  return [{ code: 'FOLLOW_UP_NO_REPLIES', severity: 'warning', message }]
}

/** Warns of a Reply-To or From address whose replies arrive in no mailbox that is read. */
async function repliesElsewhere(em: Em, campaign: Campaign, accounts: readonly Mailbox[]): Promise<MailProblem[]> {
  const { replyTo, fromAddress } = campaign
  const route = await replyRouteOf(em, campaign, accounts)
  // `unseenReplies` warns of mailboxes that may only send.
  const missed = route.missed.filter(({ scopes }) => mayRead(scopes))
  if (missed.length === 0 || route.readable.length > 0) return []
  const emails = new Intl.ListFormat('en-GB').format(missed.map(({ email }) => email))
  const stays = `so they do not arrive in ${emails} and do not stop follow-ups`
  const message = replyTo?.trim()
    ? `Replies go to the Reply-To address ${replyTo.trim()}, ${stays}. Remove Reply-To, or remove the follow-ups.`
    : `Replies go to the From address ${fromAddress}, ${stays}. ${
        accounts.length === 1 ? `Set Reply-To to ${emails}` : 'Choose another From address'
      }, or remove the follow-ups.`
  return [{ code: 'FOLLOW_UP_NO_REPLIES', severity: 'warning', message }]
}

/** Problems of a condition that would hold for all recipients or for none. */
function conditionProblems(
  { condition, conditionLink }: Campaign,
  links: ReadonlySet<string>,
  { tracking, trackOpens, trackClicks }: { tracking: TrackingLevel; trackOpens: boolean; trackClicks: boolean },
): MailProblem[] {
  if (condition === null || condition === undefined || condition === 'no_reply') return []
  if (tracking !== 'recipient' || !(condition === 'not_opened' ? trackOpens : trackClicks)) {
    const message =
      'its condition needs opens and clicks that are recorded for each recipient, and this campaign does not record them. Change what is tracked, or choose another condition.'
    return [{ code: 'FOLLOW_UP_UNTRACKED', severity: 'error', message }]
  }
  if (conditionLink && !links.has(conditionLink)) {
    const message = `no email before it has the link ${conditionLink}. Choose a link of an earlier email.`
    return [{ code: 'FOLLOW_UP_LINK', severity: 'warning', message }]
  }
  return []
}
