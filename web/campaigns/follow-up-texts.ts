import type { FollowUpCondition, FollowUpStop } from '#web/generated/graphql.ts'
import { format, zoneName } from '#web/ui/format-time.ts'

/** Words about the recipients who get a follow-up, by its condition. */
export const CONDITION_WORDS: Record<FollowUpCondition, string> = {
  no_reply: 'No reply',
  not_opened: 'No reply and not opened',
  not_clicked: 'No reply and no click',
  clicked: 'No reply, but a click',
}

/** Acts of a recipient that make a follow-up unnecessary, after “unless they”. */
const UNLESS_WORDS: Record<FollowUpCondition, string> = {
  no_reply: 'reply',
  not_opened: 'reply or open',
  not_clicked: 'reply or click',
  clicked: 'reply',
}

/** Characters of a URL that are shown. */
const LINK_SHOWN = 60

/**
 * Describes the recipients of a follow-up, including the link they must have clicked, and whether the campaign's files
 * are attached.
 */
export function whoWords({
  condition,
  link,
  attachesFiles,
}: {
  condition: FollowUpCondition
  link?: string | null | undefined
  attachesFiles: boolean
}): string {
  return `${CONDITION_WORDS[condition]}${onLink({ condition, link })}${attachesFiles ? ' · With the files, if any' : ''}`
}

/** Returns the acts that keep a planned follow-up from a recipient: " unless they reply or open". */
export function unlessWords(step: { condition: FollowUpCondition; link?: string | null | undefined }): string {
  const unless = `unless they ${UNLESS_WORDS[step.condition]}`
  if (step.condition === 'clicked') return `if they click${onLink(step)}, ${unless}`
  return `${unless}${onLink(step)}`
}

/** Returns the words for the link of a condition: " on example.com/offer". */
function onLink({ condition, link }: { condition: FollowUpCondition; link?: string | null | undefined }): string {
  const address = (link ?? '').replace(/^https?:\/\//, '')
  const shown = address.length > LINK_SHOWN ? `${address.slice(0, LINK_SHOWN - 1)}…` : address
  return shown !== '' && (condition === 'clicked' || condition === 'not_clicked') ? ` on ${shown}` : ''
}

/** Sentences for the reasons why a recipient gets no further follow-up. */
export const STOP_WORDS: Record<FollowUpStop, string> = {
  replied: 'No more follow-ups, because they replied.',
  bounced: 'No more follow-ups, because an email bounced.',
  unsubscribed: 'No more follow-ups, because they unsubscribed.',
  suppressed: 'No more follow-ups, because they are on the suppression list.',
  by_hand: 'No more follow-ups: they were stopped by hand.',
  failed: 'No more follow-ups, because the email before was not sent.',
  declined: 'No more follow-ups, because this person wants fewer emails.',
  contact_deleted: 'No more follow-ups, because the contact was deleted.',
  mailbox_gone: 'No more follow-ups, because the campaign no longer uses the mailbox that sent the email before.',
}

/** The number of a follow-up: the campaign's own email is step 1. */
export const followUpName = (step: number): string => `Follow-up ${step - 1}`

/** "3 working days" */
export const workingDays = (count: number): string => `${count} working ${count === 1 ? 'day' : 'days'}`

/** "3 working days later at 9:30 AM (Berlin)". `isLocal`: the campaign is sent at local times. */
export function whenWords(
  step: { waitDays: number; timeOfDay: string; timeZone: string },
  { isLocal = false }: { isLocal?: boolean } = {},
): string {
  const [hours, minutes] = step.timeOfDay.split(':').map(Number)
  const time = format(Date.UTC(2001, 0, 1, hours, minutes), { timeZone: 'UTC' }, { timeStyle: 'short' })
  return `${workingDays(step.waitDays)} later at ${time} (${isLocal ? 'where each recipient is' : zoneName(step.timeZone)})`
}
