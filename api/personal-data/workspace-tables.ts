import { filePlace } from '#api/campaigns/drafts/recipient-file.ts'

/** What the export of a workspace contains: a table is here or in {@link LEFT_OUT}, which a test compares with the database. */

interface ExportedTable {
  /** says in the archive what the file holds */
  holds: string
  /** columns that leave with nobody (secrets), that others repeat, or that have a file of their own */
  without?: readonly string[]
  /** columns that are not as stored, in SQL */
  instead?: Record<string, string>
  /** the column with the bytes of a file, and the one it is named after; `place`: it is sealed, for this place by id */
  files?: { column: string; name: string; place?: (id: string) => string }
  /** rows read in one turn, where one may have megabytes */
  batch?: number
}

/** So that one turn takes as long as 2,000 rows of other tables. */
const LONG_ROWS = 2

/** The address and browser of a super admin are hidden from the workspace. */
const HIDDEN = (column: string): string => `case when actor = 'superAdmin' then '' else ${column} end`

/** Tables that become a CSV file each. */
export const EXPORTED: Record<string, ExportedTable> = {
  api_keys: { holds: 'API keys: names, scopes, addresses and dates', without: ['token_hash', 'token_start'] },
  attachments: {
    holds: 'Attachments of campaigns; the files are in the folder attachments',
    without: ['content'],
    files: { column: 'content', name: 'name' },
  },
  audit_events: {
    holds: 'The activity log',
    instead: { address: HIDDEN('address'), user_agent: HIDDEN('user_agent') },
  },
  campaign_contacts: { holds: 'The recipients that drafts chose' },
  campaign_mailboxes: { holds: 'The mailboxes that campaigns are sent from' },
  campaign_repeat_people: {
    holds: 'Who got an email of which repeating campaign',
    without: ['email_key'],
  },
  campaign_repeats: { holds: 'When campaigns repeat, and for whom' },
  campaigns: { holds: 'Campaigns with their content', batch: LONG_ROWS },
  contact_imports: { holds: 'Contact imports and their rejected rows', batch: LONG_ROWS },
  contact_tags: { holds: 'Labels of contacts' },
  contacts: { holds: 'Contacts with their fields', without: ['email_key', 'search_text'] },
  email_events: { holds: 'What happened to emails: deliveries, opens, clicks, replies, bounces' },
  email_logs: { holds: 'Every email to a recipient', without: ['email_key', 'draft_history', 'approved_seal'] },
  email_settings: { holds: 'Sending and tracking settings' },
  identities: { holds: 'Microsoft and Google accounts that users sign in with', without: ['issuer_key'] },
  images: {
    holds: 'Images in emails; the files are in the folder images',
    without: ['bytes'],
    files: { column: 'bytes', name: 'token' },
  },
  import_batches: { holds: 'The contacts of imported sheets in the order of their rows', batch: LONG_ROWS },
  import_changes: { holds: 'What imports changed in contacts' },
  mail_accounts: {
    holds: 'Connected mailboxes',
    without: ['sealed_grant', 'inbox_cursor', 'subject', 'outage', 'breakdown', 'unread_mails'],
  },
  mailbox_shares: { holds: 'Who may send from which mailbox' },
  recipient_files: {
    holds: 'Files for single recipients, until they expire; the files are in the folder recipient_files',
    without: ['name_key', 'sealed_content'],
    files: { column: 'sealed_content', name: 'name', place: filePlace },
  },
  replies: { holds: 'Replies to emails: who wrote when, and who works on them; the texts stay in the mailboxes' },
  saved_blocks: { holds: 'Saved blocks of the email builder', batch: LONG_ROWS },
  segments: { holds: 'Segments' },
  service_accounts: { holds: 'Service accounts' },
  single_sign_on: { holds: 'Single sign-on', without: ['sealed_secret'] },
  sso_domains: { holds: 'Single sign-on domains', without: ['token'] },
  suppressions: { holds: 'The suppression list', without: ['email_key'] },
  templates: { holds: 'Templates', batch: LONG_ROWS },
  test_mails: { holds: 'Test emails' },
  tracked_links: { holds: 'Links in emails that count clicks' },
  tracking_counts: { holds: 'Counted opens and clicks' },
  tracking_exclusions: { holds: 'Addresses that are not tracked' },
  users: { holds: 'Users', without: ['password_hash'] },
  webhooks: { holds: 'Webhooks', without: ['sealed_secret', 'sealed_old_secret', 'old_secret_until', 'live_until'] },
}

const SIGN_IN = 'secrets of signing in, or traces of it, that are of no use elsewhere'
const SHORT = 'kept for a day or less'

/** Tables that stay here, and why. */
export const LEFT_OUT: Record<string, string> = {
  account_links: SIGN_IN,
  campaign_approvals: 'requests about launches of drafts; the activity log has the decisions',
  campaign_rehearsals: 'reports about launches, by ids',
  contact_counts: 'follows from the contacts',
  deleted_contacts: 'tells programs which contacts are gone, by id',
  earlier_departures: 'counts for the limits of providers',
  former_mailboxes: 'recognizes a mailbox that is connected again',
  idempotency_keys: SHORT,
  import_files: SHORT,
  invitations_sent: 'counts for a limit',
  known_devices: SIGN_IN,
  mailbox_searches: 'what was looked for after a restored backup',
  passkeys: SIGN_IN,
  past_outcomes: 'counts for the rates of the workspace',
  recovery_codes: SIGN_IN,
  sessions: SIGN_IN,
  sheet_links: 'hashes of keys that open spreadsheets, of no use elsewhere',
  sign_in_attempts: SIGN_IN,
  sign_in_challenges: SIGN_IN,
  sso_attempts: SIGN_IN,
  sso_identities: SIGN_IN,
  tasks: SHORT,
  totp_factors: SIGN_IN,
  webhook_deliveries: 'a log of requests, kept for 30 days',
}
