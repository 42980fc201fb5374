import type { Provider } from '../mailboxes/providers.ts'

/** First word of the error of an email whose recipient's own file is missing; the file's name follows. */
export const FILE_MISSING = 'FILE_MISSING'

/**
 * First word of the error of an email whose document could not be made for its recipient; the file's name and the
 * reason follow.
 */
export const DOCUMENT_FAILED = 'DOCUMENT_FAILED'

/** First word of the error of an email that would exceed the weekly limit for its recipient. */
export const WEEKLY_CEILING = 'WEEKLY_CEILING'

/**
 * First word of the error of an email whose recipient wants fewer emails (product: preferences); the reason follows.
 */
export const DECLINED = 'DECLINED'

/**
 * Returns whether an email with this error was not sent on purpose: its recipient is suppressed, wants fewer emails, or
 * would get too many in a week.
 */
export const isLeftOut = (error: string | null): boolean =>
  error !== null && ['SUPPRESSED', DECLINED, WEEKLY_CEILING].some((code) => error.startsWith(code))

/** The user-facing text of a failed email, and its advice. */
export interface FailureAdvice {
  message: string
  howToFix: string
}

/** Kinds of failure in stored error texts: the first word, or PROVIDER for a provider's own text. */
export const FAILURE_CODES = [
  'UNCERTAIN',
  'NOT_SENT',
  'SUPPRESSED',
  'DECLINED',
  'CANCELLED',
  'FILE_MISSING',
  'DOCUMENT_FAILED',
  'WEEKLY_CEILING',
  'EXPIRED_TOKEN',
  'SIGN_IN_REFUSED',
  'NON_DELIVERY_ADDRESS',
  'NON_DELIVERY_PASSING',
  'NON_DELIVERY_REFUSED',
  'PROVIDER',
] as const
export type FailureCode = (typeof FAILURE_CODES)[number]

/** Known delivery failure: words of its stored text, and the advice that a person reads. */
interface FailureRow extends FailureAdvice {
  words: readonly string[]
  /** enhanced status codes (RFC 3463) of which the text must contain one as well */
  codes?: RegExp
  at?: Partial<Record<Provider, FailureAdvice>>
}

/** Refusals of a mailbox, whatever it sends: Exchange's, Gmail's and mail servers' codes and words. */
const MAILBOX_REFUSALS: readonly FailureRow[] = [
  {
    words: ['INSIDE_ADDRESS'],
    message: 'This installation does not connect to the mail server of this mailbox',
    howToFix:
      'The server is on this machine or in a private network. The administrator of this installation can allow that.',
  },
  {
    words: ['NO_SIGN_IN'],
    message: 'The mail server takes no password',
    howToFix: 'Ask your email host how other programs sign in, or connect another mailbox.',
  },
  {
    words: ['ErrorQuotaExceeded', 'quotaLimitReached', 'insufficientStorage', 'storage quota'],
    message: 'This mailbox is full',
    howToFix:
      'Delete emails or files from it, or ask your administrator for more storage. Sending continues automatically.',
  },
  {
    words: ['ErrorMessageSubmissionBlocked'],
    message: 'Microsoft has blocked this mailbox from sending',
    howToFix:
      'Change your password, since somebody else may be using your account. Then ask your Microsoft 365 administrator to release you under Restricted entities in Microsoft Defender. Sending continues automatically.',
  },
  {
    words: ['ErrorAccountSuspend', 'account suspended', 'account is suspended', 'account has been suspended'],
    message: 'The email provider has suspended this account',
    howToFix:
      'Sign in at the provider and follow what it asks, or ask your administrator. Sending continues automatically.',
  },
  {
    words: [
      'MailboxNotEnabledForRESTAPI',
      'MailboxNotSupportedForRESTAPI',
      'ErrorNonExistentMailbox',
      'MailboxNotFound',
      'mail service not enabled',
    ],
    message: 'This account has no mailbox',
    howToFix:
      'Ask your administrator whether it has a license with a mailbox that is not on a server of your own. If you use another account for email, connect that one.',
  },
  {
    words: ['delegation denied', 'delegationDenied'],
    message: 'Google does not let this account use the mailbox',
    howToFix: 'Ask your Google Workspace administrator whether the account may use Gmail, or connect another mailbox.',
  },
  {
    words: ['domainPolicy'],
    message: 'Your Google Workspace does not allow apps to use Gmail',
    howToFix: 'Ask your Google Workspace administrator to allow Mergewell. Sending continues automatically.',
  },
  {
    words: ['accessNotConfigured', 'SERVICE_DISABLED'],
    message: 'The Gmail API is turned off for this installation',
    howToFix: 'The administrator of this installation must turn it on. Sending continues automatically.',
  },
]

/**
 * Advice by words of the error text (product: sending.failed-texts). The first row with a matching word wins, ignoring
 * case. Rows whose text continues with someone else's words come first, since it may contain any other word: bounces,
 * and UNCERTAIN (which must not be resent automatically). `at` replaces the advice for mailboxes of a provider; the
 * fixed texts name Microsoft.
 */
