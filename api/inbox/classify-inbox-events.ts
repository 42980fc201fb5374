import { domainOf } from '#domain/campaigns/bulk-sender-rules.ts'
import { isHard } from '#domain/inbox/bounce-report.ts'
import { maySpeakFor } from '#domain/inbox/report-authenticity.ts'
import { type FoundReply } from './replies/store-replies.ts'
import { type AutomaticReturn, type AwayReturn } from '#api/emails/automatic-answers.ts'
import {
  addressesOf,
  copiesMeant,
  mailMeant,
  mayComeTooEarly,
  names,
  type BounceReturn,
  type Candidate,
  type Return,
} from './match-inbox-events.ts'
import { type UnsentEmail } from './returned-unsent-emails.ts'

/** Maximum ms that a returned message waits for its email to be recorded as sent. */
export const TOO_EARLY = 10 * 60_000

interface Meant<R extends Return = Return> {
  mail: Candidate
  returned: R
}

/** Returned emails by their meaning; keys are ids of emails. */
interface SortedReturns {
  bounces: Map<string, Meant<BounceReturn>>
  /** bounces that somebody reports who may not speak for the recipient */
  unproven: Map<string, Meant<BounceReturn>>
  /** emails that the mailbox's own provider returned without sending them */
  unsent: Map<string, UnsentEmail>
  complaints: Map<string, Meant>
  /** the first reply to each email */
  replies: Map<string, Meant>
  /** every reply found */
  written: FoundReply[]
  absences: Map<string, AwayReturn>
  automatic: AutomaticReturn[]
  /**
   * email addresses in CC and BCC that do not exist, or whose owners complained: copies have no email log of their own
   */
  deadCopies: Set<string>
  complainingCopies: Set<string>
  /** true if a message came back before its email was recorded as sent, so the inbox is read again */
  early: boolean
}

/**
 * Sorts what came back to a mailbox by the emails that it is about.
 *
 * @param about `own`: the addresses of the mailbox; `colleagues`: addresses of the workspace's people, who discuss among themselves
 *   what was sent to others
 */
export function sortReturns(
  returns: readonly Return[],
  about: { candidates: readonly Candidate[]; colleagues: ReadonlySet<string>; own: readonly string[]; now: Date },
): SortedReturns {
  const { candidates, colleagues, own, now } = about
  const sorted: SortedReturns = {
    bounces: new Map(),
    unproven: new Map(),
    unsent: new Map(),
    complaints: new Map(),
    replies: new Map(),
    written: [],
    absences: new Map(),
    automatic: [],
    deadCopies: new Set(),
    complainingCopies: new Set(),
    early: false,
  }
  for (const returned of returns) {
    const mail = mailMeant(returned, candidates)
    const waits = mail ? mail.underWay : mayComeTooEarly(returned, candidates)
    if (waits && now.getTime() - returned.receivedAt.getTime() < TOO_EARLY) sorted.early = true
    if (!mail) noteCopies(sorted, returned, candidates)
    if (!mail || mail.underWay) continue
    const isOurs = returned.what === 'reply' && colleagues.has(returned.from)
    if (isOurs && domainOf(returned.from) !== domainOf(mail.email)) continue
    if (returned.what === 'bounce') noteBounce(sorted, { mail, returned }, own, returns)
    else noteOther(sorted, { mail, returned })
  }
  return sorted
}

/**
 * Records what a returned message says about people in CC and BCC: only that an address does not exist or complained;
 * nothing else is stored about copies.
 */
function noteCopies(sorted: SortedReturns, returned: Return, candidates: readonly Candidate[]): void {
  const into =
    returned.what === 'complaint'
      ? sorted.complainingCopies
      : returned.what === 'bounce' && isHard(returned)
        ? sorted.deadCopies
        : null
  if (into && (returned.what === 'bounce' || returned.what === 'complaint'))
    for (const address of copiesMeant(returned, candidates)) into.add(address)
}

function noteBounce(
  { bounces, unproven, unsent }: SortedReturns,
  { mail, returned }: Meant<BounceReturn>,
  own: readonly string[],
  all: readonly Return[],
): void {
  const isNamed = names(returned, mail)
  const { notice } = returned
  if (!isNamed && !maySpeakFor(returned.vouched, mail.email, [...own])) unproven.set(mail.id, { mail, returned })
  else if (isNamed && notice && wasSentToNobody(mail, returned, all)) unsent.set(mail.id, { mail, returned, notice })
  else if (!bounces.has(mail.id) || isAbout(returned, mail)) bounces.set(mail.id, { mail, returned })
}

function noteOther(
  { complaints, absences, automatic, replies, written }: SortedReturns,
  { mail, returned }: Meant,
): void {
  const about = { logId: mail.id, campaignId: mail.campaignId, receivedAt: returned.receivedAt }
  if (returned.what === 'complaint') complaints.set(mail.id, complaints.get(mail.id) ?? { mail, returned })
  if (returned.what === 'away') {
    const known = absences.get(mail.id)
    const isNewest = !known || known.receivedAt <= returned.receivedAt
    if (isNewest) absences.set(mail.id, { ...about, until: returned.until, dated: returned.dated })
  }
  if (returned.what === 'automatic') automatic.push(about)
  if (returned.what === 'reply') {
    replies.set(mail.id, replies.get(mail.id) ?? { mail, returned })
    written.push({
      ...about,
      ...{ messageId: returned.id, internetMessageId: returned.internetMessageId ?? null, threadId: returned.threadId },
      ...{ from: returned.from, replyTo: returned.replyTo ?? null, elsewhere: mail.elsewhere ?? false },
    })
  }
}

/**
 * Returns whether a report is about the recipient of the email. A forwarded email can fail at another address; its
 * recipient is then not suppressed.
 */
export function isAbout(returned: Return, mail: Candidate): boolean {
  const addresses = addressesOf(returned)
  return addresses.length === 0 || addresses.includes(mail.email)
}

/**
 * Returns whether a report about an email with copies lists all of its recipients. A report that lists only some means
 * that the others got the email.
 */
function wasSentToNobody(mail: Candidate, returned: BounceReturn, all: readonly Return[]): boolean {
  const failed = all.flatMap((each) => (each.what === 'bounce' && each.id === returned.id ? each.recipients : []))
  return (mail.copies ?? []).every((copy) => failed.includes(copy))
}
