/**
 * Where the rows of each table live on a cluster sharded by tenant (Citus). A table is in exactly one of these lists; a
 * test compares them with the database. On one server they change nothing.
 */

/** Sharded by `tenant_id`, all rows of a tenant on one node. Every key and foreign key among them contains the tenant. */
export const SHARDED = [
  'attachments',
  'audit_events',
  'campaign_approvals',
  'campaign_contacts',
  'campaign_mailboxes',
  'campaign_rehearsals',
  'campaign_repeat_people',
  'campaign_repeats',
  'campaigns',
  'contact_counts',
  'contact_imports',
  'contact_tags',
  'contacts',
  'deleted_contacts',
  'earlier_departures',
  'email_events',
  'email_logs',
  'email_settings',
  'former_mailboxes',
  'idempotency_keys',
  'images',
  'import_batches',
  'import_changes',
  'import_files',
  'invitations_sent',
  'mail_accounts',
  'mailbox_searches',
  'mailbox_shares',
  'past_outcomes',
  'recipient_files',
  'replies',
  'saved_blocks',
  'segments',
  'sheet_links',
  'suppressions',
  'tasks',
  'templates',
  'test_mails',
  'tracked_links',
  'tracking_counts',
  'tracking_exclusions',
  'webhook_deliveries',
  'webhooks',
] as const

/**
 * The directory: who may sign in, and where they belong. Small, read on every request, looked up by keys without a
 * tenant. Copied to every node.
 */
export const DIRECTORY = [
  'account_links',
  'api_keys',
  'identities',
  'known_devices',
  'passkeys',
  'recovery_codes',
  'service_accounts',
  'sessions',
  'sign_in_attempts',
  'sign_in_challenges',
  'single_sign_on',
  'sso_attempts',
  'sso_domains',
  'sso_identities',
  'super_admin_recovery_codes',
  'super_admin_sessions',
  'super_admin_totp_factors',
  'super_admins',
  'tenants',
  'totp_factors',
  'users',
] as const

/** Facts about the installation, never joined with a tenant's rows. They stay on the coordinator, like the job queue. */
export const COORDINATOR = [
  'installation',
  'known_addresses',
  'ledger_counts',
  'link_keys',
  'migrations',
  'provider_outages',
  'registrations',
  'sign_in_failures',
  'used_passkey_challenges',
] as const
