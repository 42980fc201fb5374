import { COLUMN_TYPES, SETTING_ENTRIES } from '#domain/settings/setting-register.ts'

/**
 * Register of every table of the database, with one entry each: on which nodes of a cluster its rows are stored, how
 * its text is treated when a person is erased, and how it is exported with a workspace. Tests compare the register with
 * the database. A new table needs an entry here, an entity that api/database-entities.ts lists, and a migration with its
 * row-level security.
 */

/**
 * Placement of a table's rows on a cluster sharded by tenant (Citus); on one server the placement changes nothing.
 *
 * - sharded: by `tenant_id`, all rows of a tenant on one node. Every key and foreign key among these tables contains
 *   the tenant.
 * - directory: who may sign in, and where they belong. Small, read on every request, looked up by keys without a
 *   tenant. Copied to every node.
 * - coordinator: facts about the installation, never joined with a tenant's rows, like the job queue.
 */
type Place = 'sharded' | 'directory' | 'coordinator'

/** Treatment of a column that can hold text when a person is erased. */
export type Treatment =
  /** emptied or replaced, or deleted with its row */
  | 'erased'
  /** replaced by a keyed hash of the address */
  | 'hashed'
  /** words and numbers of the product, ids, hashes and keys, which name nobody */
  | 'nobody'
  /** written by members about their work, not about a recipient */
  | 'members'
  /** data of an account, mailbox or device, deleted with its user */
  | 'user'
  /** an uploaded file or a kept answer, deleted after a day */
  | 'a day'
  /** data of a deleted contact, deleted after 90 days; an erased person has none */
  | '90 days'
  /** the activity log, kept for its own period and never changed */
  | 'activity'

/** A table as a CSV file of the workspace's export. */
interface ExportedTable {
  /** description of the file's content, shown in the archive */
  holds: string
  /** columns that are not exported: secrets, repetitions of other columns, or content that has a file of its own */
  without?: readonly string[]
  /** SQL for columns that are exported in another form than they are stored */
  instead?: Record<string, string>
  /** column with the bytes of a file, and the column with the file's name; encrypted content is decrypted */
  files?: { column: string; name: string; isSealed?: true }
  /** rows read at a time, for tables whose rows can have megabytes */
  batch?: number
}

interface TableEntry {
  place: Place
  /** Columns that can hold text, by treatment. A column without text is not named. */
  text?: Partial<Record<Treatment, string>>
  /** Columns with secrets: stored as a hash or encrypted, and never returned, exported or logged. */
  secrets?: string
  exported?: ExportedTable
  /** reason why the export of a workspace leaves out a table that has rows of a workspace */
  leftOut?: string
}

/** Weight of long rows, so that one turn takes as long as 2,000 rows of other tables. */
const LONG_ROWS = 2

/** Hides the IP address and browser of a super admin from the export of a workspace, in SQL. */
const HIDDEN = (column: string): string => `case when actor = 'superAdmin' then '' else ${column} end`

const SIGN_IN = 'secrets of signing in, or traces of it, that are of no use elsewhere'
const SHORT = 'kept for a day or less'

