import { SUPPRESSION_REASONS, type SuppressionReason } from '#domain/audiences.ts'

/** Labels of the suppression reasons. */
const REASON_WORDS: Record<SuppressionReason, string> = {
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  complained: 'Marked as spam',
  manual: 'Added by an admin',
}

export const REASONS = SUPPRESSION_REASONS.map((value) => ({ value, label: REASON_WORDS[value] }))

export function reasonWord(reason: SuppressionReason): string {
  return REASON_WORDS[reason]
}

/** Returns a number of email addresses as text: "1 address", "1,204 addresses". */
export function addressCount(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'address' : 'addresses'}`
}

/** Returns the email addresses in a text, one per line or separated by commas, semicolons or spaces. */
export function parseAddresses(text: string): string[] {
  return text.split(/[\s,;]+/).filter((address) => address !== '')
}
