import { domainOf } from '#domain/campaigns/bulk-sender-rules.ts'
import type { Bounce } from '#domain/inbox/bounce-report.ts'
import { ownMailIn } from '#domain/inbox/own-message-id.ts'
import type { Returned } from '#domain/inbox/recognize-message.ts'
import type { InboxMail } from '#api/sending/provider.ts'

/**
 * A message that came back to a mailbox: a bounce, complaint, reply or automatic answer, as opposed to all other email.
 */
export type Return = (
  | Exclude<Returned, { what: 'other' | 'bounce' }>
  | ({
      what: 'bounce'
      references: readonly string[]
      /** domain of the sending server, if the mailbox's provider vouches for it */
      vouched: string | null
    } & Bounce)
) &
  Pick<InboxMail, 'id' | 'threadId' | 'receivedAt'> & {
    /** Message-ID header of the email, if the provider shows it */
    internetMessageId?: string | null | undefined
    /** address that the reply's Reply-To names for answers; null: the sender's address */
    replyTo?: string | null | undefined
  }

export type BounceReturn = Extract<Return, { what: 'bounce' }>

/** A sent email that a returned message may be about. */
export interface Candidate {
  id: string
  campaignId: string
  /** recipient address in lower case */
  email: string
  threadId: string | null
  internetMessageId: string | null
  /** number of attempts; only the last one counts */
  attempts: number
  /** time at which the email was sent to the provider */
  attemptedAt: Date
  /**
   * true if the email was handed to the provider and its outcome is not recorded yet, so its message ids are still
   * unknown
   */
  underWay: boolean
  /** true if another mailbox sent the email than the one that is read */
  elsewhere?: boolean | undefined
  /** true if the provider's ids of the email could not be learned, and its replies go to the mailbox that is read */
  isUnnamed?: boolean | undefined
  /** addresses in CC and BCC, in lower case; none by default */
  copies?: readonly string[] | undefined
}

/**
 * Days after sending during which a report that contains only an address is matched to our email to that address.
 * Servers retry for five days.
 */
const ADDRESS_DAYS = 6
/** maximum clock difference to the provider, in ms */
export const SKEW = 10 * 60_000

/**
 * Finds the email that a returned message is about; null if none or several match, because a guess could be wrong.
 *
 * - It looks for the Message-ID, ours or the provider's, then for the conversation.
 * - For a bounce or an automatic answer it then takes the newest email to that address; for a reply in an unknown
 *   conversation, the newest email to its sender.
 * - A complaint must name the email, because anyone can write one about an address; so must a reply that may be mass
 *   email.
 * - A bounce that names an email of ours matches only that one.
 * - A message from, or about, a person in CC or BCC says nothing about the recipient: null.
 * - An email of another mailbox matches only a reply that names it and comes from its recipient's domain or answers it
 *   directly, because colleagues also forward what they sent.
 * - Where replies go to this mailbox and the ids of the email could not be learned, its recipient's reply matches the
 *   newest such email.
 */
export function mailMeant(returned: Return, candidates: readonly Candidate[]): Candidate | null {
  const mail = mailFor(returned, candidates)
  return mail && !isAboutCopy(returned, mail) ? mail : null
}

/**
 * Returns the addresses in CC and BCC that a returned message is about, if it names the email that they got a copy of
 * or is in its conversation.
 */
export function copiesMeant(returned: Return, candidates: readonly Candidate[]): string[] {
  const mail = mailFor(returned, candidates)
  if (!mail || mail.underWay || !isAboutCopy(returned, mail)) return []
  return addressesOf(returned).filter((address) => mail.copies?.includes(address))
}

function isAboutCopy(returned: Return, { email, copies = [] }: Candidate): boolean {
  const addresses = addressesOf(returned)
  return addresses.some((address) => copies.includes(address)) && !addresses.includes(email)
}

function mailFor(returned: Return, candidates: readonly Candidate[]): Candidate | null {
  const earlier = candidates.filter(
    (mail) =>
      mail.attemptedAt.getTime() <= returned.receivedAt.getTime() + SKEW &&
      (!mail.elsewhere || answers(returned, mail)),
  )
  const named = returned.references.flatMap((reference) => ownMailIn(reference) ?? [])
  if (returned.what === 'bounce' && named.length > 0) {
    const last = ({ id, attempts }: Candidate) => named.some((own) => own.logId === id && own.attempt >= attempts)
    return only(earlier.filter(last), returned)
  }
  const own = earlier.filter(({ id }) => named.some(({ logId }) => logId === id))
  if (own.length > 0) return only(own, returned)
  const known = earlier.filter(({ underWay }) => !underWay)
  const referred = known.filter(
    (mail) => mail.internetMessageId && returned.references.includes(mail.internetMessageId),
  )
  if (referred.length > 0) return only(referred, returned)
  const here = known.filter(({ elsewhere }) => !elsewhere)
  const together = here.filter(({ threadId }) => threadId !== null && threadId === returned.threadId)
  if (together.length > 0) return only(together, returned)
  if (returned.what === 'complaint' || (returned.what === 'reply' && returned.mustBeNamed)) return null
  const addresses = addressesOf(returned)
  const unnamed = known.filter(({ isUnnamed }) => isUnnamed && returned.what === 'reply')
  const there = [...here, ...unnamed].filter(
    (mail) => addresses.includes(mail.email) && (mail.isUnnamed || mayBeMeant(mail, returned)),
  )
  return newest(there)
}

/** Returns whether a message names an email by its id, or is in its conversation: only who got the email can do so. */
export function names({ references, threadId }: Return, mail: Candidate): boolean {
  const isOwnId = references.some((reference) => ownMailIn(reference)?.logId === mail.id)
  const isProviderId = mail.internetMessageId !== null && references.includes(mail.internetMessageId)
  return isOwnId || isProviderId || (threadId !== null && threadId === mail.threadId)
}

/** Returns whether a message is a reply by an email's recipient, or by another person to the email itself. */
function answers(returned: Return, { id, email, internetMessageId }: Candidate): boolean {
  if (returned.what !== 'reply') return false
  if (domainOf(returned.from) === domainOf(email)) return true
  const [answered = ''] = returned.references
  return answered === internetMessageId || ownMailIn(answered)?.logId === id
}

/** Returns whether the message may be about an email in flight, so that the match is not yet certain. */
export function mayComeTooEarly(returned: Return, candidates: readonly Candidate[]): boolean {
  const addresses = addressesOf(returned)
  return candidates.some(({ underWay, email, elsewhere }) => underWay && !elsewhere && addresses.includes(email))
}

/** The addresses that the email may have been sent to. */
export function addressesOf(returned: Return): readonly string[] {
  return 'from' in returned ? [returned.from] : returned.recipients
}

function mayBeMeant(mail: Candidate, returned: Return): boolean {
  if (returned.what === 'reply') return mail.threadId === null
  return returned.receivedAt.getTime() - mail.attemptedAt.getTime() < ADDRESS_DAYS * 86_400_000
}

/**
 * Picks the newest candidate sent to the reported address, because a conversation can contain emails to many people. If
 * all emails went to one person, as with follow-ups, any answer is about that person.
 */
function only(mails: readonly Candidate[], returned: Return): Candidate | null {
  if (new Set(mails.map(({ email }) => email)).size === 1) return newest(mails)
  const addresses = addressesOf(returned)
  return newest(mails.filter(({ email }) => addresses.includes(email)))
}

function newest(mails: readonly Candidate[]): Candidate | null {
  return mails.toSorted((a, b) => b.attemptedAt.getTime() - a.attemptedAt.getTime())[0] ?? null
}
