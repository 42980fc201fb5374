import { automaticAnswer } from './away/automatic-answer-detection.ts'
import { isAutomaticAnswer, saysItAnswers } from './automatic-answer.ts'
import { isMachineMade, isOfDoubtfulOrigin } from './automatic-mail.ts'
import { readBounces, type Bounce } from './bounce-report.ts'
import { isFeedback, readComplaint, type Complaint } from './complaint-report.ts'
import { EMPTY_REPORT, referencesOf, type DeliveryReport } from './delivery-report.ts'
import { refusesPost } from './failure-signs.ts'
import { isFromListServer, isFromServer, isMailSystem, looksLikeReport } from './report-signs.ts'
import { isReaction } from './emoji-reaction.ts'
import { isReceipt } from './message-receipts.ts'
import type { ReturnedMail } from './returned-mail.ts'
import { unsubscribeTokenIn } from './unsubscribe-mail.ts'

/** Rules for messages in an inbox: bounces, complaints, replies, and everything else. */

export type Returned =
  /** a delivery report, with a bounce for each recipient that it tells apart */
  | { what: 'bounce'; bounces: readonly Bounce[]; references: readonly string[] }
  | ({ what: 'complaint' } & Complaint)
  /** `mustBeNamed`: it counts only if it names an email or is in its conversation, because it may be mass email. */
  | { what: 'reply'; from: string; references: readonly string[]; mustBeNamed?: boolean }
  /** The recipient is away and back on the day `until`, at 00:00 UTC; without `dated` the note did not say until when. */
  | { what: 'away'; from: string; references: readonly string[]; until: Date; dated: boolean }
  /** an automatic answer of another kind, such as a help desk's */
  | { what: 'automatic'; from: string; references: readonly string[] }
  /** an email by which a mail program unsubscribes its reader; only the token says whom */
  | { what: 'unsubscribe'; from: string; references: readonly string[]; token: string }
  | { what: 'other' }

/**
 * Classifies a message.
 *
 * - A bounce needs a report that says "failed", not a delay or a receipt.
 * - A complaint needs a feedback report of abuse.
 * - A reply is written by a person and refers to another email, by its conversation if it has no headers; an emoji
 *   reaction is no reply.
 * - Automatic answers are those of people who are away, and all others; neither is a reply.
 * - An email that unsubscribes is recognized by its subject alone.
 *
 * @param ownAddresses the mailbox's address, or all of its addresses: messages from these are never replies
 */
export function recognize(
  mail: ReturnedMail,
  report: DeliveryReport | null,
  ownAddresses: string | readonly string[],
): Returned {
  const token = unsubscribeTokenIn(mail.subject)
  if (token !== null) return { what: 'unsubscribe', from: mail.from, references: [], token }
  const own = new Set([ownAddresses].flat().map((address) => address.toLowerCase()))
  if (isFeedback(mail)) {
    const complaint = readComplaint(mail, report, own)
    return complaint ? { what: 'complaint', ...complaint } : { what: 'other' }
  }
  if (looksLikeReport(mail)) {
    const bounces = readBounces(mail, report ?? EMPTY_REPORT, own)
    const references = referencesOf(mail, report)
    if (isBounce(mail, report, bounces, references)) return { what: 'bounce', bounces, references }
    if (isMailSystem(mail)) return { what: 'other' }
  }
  const references = referencesOf(mail, null)
  if (isOwn(mail) || mail.reaction || isReaction(mail) || own.has(mail.from)) return { what: 'other' }
  if (isAutomaticAnswer(mail)) {
    const answer = automaticAnswer({ ...mail, text: mail.text ?? report?.text })
    const isAnswer = answer.what === 'away' || saysItAnswers(mail)
    return isAnswer ? { ...answer, from: mail.from, references } : { what: 'other' }
  }
  const isUnreferenced = references.length === 0
  if ((isUnreferenced && !mail.isHeaderless) || isMachineMade(mail)) return { what: 'other' }
  if (/^multipart\/report\b/i.test(mail.headers['content-type'] ?? '')) return { what: 'other' }
  if (mail.text !== undefined && isReceipt(mail.text)) return { what: 'automatic', from: mail.from, references }
  const mustBeNamed = isUnreferenced || isOfDoubtfulOrigin(mail)
  return { what: 'reply', from: mail.from, references, ...(mustBeNamed && { mustBeNamed }) }
}

/**
 * Returns whether a message is a bounce. A server may report a failure in plain words; a message from anybody else must
 * give a code or a reason, and name somebody.
 */
function isBounce(
  mail: ReturnedMail,
  report: DeliveryReport | null,
  bounces: readonly Bounce[],
  references: readonly string[],
): boolean {
  if (bounces.length === 0 || isFromServer(mail)) return bounces.length > 0
  const isAboutSomebody = references.length > 0 || bounces.some(({ recipients }) => recipients.length > 0)
  const isReasoned = bounces.some(({ kind, code }) => kind !== 'refused' || code !== null)
  return isAboutSomebody && (isReasoned || (isFromListServer(mail) && refusesPost(report?.text ?? '')))
}

/** Returns whether a message is one of our own, whichever address it names: a follow-up answers an earlier email too. */
const isOwn = ({ headers }: ReturnedMail) => headers['x-mergewell-email'] !== undefined
