import { Migration } from '@mikro-orm/migrations'

/** Tables whose rows belong to one tenant: forced row-level security, keyed by tenant first. */
const tenantTables = [
  'users',
  'sessions',
  'mail_accounts',
  'contact_imports',
  'contacts',
  'campaigns',
  'campaign_contacts',
  'attachments',
  'email_logs',
  'templates',
  'email_settings',
]

/** Tables of the installation itself: seen in the system scope only. */
const systemTables = ['super_admins', 'super_admin_sessions', 'sign_in_attempts']

/**
 * Row-level security: `app.tenant` holds the tenant of the running transaction, or `*` for the system scope (sign-in look-ups, the
 * worker, the super admin). Unset means nothing is seen.
 */
const scope = `nullif(current_setting('app.tenant', true), '')`

export class FirstMigration extends Migration {
  override up(): void {
    this.addSql(`create table tenants (
      id uuid primary key,
      slug text not null,
      name text not null,
      domain text not null default '',
      subscription_tier text not null check (subscription_tier in ('free', 'basic', 'pro', 'enterprise')),
      max_users integer not null,
      max_contacts integer not null,
      max_campaigns integer not null,
      is_active boolean not null default true,
      features jsonb not null default '{}',
      trial_ends_at timestamptz,
      created_at timestamptz not null default now()
    )`)
    this.addSql(`create unique index tenants_slug on tenants (lower(slug))`)

    this.addSql(`create table users (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null,
      username text not null,
      email text not null,
      name text not null,
      role text not null check (role in ('user', 'admin')),
      password_hash text,
      is_active boolean not null default true,
      created_at timestamptz not null default now(),
      primary key (tenant_id, id)
    )`)
    this.addSql(`create unique index users_username on users (lower(username))`)
    this.addSql(`create unique index users_email on users (lower(email))`)

    this.addSql(`create table sessions (
      tenant_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      token_hash bytea not null,
      user_agent text not null default '',
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create unique index sessions_token on sessions (token_hash)`)
    this.addSql(`create index sessions_user on sessions (tenant_id, user_id)`)

    this.addSql(`create table super_admins (
      id uuid primary key,
      username text not null,
      name text not null,
      password_hash text not null,
      created_at timestamptz not null default now()
    )`)
    this.addSql(`create unique index super_admins_username on super_admins (lower(username))`)
    this.addSql(`create table super_admin_sessions (
      id uuid primary key,
      super_admin_id uuid not null references super_admins (id) on delete cascade,
      token_hash bytea not null unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`)

    this.addSql(`create table mail_accounts (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null,
      user_id uuid not null,
      provider text not null check (provider in ('microsoft', 'google')),
      subject text not null,
      email text not null,
      name text not null,
      status text not null check (status in ('connected', 'warming_up', 'error')),
      status_reason text,
      scopes text[] not null,
      sealed_grant bytea not null,
      throttled_until timestamptz,
      last_used_at timestamptz,
      connected_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      primary key (tenant_id, id),
      foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create unique index mail_accounts_address on mail_accounts (tenant_id, provider, lower(email))`)

    this.addSql(`create table sign_in_attempts (
      state_hash bytea primary key,
      provider text not null,
      action text not null,
      tier text,
      session_id uuid,
      tenant_id uuid,
      user_id uuid,
      browser_hash bytea not null,
      sealed_verifier bytea not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`)

    this.addSql(`create table contact_imports (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null,
      user_id uuid not null,
      file_name text not null,
      added integer not null,
      ignored integer not null,
      rejected integer not null,
      skipped integer not null,
      rejected_rows jsonb not null default '[]',
      created_at timestamptz not null default now(),
      primary key (tenant_id, id)
    )`)

    this.addSql(`create table contacts (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null,
      import_id uuid,
      first_name text not null,
      last_name text not null,
      email text not null,
      email_key text not null generated always as (lower(email)) stored,
      search_text text not null generated always as (lower(first_name || ' ' || last_name || ' ' || email)) stored,
      serial_number integer,
      fields jsonb not null default '{}',
      created_at timestamptz not null default now(),
      primary key (tenant_id, id)
    )`)
    this.addSql(`create unique index contacts_email on contacts (tenant_id, email_key)`)

    this.addSql(`create table campaigns (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null,
      user_id uuid not null,
      mail_account_id uuid,
      name text not null,
      subject text not null,
      content text not null,
      html_template jsonb,
      use_html_builder boolean not null default false,
      personalization text not null,
      is_ab_test boolean not null default false,
      ab_variant_type text,
      ab_variant_b text,
      ab_split_percentage integer,
      ab_test_status text,
      status text not null check (status in ('draft', 'sending', 'sent', 'failed', 'paused')),
      status_reason text,
      resumes_at timestamptz,
      total_contacts integer not null default 0,
      sent_count integer not null default 0,
      failed_count integer not null default 0,
      delivered_count integer not null default 0,
      opened_count integer not null default 0,
      clicked_count integer not null default 0,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      sent_at timestamptz,
      primary key (tenant_id, id)
    )`)
    this.addSql(`create index campaigns_status on campaigns (tenant_id, status)`)
    this.addSql(`create index campaigns_sending on campaigns (tenant_id, mail_account_id) where status = 'sending'`)

    this.addSql(`create table campaign_contacts (
      tenant_id uuid not null,
      campaign_id uuid not null,
      contact_id uuid not null,
      primary key (tenant_id, campaign_id, contact_id),
      foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade,
      foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create index campaign_contacts_contact on campaign_contacts (tenant_id, contact_id)`)

    this.addSql(`create table attachments (
      tenant_id uuid not null,
      id uuid not null,
      campaign_id uuid not null,
      position integer not null,
      name text not null,
      content_type text not null,
      size integer not null,
      content bytea not null,
      created_at timestamptz not null default now(),
      primary key (tenant_id, id),
      foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create index attachments_campaign on attachments (tenant_id, campaign_id, position)`)

    this.addSql(`create table email_logs (
      tenant_id uuid not null,
      id uuid not null,
      campaign_id uuid not null,
      contact_id uuid not null,
      contact_name text not null,
      contact_email text not null,
      merge_values jsonb not null,
      status text not null check (status in ('pending', 'sending', 'sent', 'delivered', 'failed')),
      mail_account_id uuid,
      attempts integer not null default 0,
      attempted_at timestamptz,
      retry_at timestamptz,
      protocol text check (protocol in ('draft', 'direct')),
      draft_id text,
      message_id text,
      sent_at timestamptz,
      delivered_at timestamptz,
      failed_at timestamptz,
      error text,
      created_at timestamptz not null default now(),
      primary key (tenant_id, id),
      foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create unique index email_logs_recipient on email_logs (tenant_id, campaign_id, contact_id)`)
    this.addSql(`create index email_logs_status on email_logs (tenant_id, campaign_id, status, id)`)
    this.addSql(
      `create index email_logs_ledger on email_logs (tenant_id, mail_account_id, attempted_at) where attempted_at is not null`,
    )

    this.addSql(`create table templates (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null,
      user_id uuid not null,
      name text not null,
      subject text not null,
      content text not null,
      created_at timestamptz not null default now(),
      primary key (tenant_id, id)
    )`)

    this.addSql(`create table email_settings (
      tenant_id uuid primary key references tenants (id) on delete cascade,
      emails_per_interval integer not null,
      interval_seconds integer not null,
      daily_limit integer not null,
      enable_throttling boolean not null,
      warmup_mode boolean not null,
      warmup_started_at timestamptz
    )`)

    this.secure('tenants', `id::text = ${scope} or ${scope} = '*'`)
    for (const table of tenantTables) this.secure(table, `tenant_id::text = ${scope} or ${scope} = '*'`)
    for (const table of systemTables) this.secure(table, `${scope} = '*'`)
  }

  private secure(table: string, rule: string): void {
    this.addSql(`alter table ${table} enable row level security`)
    this.addSql(`alter table ${table} force row level security`)
    this.addSql(`create policy tenant_scope on ${table} using (${rule}) with check (${rule})`)
  }
}
