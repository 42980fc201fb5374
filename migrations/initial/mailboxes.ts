/** Connected mailboxes, their ledgers and the outages of their providers. */
export const MAILBOXES = [
  // `outage` and `breakdown` are circuit breakers. `directory`: the organization at Microsoft, which an
  // administrator consents for.
  `create table mailboxes (
    tenant_id uuid not null references tenants (id) on delete cascade,
    id uuid not null,
    user_id uuid not null,
    provider text not null check (provider in ('microsoft', 'google', 'smtp')),
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
    inbox_cursor text,
    inbox_read_at timestamptz,
    inbox_error text,
    stray_drafts_since timestamptz,
    stray_drafts_until timestamptz,
    outage jsonb,
    breakdown jsonb,
    shared_with_all boolean not null default false,
    copy_to_self boolean not null default false,
    directory text,
    wanted_level text check (wanted_level = 'full'),
    level_tried_at timestamptz,
    clock_wrong_at timestamptz,
    quota_until timestamptz,
    landing_check jsonb,
    bounces_accepted_at timestamptz,
    signature text,
    send_as jsonb not null default '[]',
    quota_reason text,
    lost_at timestamptz,
    lost_after_seconds integer,
    sign_in_doubt jsonb,
    unread_mails jsonb not null default '[]',
    inbox_failures integer not null default 0,
    inbox_failing_since timestamptz,
    inbox_retry_at timestamptz,
    drafts_checked_at timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
  )`,
  `create unique index mailboxes_address on mailboxes (tenant_id, provider, lower(email))`,
  `create index mailboxes_subject on mailboxes (provider, subject)`,
  `create index mailboxes_unread_inboxes on mailboxes (provider) where inbox_error is not null`,
  `create index mailboxes_wanting on mailboxes (directory) where wanted_level is not null`,
  `create table mailbox_shares (
    tenant_id uuid not null,
    mailbox_id uuid not null,
    user_id uuid not null,
    shared_by text not null,
    created_at timestamptz not null,
    primary key (tenant_id, mailbox_id, user_id),
    foreign key (tenant_id, mailbox_id) references mailboxes (tenant_id, id) on delete cascade,
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
  )`,
  // Permissions for spreadsheets, apart from mailboxes.
  `create table file_grants (
    tenant_id uuid not null,
    id uuid not null,
    user_id uuid not null,
    provider text not null check (provider in ('microsoft', 'google')),
    subject text not null,
    email text not null,
    sealed_grant bytea not null,
    granted_at timestamptz not null,
    created_at timestamptz not null,
    primary key (tenant_id, id),
    unique (tenant_id, user_id, provider, subject),
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
  )`,
  `create index mailbox_shares_user on mailbox_shares (tenant_id, user_id)`,
  // Mailboxes to search for what they sent, after the database was restored from a backup.
  `create table mailbox_searches (
    tenant_id uuid not null,
    mailbox_id uuid not null,
    since timestamptz not null,
    outcome text check (outcome in ('searched', 'unreadable')),
    found integer not null default 0,
    failures integer not null default 0,
    retry_at timestamptz,
    primary key (tenant_id, mailbox_id),
    foreign key (tenant_id, mailbox_id) references mailboxes (tenant_id, id) on delete cascade
  )`,
  `create index mailbox_searches_open on mailbox_searches (tenant_id) where outcome is null`,
  // Disconnected mailboxes: the id under which their emails count, should they be connected again.
  `create table former_mailboxes (
    tenant_id uuid not null references tenants (id) on delete cascade,
    provider text not null check (provider in ('microsoft', 'google', 'smtp')),
    subject text not null,
    mailbox_id uuid not null,
    disconnected_at timestamptz not null,
    primary key (tenant_id, provider, subject)
  )`,
  `create index former_mailboxes_subject on former_mailboxes (provider, subject)`,
  // Emails or quota units by time, of ledgers that mailboxes of several workspaces share.
  `create table ledger_counts (
    ledger text not null,
    seconds integer not null,
    bucket timestamptz not null,
    units bigint not null,
    primary key (ledger, seconds, bucket)
  )`,
  `create table provider_outages (
    provider text primary key check (provider in ('microsoft', 'google', 'smtp')),
    outage jsonb,
    mailboxes jsonb not null default '{}',
    registration jsonb
  )`,
  `insert into provider_outages (provider) values ('microsoft'), ('google'), ('smtp')`,
]
