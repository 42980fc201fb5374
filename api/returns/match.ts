import { ownMailIn, type Returned } from '#domain/returns.ts'
import type { InboxMail } from '../sending/provider.ts'

/** Something that came back, told apart from all other mail. */
export type Return = Exclude<Returned, { what: 'other' }> & Pick<InboxMail, 'threadId' | 'receivedAt'>

/** A mail that may be the one meant. */
export interface Candidate {
  id: string
  campaignId: string
  /** address it went to, in lower case */
  email: string
  threadId: string | null
  internetMessageId: string | null
  /** how often it was begun; the last time is what counts */
  attempts: number
  /** when it was handed over */
  attemptedAt: Date
  /** handed over, outcome not recorded yet: what names it is not known yet */
  underWay: boolean
}

/** Days for which a report that names nothing but an address is held to be about our mail to it: servers try for five. */
const ADDRESS_DAYS = 6
/** ms by which the clocks of the vendor and ours may differ */
const SKEW = 10 * 60_000

/**
 * The mail that something is about: the one it names, by our own Message-ID or the vendor's; else one of the same conversation; else, for a
 * report, the newest to the address that failed, and for an answer the newest to whoever answers of which the conversation is not known.
 * Null where none fits or several do: nothing is guessed. A report that names a mail of ours is about that one or none: null where it
 * is not among these, as one of another workspace, and where an attempt before the last is named: the mail was sent again since.
 */
export function mailMeant(returned: Return, candidates: readonly Candidate[]): Candidate | null {
  const earlier = candidates.filter(({ attemptedAt }) => attemptedAt.getTime() <= returned.receivedAt.getTime() + SKEW)
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
  const together = known.filter(({ threadId }) => threadId !== null && threadId === returned.threadId)
  if (together.length > 0) return only(together, returned)
  const addresses = addressesOf(returned)
  const there = known.filter((mail) => addresses.includes(mail.email) && mayBeMeant(mail, returned))
  return newest(there)
}

/** Whether something is about a mail that is just being handed over, so that it cannot be told yet which. */
export function mayComeTooEarly(returned: Return, candidates: readonly Candidate[]): boolean {
  const addresses = addressesOf(returned)
  return candidates.some(({ underWay, email }) => underWay && addresses.includes(email))
}

/** The addresses under which the mail may have been sent. */
export function addressesOf(returned: Return): readonly string[] {
  return returned.what === 'bounce' ? returned.recipients : [returned.from]
}

function mayBeMeant(mail: Candidate, returned: Return): boolean {
  if (returned.what === 'reply') return mail.threadId === null
  return returned.receivedAt.getTime() - mail.attemptedAt.getTime() < ADDRESS_DAYS * 86_400_000
}

/** The one among several that went to an address that is told; a conversation can hold mails to many. */
function only(mails: readonly Candidate[], returned: Return): Candidate | null {
  if (mails.length === 1) return mails[0] ?? null
  const addresses = addressesOf(returned)
  return newest(mails.filter(({ email }) => addresses.includes(email)))
}

function newest(mails: readonly Candidate[]): Candidate | null {
  return mails.toSorted((a, b) => b.attemptedAt.getTime() - a.attemptedAt.getTime())[0] ?? null
}
