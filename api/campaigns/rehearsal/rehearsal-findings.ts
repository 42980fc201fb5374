import { doubtAbout, mailboxKey, personKey } from '#domain/contacts/address-doubts.ts'
import { domainOf } from '#domain/campaigns/bulk-sender-rules.ts'
import type { Gaps } from '#domain/content/missing-values.ts'
import { GMAIL_CLIP_BYTES } from '#domain/builder/email-warnings.ts'
import {
  EXAMPLES_MAX,
  FINDING_CODES,
  GAPS_MAX,
  type Finding,
  type FindingCode,
  type FindingExample,
} from '#domain/campaigns/rehearsals.ts'
import type { DraftRecipient } from '../drafts/recipient-batches.ts'
import type { RehearsedEmail } from '#api/rendering/rehearse-emails.ts'
import type { RecipientFacts } from './recipient-facts.ts'

/** Facts about one recipient, known when it is their turn in a rehearsal. */
export interface Rehearsed {
  recipient: Pick<DraftRecipient, 'id' | 'email' | 'firstName' | 'lastName'>
  facts: RecipientFacts | undefined
  /** merge tags without a value, and those whose value their format cannot write */
  gaps: Gaps
  /** true if the recipient's own file is missing */
  lacksFile: boolean
  /** reason why a document for the recipient cannot be made; null if all can, or this was not tried */
  documentProblem: string | null
  /**
   * reason why the recipient's first email cannot be made, else the sizes of the largest: of HTML, and with all files
   */
  email: RehearsedEmail
  /** reason why a follow-up to the recipient cannot be made; null if all can */
  followUpProblem: string | null
}

/**
 * Collects the findings about recipients, one after another, with exact counts and the first examples. Of all recipients it
 * keeps what recognizes them when they come again, and nothing else.
 */
export function collectFindings(isTopLevel: (name: string) => boolean) {
  const byCode = new Map<string, Finding>()
  /** findings about merge tags */
  const tagged = new Map<FindingCode, number>()
  const mailboxes = new Map<string, string>()
  const persons = new Map<string, string>()
  const total = { recipients: 0, emails: 0, largestBytes: 0, largestContactId: null as string | null }

  function add(code: FindingCode, example: FindingExample, tag?: string): void {
    const key = tag === undefined ? code : `${code} ${tag}`
    const known = byCode.get(key)
    if (!known && tag !== undefined && (tagged.get(code) ?? 0) >= GAPS_MAX) return
    const finding = known ?? { code, count: 0, ...(tag !== undefined && { tag }), examples: [] }
    if (!known) byCode.set(key, finding)
    if (!known && tag !== undefined) tagged.set(code, (tagged.get(code) ?? 0) + 1)
    finding.count += 1
    if (finding.examples.length < EXAMPLES_MAX) finding.examples.push(example)
  }

  /** Reports a recipient that repeats an earlier one. */
  function repeats({ id, email, firstName, lastName }: Rehearsed['recipient']): void {
    const mailbox = mailboxKey(email)
    const person = personKey({ firstName, lastName, email })
    const same = mailboxes.get(mailbox)
    const alike = person === null ? undefined : persons.get(person)
    if (same !== undefined) add('SAME_MAILBOX', { contactId: id, otherId: same })
    else if (alike !== undefined) add('SAME_PERSON', { contactId: id, otherId: alike })
    if (same === undefined) mailboxes.set(mailbox, id)
    if (person !== null && alike === undefined) persons.set(person, id)
  }

  function judgeAddress({ id, email }: Rehearsed['recipient']): void {
    const doubt = doubtAbout(email, isTopLevel)
    if (doubt?.kind === 'typo') add('MISSPELLED', { contactId: id, meantDomain: domainOf(doubt.meant) })
    else if (doubt?.kind === 'domain') add('UNKNOWN_DOMAIN', { contactId: id })
    else if (doubt?.kind === 'role') add('ROLE_ADDRESS', { contactId: id })
  }

  return {
    /** Takes the next recipient; returns whether this recipient would get an email. */
    see({ recipient, facts, gaps, lacksFile, documentProblem, email, followUpProblem }: Rehearsed): boolean {
      const { id: contactId } = recipient
      total.recipients += 1
      // Suppressed recipients get no email, whatever else was found about them.
      if (facts?.isSuppressed) {
        add('SUPPRESSED', { contactId })
        return false
      }
      if (facts?.isDeclined) {
        add('DECLINED', { contactId })
        return false
      }
      if (facts?.isOverCeiling) add('OVER_CEILING', { contactId })
      if (facts?.recent) {
        add('RECENTLY_EMAILED', { contactId, campaignId: facts.recent.campaignId, at: facts.recent.at.toISOString() })
      }
      if (facts?.away) {
        const { until, dated } = facts.away
        add('AWAY', { contactId, awayUntil: until.toISOString(), awayDateGiven: dated })
      }
      repeats(recipient)
      judgeAddress(recipient)
      for (const tag of gaps.missing) add('GAP', { contactId }, tag)
      for (const tag of gaps.unread) add('FORMAT_VALUE', { contactId }, tag)
      if (lacksFile) add('FILE_MISSING', { contactId })
      if (documentProblem !== null) add('DOCUMENT_FAILED', { contactId, reason: documentProblem })
      if ('problem' in email) {
        add('NOT_RENDERED', { contactId, reason: email.problem })
        return false
      }
      if (followUpProblem !== null) add('FOLLOW_UP_NOT_RENDERED', { contactId, reason: followUpProblem })
      if (email.htmlBytes > GMAIL_CLIP_BYTES) add('CLIPPED', { contactId })
      if (lacksFile || documentProblem !== null || facts?.isOverCeiling) return false
      total.emails += 1
      if (email.bytes > total.largestBytes) {
        Object.assign(total, { largestBytes: email.bytes, largestContactId: contactId })
      }
      return true
    },
    /** Returns what was found, in the order of the report. */
    result(): typeof total & { findings: Finding[] } {
      const order = (code: FindingCode) => FINDING_CODES.indexOf(code)
      return { ...total, findings: [...byCode.values()].toSorted((a, b) => order(a.code) - order(b.code)) }
    },
  }
}
