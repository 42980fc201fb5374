/**
 * The policies that keep workspaces apart. `app.tenant` holds the workspace of the transaction; `*` stands for the system
 * scope, which sees every row and which api/platform/database/system-scope.ts ties to a secret right after the migration. Unset
 * means nothing is seen.
 *
 * The spellings mean the same. PostgreSQL plans them differently: decision 0003.
 */
const TENANT = `current_setting('app.tenant', true)`
const SET_TENANT = `nullif(${TENANT}, '')`

const POLICIES: { rule: string; tables: string[] }[] = [
  { rule: `id::text = ${SET_TENANT} or ${SET_TENANT} = '*'`, tables: ['tenants'] },
  {
    // Tables that are read a few rows at a time.
    rule: `tenant_id::text = ${SET_TENANT} or ${SET_TENANT} = '*'`,
    tables: [
      'api_keys',
      'attachments',
      'campaign_mailboxes',
      'contact_imports',
      'email_settings',
      'images',
      'mailboxes',
      'mailbox_searches',
      'saved_blocks',
      'segments',
      'sessions',
      'templates',
      'test_mails',
      'users',
    ],
  },
  {
    // Tables that sending writes to, and all newer ones: the planner expects half of the rows to pass, not one in a hundred.
    rule: `coalesce(tenant_id::text = ${TENANT} or ${TENANT} = '*', false)`,
    tables: [
      'account_links',
      'audit_events',
      'campaign_approvals',
      'campaign_rehearsals',
      'campaign_repeat_people',
      'campaign_repeats',
      'campaigns',
      'contact_counts',
      'deleted_contacts',
      'earlier_departures',
      'email_events',
      'email_logs',
      'file_grants',
      'former_mailboxes',
      'idempotency_keys',
      'identities',
      'import_batches',
      'invitations_sent',
      'known_devices',
      'link_domains',
      'mailbox_shares',
      'passkeys',
      'past_outcomes',
      'preferences',
      'recipient_files',
      'campaign_cells',
      'sheet_rows',
      'sheets',
      'sheet_source_rows',
      'sheet_sources',
      'recovery_codes',
      'replies',
      'service_accounts',
      'sheet_links',
      'sign_in_challenges',
      'single_sign_on',
      'sso_attempts',
      'sso_domains',
      'sso_identities',
      'totp_factors',
      'tracked_links',
      'tracking_counts',
      'tracking_exclusions',
      'webhook_deliveries',
      'webhooks',
    ],
  },
  {
    // Tables of which all rows of a workspace are read: each half is worked out once a query, which makes planning dearer.
    rule: `tenant_id = (select case when ${TENANT} ~ '^[0-9a-f]{8}-' then ${TENANT}::uuid end)
      or (select coalesce(${TENANT} = '*', false))`,
    tables: [
      'campaign_contacts',
      'contact_tags',
      'contacts',
      'import_changes',
      'import_files',
      'suppressions',
      'tasks',
    ],
  },
  {
    rule: `${SET_TENANT} = '*'`,
    tables: [
      'installation',
      'known_addresses',
      'ledger_counts',
      'link_keys',
      'provider_outages',
      'registrations',
      'sign_in_attempts',
      'sign_in_failures',
      'super_admin_sessions',
      'super_admins',
    ],
  },
  {
    rule: `coalesce(${TENANT} = '*', false)`,
    tables: ['super_admin_recovery_codes', 'super_admin_totp_factors', 'used_passkey_challenges'],
  },
]

export const ROW_LEVEL_SECURITY = POLICIES.flatMap(({ rule, tables }) =>
  tables.flatMap((table) => [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy tenant_scope on ${table} using (${rule}) with check (${rule})`,
  ]),
)
