import { addressesIn, fieldsOf, RECIPIENTS_MAX, referencesOf, unfold, type DeliveryReport } from './delivery-report.ts'
import type { ReturnedMail } from './returned-mail.ts'

export const isFeedback = ({ headers }: ReturnedMail) =>
  /^multipart\/report\b.*report-type\s*=\s*"?feedback-report\b/is.test(headers['content-type'] ?? '')

/** A report that a recipient considers an email spam. `recipients`: in lower case, if the provider names any. */
export interface Complaint {
  recipients: readonly string[]
  references: readonly string[]
}

/** Types of feedback that mean “this is spam”; others are receipts of authentication, viruses, or “not spam”. */
const COMPLAINT = /^(abuse|fraud)\b/i

/** A complaint names its type, and the recipient only if the provider says who it was. */
export function readComplaint(
  mail: ReturnedMail,
  report: DeliveryReport | null,
  own: ReadonlySet<string>,
): Complaint | null {
  const fields = fieldsOf(unfold(report?.feedback ?? ''))
  if (!COMPLAINT.test(fields.get('feedback-type') ?? '')) return null
  const sentTo = fieldsOf(unfold(report?.original ?? '')).get('to') ?? ''
  const recipients = addressesIn(`${fields.get('original-rcpt-to') ?? ''} ${sentTo}`)
  return {
    recipients: [...new Set(recipients)].filter((address) => !own.has(address)).slice(0, RECIPIENTS_MAX),
    references: referencesOf(mail, report),
  }
}