export const DELIVERY_ERRORS: readonly FailureRow[] = [
  {
    words: ['NON_DELIVERY_'],
    codes: /^5\.7\.23[23]$/,
    message: 'The email bounced: your organization has reached its sending limit',
    howToFix:
      'Microsoft limits the external recipients of your whole organization in 24 hours. Send the email again tomorrow. An admin can enter the licenses or the limit under Settings → Email Sending, so that campaigns wait in time.',
  },
  {
    words: ['NON_DELIVERY_'],
    codes: /^5\.7\.236$/,
    message: 'The email bounced: your organization has reached the limit for senders at onmicrosoft.com',
    howToFix:
      'All senders at onmicrosoft.com addresses of an organization together reach 100 external recipients in 24 hours. Send the email again tomorrow, or ask your Microsoft 365 administrator to add a domain of your own to your mailbox.',
  },
  {
    words: ['NON_DELIVERY_'],
    codes: /^5\.2\.1$/,
    message: 'The email bounced: the recipient’s mailbox is disabled',
    howToFix:
      'The address exists, but does not accept email now. Ask the recipient for another address, or try again later.',
  },
  {
    words: ['NON_DELIVERY_'],
    codes: /^5\.7\.703$/,
    message: 'The email bounced: your organization blocks email to this recipient',
    howToFix:
      'Ask your Microsoft 365 administrator to remove the recipient from the Tenant Allow/Block List, then send the email again.',
  },
  {
    words: ['NON_DELIVERY_'],
    codes: /^5\.7\.(26|27|30|50[89]|515)$/,
    message: 'The email bounced: your domain does not meet the receiver’s rules for senders',
    howToFix:
      'Ask the person who manages your domain to set up SPF, DKIM and an aligned DMARC policy, then send the email again.',
  },
  {
    words: ['NON_DELIVERY_'],
    codes: /^5\.7\.(70[0-24-79]|7[1-4]\d|750)$/,
    message: 'The email bounced: Microsoft has blocked sending for your organization',
    howToFix:
      'Pause your campaigns. Ask your Microsoft 365 administrator to check for hacked accounts and then to have the block removed by Microsoft Support. Send the email again when that is done.',
  },
  {
    words: ['NON_DELIVERY_'],
    codes: /^5\.7\.708$/,
    message: 'The email bounced: Microsoft does not accept email from your organization yet',
    howToFix:
      'This usually happens to new and trial organizations. Ask your Microsoft 365 administrator to contact Microsoft Support and to quote this code, then send the email again.',
  },
  {
    words: ['NON_DELIVERY_'],
    codes: /^5\.1\.8$/,
    message: 'The email bounced: Microsoft has blocked your mailbox from sending',
    howToFix:
      'Change your password, since somebody else may be using your account. Then ask your Microsoft 365 administrator to release you under Restricted entities in Microsoft Defender, and send the email again.',
  },
  {
    words: ['NON_DELIVERY_'],
    codes: /^5\.1\.90$/,
    message: 'The email bounced: your mailbox has reached its sending limit',
    howToFix:
      'Microsoft limits the recipients of a mailbox in 24 hours. Send the email again tomorrow, and lower the daily limit under Settings → Email Sending if you also send many other emails from this mailbox.',
  },
  {
    words: ['NON_DELIVERY_'],
    codes: /^(4\.7\.\d+|5\.7\.(28|606))$/,
    message: 'The email bounced: the receiver slowed down email from you',
    howToFix:
      'The receiver found that too many emails came at once, or that too many looked like spam. Lower the sending speed under Settings → Email Sending, send only to people who expect your email, and send this email again tomorrow.',
  },
  {
    words: ['NON_DELIVERY_'],
    codes: /^[45]\.2\.2$/,
    message: 'The email bounced: the recipient’s mailbox is full',
    howToFix: 'Try again in a few days, or ask the recipient for another address.',
  },
  {
    words: ['NON_DELIVERY_'],
    codes: /^(4\.2\.1|5\.2\.12\d)$/,
    message: 'The email bounced: the recipient receives too many emails at the moment',
    howToFix: 'Nothing is wrong with your email. Send it again in a few hours.',
  },
  {
    words: ['NON_DELIVERY_'],
    codes: /^5\.(2\.3|3\.4)$/,
    message: 'The email bounced: it is too large for the recipient’s mailbox',
    howToFix: 'Make the attachments smaller, or send a link to them, then send the email again.',
  },
  {
    words: ['NON_DELIVERY_'],
    codes: /^5\.7\.(124|13[34])$/,
    message: 'The email bounced: the recipient accepts email from their own organization only',
    howToFix: 'Ask the recipient or their administrator to allow email from you, or use another address.',
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
    words: ['FILE_MISSING'],
    message: 'Not sent: the file for this recipient is missing',
    howToFix: 'Add the file to the campaign, then use “Retry failed emails”.',
  },
  {
    words: ['DOCUMENT_FAILED'],
    message: 'Not sent: the document for this recipient could not be made',
    howToFix: 'Correct the values of the recipient, or duplicate the campaign and correct its document.',
  },
  {
    words: ['DECLINED'],
    message: 'Not sent: this person wants fewer emails',
    howToFix:
      'They left the topic, paused, or get one email a month, as they chose on the page of an unsubscribe link. It was skipped on purpose, and only they can change it.',
  },
  {
    words: ['WEEKLY_CEILING'],
    message: 'Not sent: this person already got as many emails as your workspace allows in a week',
    howToFix:
      'It was skipped on purpose. Use “Retry failed emails” when seven days have passed. An admin can change the number under Settings → Email Sending.',
  },
  {
    words: ['CANCELLED'],
    message: 'Not sent: the campaign was cancelled',
    howToFix: 'Nothing went wrong. Use “Retry failed emails” if they should get it after all.',
  },
  {
    words: ['REGISTRATION:'],
    message: 'The email provider no longer accepts this installation of Mergewell',
    howToFix: 'The administrator of this installation must renew its registration. Your mailbox stays connected.',
  },
  {
    words: ['SIGN_IN_DOUBT'],
    message: 'The email provider refused the sign-in of this mailbox, but may accept it again',
    howToFix: 'Try again in a minute. If that does not help within 15 minutes, reconnect the mailbox.',
  },
  ...MAILBOX_REFUSALS,
  {
    words: ['EXPIRED_TOKEN'],
    message: 'Your Microsoft 365 connection has expired',
    howToFix: "Use 'Refresh Microsoft Connection' in the sidebar and resend.",
    at: {
      google: {
        message: 'Your Google connection has expired',
        howToFix: 'Use “Reconnect” under Settings → Connected Emails, and resend.',
      },
      smtp: {
        message: 'Your email host no longer accepts the password',
        howToFix: 'Use “Reconnect” under Settings → Connected Emails, enter the new password, and resend.',
      },
    },
  },
  {
    words: ['SEND_AS_REFUSED', 'ErrorSendAsDenied'],
    message: 'This mailbox cannot send from the chosen address',
    howToFix:
      'Ask the Microsoft 365 administrator for the permission “Send as” for that address. For an alias, the organization must allow sending from aliases. Then resend, or choose another From address.',
    at: {
      google: {
        message: 'This mailbox cannot send from the chosen address',
        howToFix:
          'Check in Gmail under Settings → Accounts that the address is there and verified. Refresh the addresses under Settings → Connected Emails, and resend.',
      },
      smtp: {
        message: 'This mailbox cannot send from the chosen address',
        howToFix:
          'Allow the address as a sender in the settings of your email host, then resend, or choose another From address.',
      },
    },
  },
  {
    words: ['403', 'permission'],
    message: "Your account doesn't have permission to send emails",
    howToFix: 'Ask the Microsoft 365 administrator.',
    at: {
      google: {
        message: "Your account doesn't have permission to send emails",
        howToFix: 'Reconnect the account and allow sending, or ask the Google Workspace administrator.',
      },
      smtp: {
        message: "Your account doesn't have permission to send emails",
        howToFix: 'Ask your email host or your administrator to allow sending by SMTP.',
      },
    },
  },
  {
    words: ['401', 'unauthorized'],
    message: 'Authentication failed with Microsoft 365',
    howToFix: 'Reconnect the account.',
    at: {
      google: { message: 'Authentication failed with Google', howToFix: 'Reconnect the account.' },
      smtp: { message: 'Authentication failed with your email host', howToFix: 'Reconnect the mailbox.' },
    },
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
 * Returns the advice for a stored error text (product: sending.failure-advice), worded for the mailbox's provider if
 * known. Never throws.
 */
export function explainFailure(error: string, provider?: Provider): FailureAdvice {
  const text = error.toLowerCase()
  const row = DELIVERY_ERRORS.find(
    ({ words, codes }) =>
      words.some((word) => text.includes(word.toLowerCase())) &&
      (!codes || codesIn(text).some((code) => codes.test(code))),
  )
  const { message, howToFix } = (provider && row?.at?.[provider]) ?? row ?? ANYTHING_ELSE
  return { message, howToFix }
}

/** Returns why a provider refuses a mailbox, as sentences; null if its text names no known reason. */
export function mailboxRefusalText(said: string): string | null {
  const text = said.toLowerCase()
  const row = MAILBOX_REFUSALS.find(({ words }) => words.some((word) => text.includes(word.toLowerCase())))
  return row ? `${row.message}. ${row.howToFix}` : null
}

const codesIn = (text: string): string[] => text.match(/\b[245]\.\d{1,3}\.\d{1,3}\b/g) ?? []

/**
 * Splits a stored error text, such as "UNCERTAIN: the connection broke", into the kind and the rest, which may be
 * empty.
 */
export function partsOf(error: string): { code: FailureCode; detail: string } {
  const [, word = '', rest = ''] = /^([A-Z_]+)\b:?([\s\S]*)$/.exec(error) ?? []
  const code = FAILURE_CODES.find((known) => known === word)
  return code ? { code, detail: rest.trimStart() } : { code: 'PROVIDER', detail: error }
}
