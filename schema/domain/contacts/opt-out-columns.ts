import { headerKey, refuses } from './contact-columns.ts'

/**
 * Recognizes columns in which mailing tools and customer databases export who must get no email. An import only adds
 * remarks about them.
 */

const spellings = (text: string): ReadonlySet<string> => new Set(text.split('|').map(headerKey))

/** Names of columns in which any entry but a no, such as a date or a reason, marks a person who must get no email. */
const OBJECTIONS = spellings(
  'Unsubscribed|Unsubscribed from all email|Unsubscribed at|Unsubscribe date|Unsub time|Unsubscribe reason|Opted out|Opt out|Email opt out' +
    '|Has opted out of email|Opted out of email|Do not email|Do not contact|No email|Email blocklisted|Email blacklisted|Blocklisted|Blacklisted' +
    '|Email hard bounce reason|Hard bounced|Bounced|Spam complaint|Complained' +
    '|Abgemeldet|Abgemeldet am|Werbesperre|Werbewiderspruch|Keine Werbung|Kein Newsletter|Keine E-Mails' +
    '|Désinscrit|Désabonné|Ne pas contacter|Dado de baja|No contactar|Disiscritto|Non contattare|Descadastrado|Uitgeschreven|Wypisany',
)
/** Names of columns in which a no marks a person who must get no email. */
const CONSENTS = spellings(
  'Accepts email marketing|Accepts marketing|Email marketing consent|Marketing consent|Email consent|Consent to email|Email opt in|Opt in|Opted in' +
    '|Marketing opt in|Subscribed|Is subscribed|Newsletter|Newsletter opt in|Newsletter-Einwilligung|Einwilligung|Werbeeinwilligung' +
    '|Consentement|Abonné|Consentimiento|Consenso|Consentimento|Toestemming|Zgoda',
)
/** Names of columns in which one of the values in {@link GONE} marks a person who must get no email. */
const STATUSES = spellings(
  'Status|Subscription status|Subscriber status|Email status|Email marketing status|Marketing status|Member status|Contact status|Consent status|Email permission status',
)
/** Values that stand for people who must get no email, such as "unsubscribed". */
const GONE = spellings(
  'Unsubscribed|Opted out|Cleaned|Bounced|Hard bounce|Hard bounced|Complained|Spam complaint|Marked as spam|Suppressed|Blocklisted|Blacklisted|Do not contact' +
    '|Abgemeldet|Désinscrit|Désabonné|Dado de baja|Disiscritto|Descadastrado|Uitgeschreven|Wypisany',
)

export type OptOutColumn = 'objection' | 'consent' | 'status'

/** Returns how a column tells who must get no email; null for all other columns. */
export function optOutColumn(header: string): OptOutColumn | null {
  const key = headerKey(header)
  if (OBJECTIONS.has(key)) return 'objection'
  if (CONSENTS.has(key)) return 'consent'
  return STATUSES.has(key) ? 'status' : null
}

/** Returns whether a cell of an opt-out column says that the person of its row must get no email. */
export const wantsNoEmail = (column: OptOutColumn, text: string): boolean =>
  column === 'status' ? GONE.has(headerKey(text)) : refuses(column, text)
