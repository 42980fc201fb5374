import { isAligned, type AuthenticationResults } from '../authentication-results.ts'
import { worstFirst, type Finding, type FindingCode } from './deliverability-findings.ts'

/** States of an email that a mailbox sent to itself. */
export const CHECK_STATES = ['waiting', 'arrived', 'missing', 'failed'] as const
type CheckState = (typeof CHECK_STATES)[number]

/** A test email that a mailbox sent to itself, as stored. */
export interface StoredCheck {
  state: CheckState
  /** token in the subject of the test email */
  token: string
  /** time of sending, in ms since the epoch */
  sentAt: number
  /** time of the last search for the test email in the inbox, in ms since the epoch */
  lookedAt: number
  /** reason why the test email could not be sent */
  error: string | null
  findings: Finding[]
}

/**
 * Judges how a test email from this domain arrived, by the receiver's authentication results; null: the receiver noted
 * none.
 */
export function judgeArrival(domain: string, results: AuthenticationResults | null): Finding[] {
  if (results === null) {
    return [
      finding(
        'RECEIVED_DMARC',
        'unknown',
        'The email arrived, but your provider recorded no results. This is common within one organization.',
      ),
    ]
  }
  return worstFirst([spfOf(domain, results), dkimOf(domain, results), dmarcOf(domain, results)])
}

function spfOf(domain: string, { spf }: AuthenticationResults): Finding {
  if (spf === 'pass') return finding('RECEIVED_SPF', 'ok', `SPF passed for the email from ${domain}.`)
  return spf === null || spf === 'none' || spf === 'neutral'
    ? finding('RECEIVED_SPF', 'unknown', `SPF was not checked for the email from ${domain}.`)
    : finding('RECEIVED_SPF', 'error', `SPF failed for the email from ${domain} (${spf}).`)
}

function dkimOf(domain: string, { dkim }: AuthenticationResults): Finding {
  const passed = dkim.filter(({ result }) => result === 'pass')
  if (passed.some((signature) => isAligned(signature.domain, domain))) {
    return finding('RECEIVED_DKIM', 'ok', `The email was signed as ${domain}, and DKIM passed.`)
  }
  const [other] = passed
  if (other) {
    return finding(
      'RECEIVED_DKIM',
      'warning',
      `The email was signed as ${other.domain || 'another domain'}, not as ${domain}.`,
    )
  }
  return dkim.some(({ result }) => result !== 'none')
    ? finding('RECEIVED_DKIM', 'error', `DKIM failed for the email from ${domain} (${dkim[0]?.result ?? 'none'}).`)
    : finding('RECEIVED_DKIM', 'error', `The email from ${domain} was not signed (DKIM).`)
}

function dmarcOf(domain: string, { dmarc }: AuthenticationResults): Finding {
  if (dmarc === 'pass') return finding('RECEIVED_DMARC', 'ok', `DMARC passed for the email from ${domain}.`)
  if (dmarc === null) return finding('RECEIVED_DMARC', 'unknown', `DMARC was not checked for the email from ${domain}.`)
  return dmarc === 'fail'
    ? finding('RECEIVED_DMARC', 'error', `DMARC failed for the email from ${domain}.`)
    : finding('RECEIVED_DMARC', 'warning', `DMARC neither passed nor failed for the email from ${domain} (${dmarc}).`)
}

const finding = (code: FindingCode, verdict: Finding['verdict'], text: string): Finding => ({
  code,
  verdict,
  text,
  record: null,
})
