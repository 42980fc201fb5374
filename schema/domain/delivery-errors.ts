/** The user-facing text of a failed email, and its advice. */
export interface FailureAdvice {
  message: string
  howToFix: string
}

/** The kind of failure in a stored text: its first word, or PROVIDER for a provider's own text. */
export type FailureCode =
  | 'UNCERTAIN'
  | 'NOT_SENT'
  | 'SUPPRESSED'
  | 'CANCELLED'
  | 'EXPIRED_TOKEN'
  | 'NON_DELIVERY_ADDRESS'
  | 'NON_DELIVERY_PASSING'
  | 'NON_DELIVERY_REFUSED'
  | 'PROVIDER'

/**
 * Failure text → advice (product: sending.failed-texts). The first row with a matching word wins, ignoring case. Rows
 * whose text continues with someone else's words come first, since it may contain any other word: bounces, and
 * UNCERTAIN (which must not be resent automatically). `google` replaces the text for Google mailboxes; the fixed texts
 * name Microsoft.
 */
export const DELIVERY_ERRORS: readonly (FailureAdvice & {
  words: readonly string[]
  /** status codes of which the text must contain one as well */
  codes?: readonly string[]
  google?: FailureAdvice
})[] = [
  {
    words: ['NON_DELIVERY_'],
    codes: ['5.7.232', '5.7.233'],
    message: 'The email bounced: your organisation has reached its sending limit',
    howToFix:
      'Microsoft limits the external recipients of your whole organisation in 24 hours. Send the email again tomorrow. An admin can enter the licences or the limit under Settings, Email Sending, so that campaigns wait in time.',
  },
  {
    words: ['NON_DELIVERY_'],
    codes: ['5.7.515', '5.7.26', '5.7.27'],
    message: "The email bounced: your domain does not meet the receiver's rules for senders",
    howToFix:
      'Ask the person who manages your domain to set up SPF, DKIM and an aligned DMARC policy, then send the email again.',
  },
  {
    words: ['NON_DELIVERY_ADDRESS'],
    message: 'The email bounced: this address does not exist',
    howToFix: 'Correct the contact’s address. It is now on the suppression list and gets no more emails.',
  },
  {
    words: ['NON_DELIVERY_PASSING'],
    message: 'The email bounced: the mailbox could not accept it',
    howToFix: 'The mailbox is full or its server was not available. Try again in a few days.',
  },
  {
    words: ['NON_DELIVERY_REFUSED'],
    message: 'The email bounced: the recipient’s mail server refused it',
    howToFix:
      'Read the technical details: often the size, a link or the wording looks like spam to that server, or your domain lacks SPF, DKIM or DMARC.',
  },
  {
    words: ['UNCERTAIN'],
    message: 'We are not sure whether this email was sent',
    howToFix:
      'The email provider did not clearly confirm that it accepted the email. Look in your mailbox’s Sent folder, or check it under “Uncertain emails” on the Campaigns page. Send the email again only if it is not there; otherwise the recipient gets it twice.',
  },
  {
    words: ['NOT_SENT'],
    message: 'This email was not sent',
    howToFix: 'We checked your mailbox, and the email was still there as a draft. Send it again.',
  },
  {
    words: ['SUPPRESSED'],
    message: 'This address is on the suppression list',
    howToFix:
      'It was skipped on purpose: they unsubscribed, complained, bounced, or were added manually. An admin can remove it from the list.',
  },
  {
    words: ['CANCELLED'],
    message: 'Not sent: the campaign was cancelled',
    howToFix: 'Nothing went wrong. Use “Retry failed emails” if they should get it after all.',
  },
  {
    words: ['EXPIRED_TOKEN'],
    message: 'Your Microsoft 365 connection has expired',
    howToFix: 'Use “Refresh Microsoft Connection” in the sidebar and resend.',
    google: {
      message: 'Your Google connection has expired',
      howToFix: 'Use “Reconnect” under Settings → Connected Emails, and resend.',
    },
  },
  {
    words: ['403', 'permission'],
    message: "Your account doesn't have permission to send emails",
    howToFix: 'Ask the Microsoft 365 administrator.',
    google: {
      message: "Your account doesn't have permission to send emails",
      howToFix: 'Reconnect the account and allow sending, or ask the Google Workspace administrator.',
    },
  },
  {
    words: ['401', 'unauthorized'],
    message: 'Authentication failed with Microsoft 365',
    howToFix: 'Reconnect the account.',
    google: { message: 'Authentication failed with Google', howToFix: 'Reconnect the account.' },
  },
  {
    words: ['quota', 'rate limit'],
    message: 'Email sending limit reached',
    howToFix: 'Wait a few minutes or upgrade the plan.',
  },
  {
    words: ['invalid email', 'bad recipient'],
    message: 'Invalid email address',
    howToFix: 'Correct the contact’s address.',
  },
]

const ANYTHING_ELSE: FailureAdvice = {
  message: 'Email delivery failed',
  howToFix: 'Check the connection and retry, or contact support.',
}

/**
 * The advice for a stored failure text (product: sending.failure-advice), worded for the mailbox's vendor if known.
 * Never throws.
 */
export function explainFailure(error: string, provider?: 'microsoft' | 'google'): FailureAdvice {
  const text = error.toLowerCase()
  const row = DELIVERY_ERRORS.find(
    ({ words, codes }) =>
      words.some((word) => text.includes(word.toLowerCase())) &&
      (!codes || codesIn(text).some((code) => codes.includes(code))),
  )
  const { message, howToFix } = (provider === 'google' && row?.google) || row || ANYTHING_ELSE
  return { message, howToFix }
}

const codesIn = (text: string): string[] => text.match(/\b[245]\.\d{1,3}\.\d{1,3}\b/g) ?? []
