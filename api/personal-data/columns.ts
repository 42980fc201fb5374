import { COLUMN_TYPES, SETTING_ENTRIES } from '#domain/settings/setting-register.ts'

/** How a column that can hold text treats the data of a person who is erased. */
export type Treatment =
  /** emptied or replaced, or deleted with its row */
  | 'erased'
  /** replaced by a keyed hash of the address */
  | 'hashed'
  /** words and numbers of the product, ids, hashes and keys: names nobody by itself */
  | 'nobody'
  /** written by members about their work, not about a recipient */
  | 'members'
  /** of an account, mailbox or device of a user: goes with the user */
  | 'user'
  /** an uploaded file or a kept answer, deleted after a day */
  | 'a day'
  /** of a deleted contact, deleted after 90 days; an erased person has none */
  | '90 days'
  /** the activity log, kept for its own period and never changed */
  | 'activity'

/** Every column that can hold text, with its treatment: a new one must be added here, and erased where it names people. */
export const COLUMNS: Record<string, Partial<Record<Treatment, string>>> = {
  account_links: { user: 'token_hash kind email' },
  api_keys: { user: 'name scopes token_hash token_start allowed_addresses' },
  attachments: { members: 'name content_type content' },
  audit_events: { activity: 'actor actor_name address user_agent action target_label changes' },
  campaign_approvals: { nobody: 'status mail_account_ids local_time_zone fingerprint', members: 'note reason' },
  campaign_rehearsals: { nobody: 'mail_account_ids local_time_zone fingerprint report launched' },
  campaign_repeat_people: { erased: 'email_key' },
  campaign_repeats: {
    members: 'label field',
    nobody: 'mail_account_ids kind date_order time_of_day time_zone off_because',
  },
  campaigns: {
    members:
      'name subject content html_template ab_variant_b file_pattern from_name from_address reply_to cc bcc condition_link frozen',
    nobody:
      'personalization ab_variant_type ab_test_status ab_winner_metric ab_decision status paused_because tracking language local_time_zone time_of_day time_zone condition reply_mailboxes',
  },
  contact_imports: { members: 'file_name field_names sheet_columns', erased: 'rejected_rows undone' },
  contact_tags: { erased: 'tag tag_key' },
  contacts: { erased: 'first_name last_name email email_key search_text fields external_id' },
  deleted_contacts: { '90 days': 'external_id' },
  email_events: { nobody: 'kind detail' },
  email_logs: {
    erased: 'contact_name contact_email email_key merge_values error approved_seal',
    nobody:
      'status protocol draft_id message_id variant internet_message_id thread_id draft_history failure_code time_zone file_ids',
  },
  email_settings: { nobody: settingColumns(false), members: settingColumns(true) },
  former_mailboxes: { nobody: 'provider subject' },
  idempotency_keys: { nobody: 'key_hash request_hash', 'a day': 'headers sealed_answer' },
  identities: { user: 'provider issuer_key label' },
  images: { members: 'bytes', nobody: 'token content_type' },
  import_batches: { erased: 'contact_ids' },
  import_changes: { erased: 'before tags' },
  recipient_files: { members: 'name name_key content_type sealed_content' },
  import_files: { 'a day': 'file_name content_type content sheets' },
  installation: { nobody: 'system_identifier restored_because' },
  known_addresses: { user: 'address_hash' },
  known_devices: { user: 'device_hash' },
  ledger_counts: { nobody: 'ledger' },
  link_keys: { nobody: 'purpose sealed' },
  mail_accounts: {
    user: 'provider subject email name signature send_as scopes sealed_grant inbox_cursor directory',
    nobody:
      'status status_reason quota_reason inbox_error outage sign_in_doubt breakdown wanted_level landing_check unread_mails',
  },
  mailbox_searches: { nobody: 'outcome' },
  mailbox_shares: { user: 'shared_by' },
  passkeys: { user: 'credential_id public_key name' },
  provider_outages: { nobody: 'provider outage mailboxes registration' },
  recovery_codes: { user: 'code_hash' },
  registrations: { nobody: 'network_hash' },
  replies: { nobody: 'message_id', erased: 'from_email' },
  saved_blocks: { members: 'name elements' },
  segments: { members: 'name filter' },
  service_accounts: { members: 'name' },
  sheet_links: { nobody: 'key_hash' },
  sessions: { user: 'token_hash user_agent' },
  sign_in_attempts: { nobody: 'state_hash provider action tier browser_hash sealed_verifier level' },
  sign_in_challenges: { nobody: 'token_hash' },
  sign_in_failures: { nobody: 'account_hash address_hash' },
  super_admin_recovery_codes: { user: 'code_hash' },
  super_admin_sessions: { user: 'token_hash' },
  super_admin_totp_factors: { user: 'sealed_key' },
  super_admins: { user: 'username name password_hash' },
  single_sign_on: { members: 'issuer client_id default_role role_claim admin_values', nobody: 'sealed_secret' },
  sso_attempts: { nobody: 'state_hash browser_hash sealed_checks' },
  sso_domains: { members: 'domain token' },
  sso_identities: { user: 'issuer subject' },
  suppressions: { hashed: 'email email_key', erased: 'note', nobody: 'reason' },
  tasks: { nobody: 'kind status message error', members: 'input' },
  templates: { members: 'name subject content html_template preview' },
  tenants: { members: 'slug name domain upgrade_request', nobody: 'subscription_tier features' },
  test_mails: { erased: 'email error', nobody: 'status failure_code' },
  totp_factors: { user: 'sealed_key' },
  tracked_links: { members: 'url' },
  tracking_counts: { nobody: 'variant' },
  tracking_exclusions: { hashed: 'email_key' },
  used_passkey_challenges: { nobody: 'challenge_hash' },
  users: { user: 'username email name role password_hash' },
  webhook_deliveries: { nobody: 'event data status problem', erased: 'response_body' },
  webhooks: { members: 'url description', nobody: 'events disabled_because sealed_secret sealed_old_secret' },
}

/** Columns of settings that can hold text, written by members or not. */
function settingColumns(isWrittenByMembers: boolean): string {
  return SETTING_ENTRIES.filter(([, { type }]) => ['text', 'json'].includes(COLUMN_TYPES[type]))
    .filter(([, entry]) => (entry.isWrittenByMembers ?? false) === isWrittenByMembers)
    .map(([name]) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .join(' ')
}