export const TABLES: Record<string, TableEntry> = {
  account_links: {
    place: 'directory',
    text: { user: 'token_hash kind email' },
    secrets: 'token_hash',
    leftOut: SIGN_IN,
  },
  api_keys: {
    place: 'directory',
    text: { user: 'name scopes token_hash token_start allowed_addresses' },
    secrets: 'token_hash',
    exported: { holds: 'API keys: names, scopes, addresses and dates', without: ['token_hash', 'token_start'] },
  },
  attachments: {
    place: 'sharded',
    text: { members: 'name content_type content document_tags fonts', nobody: 'document' },
    exported: {
      holds: 'Attachments of campaigns; the files are in the folder attachments',
      without: ['content'],
      files: { column: 'content', name: 'name' },
    },
  },
  audit_events: {
    place: 'sharded',
    text: { activity: 'actor actor_name address user_agent action target_label changes' },
    exported: { holds: 'The activity log', instead: { address: HIDDEN('address'), user_agent: HIDDEN('user_agent') } },
  },
  campaign_approvals: {
    place: 'sharded',
    text: { nobody: 'status mailbox_ids local_time_zone fingerprint', members: 'note reason' },
    leftOut: 'requests about launches of drafts; the activity log has the decisions',
  },
  campaign_cells: {
    place: 'sharded',
    text: { erased: 'cells' },
    exported: { holds: 'Values of rows that were changed for one campaign' },
  },
  campaign_contacts: { place: 'sharded', exported: { holds: 'The recipients that drafts chose' } },
  campaign_mailboxes: { place: 'sharded', exported: { holds: 'The mailboxes that campaigns are sent from' } },
  campaign_rehearsals: {
    place: 'sharded',
    text: { nobody: 'mailbox_ids local_time_zone fingerprint report launched' },
    leftOut: 'reports about launches, by ids',
  },
  campaign_repeat_people: {
    place: 'sharded',
    text: { erased: 'email_key' },
    exported: { holds: 'Who got an email of which repeating campaign', without: ['email_key'] },
  },
  campaign_repeats: {
    place: 'sharded',
    text: { members: 'label field', nobody: 'mailbox_ids kind date_order time_of_day time_zone off_because' },
    exported: { holds: 'When campaigns repeat, and for whom' },
  },
  campaigns: {
    place: 'sharded',
    text: {
      members:
        'name subject content html_template ab_variant_b file_pattern document_tags from_name from_address reply_to cc bcc condition_link frozen',
      nobody:
        'personalization ab_variant_type ab_test_status ab_winner_metric ab_decision status paused_because tracking language local_time_zone time_of_day time_zone condition reply_mailboxes emails_per',
    },
    exported: { holds: 'Campaigns with their content', batch: LONG_ROWS },
  },
  contact_counts: { place: 'sharded', leftOut: 'follows from the contacts' },
  contact_imports: {
    place: 'sharded',
    text: { members: 'file_name field_names sheet_columns', erased: 'rejected_rows undone' },
    exported: { holds: 'Contact imports and their rejected rows', batch: LONG_ROWS },
  },
  contact_tags: { place: 'sharded', text: { erased: 'tag tag_key' }, exported: { holds: 'Labels of contacts' } },
  contacts: {
    place: 'sharded',
    text: { erased: 'first_name last_name email email_key search_text fields external_id' },
    exported: { holds: 'Contacts with their fields', without: ['email_key', 'search_text'] },
  },
  deleted_contacts: {
    place: 'sharded',
    text: { '90 days': 'external_id' },
    leftOut: 'tells programs which contacts are gone, by id',
  },
  earlier_departures: { place: 'sharded', leftOut: 'counts for the limits of providers' },
  email_events: {
    place: 'sharded',
    text: { nobody: 'kind detail' },
    exported: { holds: 'What happened to emails: deliveries, opens, clicks, replies, bounces' },
  },
  email_logs: {
    place: 'sharded',
    text: {
      erased: 'contact_name contact_email email_key merge_values error approved_seal',
      nobody:
        'status protocol draft_id message_id variant internet_message_id thread_id draft_history failure_code time_zone file_ids',
    },
    exported: { holds: 'Every email to a recipient', without: ['email_key', 'draft_history', 'approved_seal'] },
  },
  email_settings: {
    place: 'sharded',
    text: { nobody: settingColumns(false), members: settingColumns(true) },
    exported: { holds: 'Sending and tracking settings' },
  },
  file_grants: {
    place: 'sharded',
    text: { user: 'provider subject email sealed_grant' },
    secrets: 'sealed_grant',
    exported: { holds: 'Permissions for spreadsheets', without: ['sealed_grant', 'subject'] },
  },
  former_mailboxes: {
    place: 'sharded',
    text: { nobody: 'provider subject' },
    leftOut: 'recognizes a mailbox that is connected again',
  },
  idempotency_keys: {
    place: 'sharded',
    text: { nobody: 'key_hash request_hash', 'a day': 'headers sealed_answer' },
    secrets: 'key_hash request_hash sealed_answer',
    leftOut: SHORT,
  },
  identities: {
    place: 'directory',
    text: { user: 'provider issuer_key label' },
    exported: { holds: 'Microsoft and Google accounts that users sign in with', without: ['issuer_key'] },
  },
  images: {
    place: 'sharded',
    text: { members: 'bytes', nobody: 'token content_type' },
    exported: {
      holds: 'Images in emails; the files are in the folder images',
      without: ['bytes'],
      files: { column: 'bytes', name: 'token' },
    },
  },
  import_batches: {
    place: 'sharded',
    text: { erased: 'contact_ids' },
    exported: { holds: 'The contacts of imported sheets in the order of their rows', batch: LONG_ROWS },
  },
  import_changes: {
    place: 'sharded',
    text: { erased: 'before tags' },
    exported: { holds: 'What imports changed in contacts' },
  },
  import_files: { place: 'sharded', text: { 'a day': 'file_name content_type content sheets' }, leftOut: SHORT },
  installation: { place: 'coordinator', text: { nobody: 'system_identifier restored_because' } },
  invitations_sent: { place: 'sharded', leftOut: 'counts for a limit' },
  known_addresses: { place: 'coordinator', text: { user: 'address_hash' } },
  known_devices: { place: 'directory', text: { user: 'device_hash' }, leftOut: SIGN_IN },
  ledger_counts: { place: 'coordinator', text: { nobody: 'ledger' } },
  link_domains: {
    place: 'directory',
    text: { members: 'host', nobody: 'token problem' },
    exported: { holds: 'Link domains', without: ['token'] },
  },
  link_keys: { place: 'coordinator', text: { nobody: 'purpose sealed' }, secrets: 'sealed' },
  mailbox_searches: {
    place: 'sharded',
    text: { nobody: 'outcome' },
    leftOut: 'what was looked for after a restored backup',
  },
  mailbox_shares: {
    place: 'sharded',
    text: { user: 'shared_by' },
    exported: { holds: 'Who may send from which mailbox' },
  },
  mailboxes: {
    place: 'sharded',
    text: {
      user: 'provider subject email name signature send_as scopes sealed_grant inbox_cursor directory',
      nobody:
        'status status_reason quota_reason inbox_error outage sign_in_doubt breakdown wanted_level landing_check unread_mails caution',
    },
    secrets: 'sealed_grant',
    exported: {
      holds: 'Connected mailboxes',
      without: ['sealed_grant', 'inbox_cursor', 'subject', 'outage', 'breakdown', 'unread_mails', 'caution'],
    },
  },
  migrations: { place: 'coordinator' },
  passkeys: { place: 'directory', text: { user: 'credential_id public_key name' }, leftOut: SIGN_IN },
  past_outcomes: { place: 'sharded', leftOut: 'counts for the rates of the workspace' },
  provider_outages: { place: 'coordinator', text: { nobody: 'provider outage mailboxes registration' } },
  preferences: {
    place: 'sharded',
    text: { hashed: 'email_key', nobody: 'left_topics' },
    exported: { holds: 'What recipients chose' },
  },
  recipient_files: {
    place: 'sharded',
    text: { members: 'name name_key content_type sealed_content' },
    secrets: 'sealed_content',
    exported: {
      holds: 'Files for single recipients, until they expire; the files are in the folder recipient_files',
      without: ['name_key', 'sealed_content'],
      files: { column: 'sealed_content', name: 'name', isSealed: true },
    },
  },
  recovery_codes: { place: 'directory', text: { user: 'code_hash' }, secrets: 'code_hash', leftOut: SIGN_IN },
  registrations: { place: 'coordinator', text: { nobody: 'network_hash' } },
  replies: {
    place: 'sharded',
    text: { nobody: 'message_id internet_message_id thread_id', erased: 'from_email reply_to' },
    exported: { holds: 'Replies to emails: who wrote when, and who works on them; the texts stay in the mailboxes' },
  },
  saved_blocks: {
    place: 'sharded',
    text: { members: 'name elements' },
    exported: { holds: 'Saved blocks of the email builder', batch: LONG_ROWS },
  },
  segments: { place: 'sharded', text: { members: 'name filter' }, exported: { holds: 'Segments' } },
  service_accounts: { place: 'directory', text: { members: 'name' }, exported: { holds: 'Service accounts' } },
  sessions: { place: 'directory', text: { user: 'token_hash user_agent' }, secrets: 'token_hash', leftOut: SIGN_IN },
  sheet_links: {
    place: 'sharded',
    text: { nobody: 'key_hash' },
    secrets: 'key_hash',
    leftOut: 'hashes of keys that open spreadsheets, of no use elsewhere',
  },
  sheet_rows: {
    place: 'sharded',
    text: { erased: 'cells' },
    exported: { holds: 'Rows of sheets that campaigns were about' },
  },
  sheet_source_rows: {
    place: 'sharded',
    text: { nobody: 'key_hash address_hash content_hash rest_hash written conflicts' },
    leftOut: 'how the rows of connected sheets are recognized; the rows themselves are in sheet_rows',
  },
  sheet_sources: {
    place: 'sharded',
    text: {
      members: 'sealed_place host key_column group_by columns written_titles',
      nobody: 'kind etag digest state problem write_problem',
    },
    secrets: 'sealed_place',
    exported: { holds: 'Where connected sheets live', without: ['sealed_place', 'digest'] },
  },
  sheets: {
    place: 'sharded',
    text: { members: 'name columns' },
    exported: { holds: 'Sheets whose rows campaigns were about' },
  },
  sign_in_attempts: {
    place: 'directory',
    text: { user: 'sheet_link', nobody: 'state_hash provider action tier browser_hash sealed_verifier level' },
    secrets: 'state_hash browser_hash sealed_verifier',
    leftOut: SIGN_IN,
  },
  sign_in_challenges: { place: 'directory', text: { nobody: 'token_hash' }, secrets: 'token_hash', leftOut: SIGN_IN },
  sign_in_failures: { place: 'coordinator', text: { nobody: 'account_hash address_hash' } },
  single_sign_on: {
    place: 'directory',
    text: { members: 'issuer client_id default_role role_claim admin_values', nobody: 'sealed_secret' },
    secrets: 'sealed_secret',
    exported: { holds: 'Single sign-on', without: ['sealed_secret'] },
  },
  sso_attempts: {
    place: 'directory',
    text: { nobody: 'state_hash browser_hash sealed_checks' },
    secrets: 'state_hash browser_hash sealed_checks',
    leftOut: SIGN_IN,
  },
  sso_domains: {
    place: 'directory',
    text: { members: 'domain token' },
    exported: { holds: 'Single sign-on domains', without: ['token'] },
  },
  sso_identities: { place: 'directory', text: { user: 'issuer subject' }, leftOut: SIGN_IN },
  super_admin_recovery_codes: { place: 'directory', text: { user: 'code_hash' }, secrets: 'code_hash' },
  super_admin_sessions: { place: 'directory', text: { user: 'token_hash' }, secrets: 'token_hash' },
  super_admin_totp_factors: { place: 'directory', text: { user: 'sealed_key' }, secrets: 'sealed_key' },
  super_admins: { place: 'directory', text: { user: 'username name password_hash' }, secrets: 'password_hash' },
  suppressions: {
    place: 'sharded',
    text: { hashed: 'email email_key', erased: 'note', nobody: 'reason' },
    exported: { holds: 'The suppression list', without: ['email_key'] },
  },
  tasks: { place: 'sharded', text: { nobody: 'kind status message error', members: 'input' }, leftOut: SHORT },
  templates: {
    place: 'sharded',
    text: { members: 'name subject content html_template preview' },
    exported: { holds: 'Templates', batch: LONG_ROWS },
  },
  tenants: {
    place: 'directory',
    text: { members: 'slug name domain upgrade_request', nobody: 'subscription_tier features' },
  },
  test_mails: {
    place: 'sharded',
    text: { erased: 'email error', nobody: 'status failure_code' },
    exported: { holds: 'Test emails' },
  },
  totp_factors: { place: 'directory', text: { user: 'sealed_key' }, secrets: 'sealed_key', leftOut: SIGN_IN },
  tracked_links: {
    place: 'sharded',
    text: { members: 'url' },
    exported: { holds: 'Links in emails that count clicks' },
  },
  tracking_counts: { place: 'sharded', text: { nobody: 'variant' }, exported: { holds: 'Counted opens and clicks' } },
  tracking_exclusions: {
    place: 'sharded',
    text: { hashed: 'email_key' },
    exported: { holds: 'Addresses that are not tracked' },
  },
  used_passkey_challenges: { place: 'coordinator', text: { nobody: 'challenge_hash' } },
  users: {
    place: 'directory',
    text: { user: 'username email name role password_hash' },
    secrets: 'password_hash',
    exported: { holds: 'Users', without: ['password_hash'] },
  },
  webhook_deliveries: {
    place: 'sharded',
    text: { nobody: 'event data status problem', erased: 'response_body' },
    leftOut: 'a log of requests, kept for 30 days',
  },
  webhooks: {
    place: 'sharded',
    text: { members: 'url description', nobody: 'events disabled_because sealed_secret sealed_old_secret' },
    secrets: 'sealed_secret sealed_old_secret',
    exported: { holds: 'Webhooks', without: ['sealed_secret', 'sealed_old_secret', 'old_secret_until', 'live_until'] },
  },
}

const namesIn = (place: Place): readonly string[] => Object.keys(TABLES).filter((name) => TABLES[name]?.place === place)

export const SHARDED = namesIn('sharded')
export const DIRECTORY = namesIn('directory')
export const COORDINATOR = namesIn('coordinator')

/** Columns of settings that can hold text, written by members or not. */
function settingColumns(isWrittenByMembers: boolean): string {
  return SETTING_ENTRIES.filter(([, { type }]) => ['text', 'json'].includes(COLUMN_TYPES[type]))
    .filter(([, entry]) => (entry.isWrittenByMembers ?? false) === isWrittenByMembers)
    .map(([name]) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .join(' ')
}
