/** People, super admins and API keys, and the ways in which they sign in. */
export const ACCOUNTS = [
  // An email address that nobody proved reserves nothing: only proven ones are unique across workspaces.
  `create table users (
    tenant_id uuid not null references tenants (id) on delete cascade,
    id uuid not null,
    username text not null,
    email text not null,
    name text not null,
    role text not null check (role in ('user', 'admin')),
    password_hash text,
    is_active boolean not null default true,
    created_at timestamptz not null default now(),
    email_proven_at timestamptz,
    invited_at timestamptz,
    primary key (tenant_id, id)
  )`,
  `create index users_email on users (lower(email))`,
  `create unique index users_email_in_tenant on users (tenant_id, lower(email))`,
  `create unique index users_email_proven on users (lower(email)) where email_proven_at is not null`,
  `create unique index users_username on users (lower(username)) where position('@' in username) = 0`,
  `create index users_username_lookup on users (lower(username))`,
  `create table sessions (
    tenant_id uuid not null,
    id uuid not null,
    user_id uuid not null,
    token_hash bytea not null,
    user_agent text not null default '',
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now(),
    expires_at timestamptz not null,
    authenticated_at timestamptz not null,
    by_single_sign_on boolean not null default false,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
  )`,
  `create unique index sessions_token on sessions (token_hash)`,
  `create index sessions_user on sessions (tenant_id, user_id)`,
  // Programs that belong to the workspace and not to a person.
  `create table service_accounts (
    tenant_id uuid not null references tenants (id) on delete cascade,
    id uuid not null,
    name text not null,
    created_at timestamptz not null,
    primary key (tenant_id, id)
  )`,
  `create unique index service_accounts_name on service_accounts (tenant_id, lower(name))`,
  `create table api_keys (
    tenant_id uuid not null references tenants (id) on delete cascade,
    id uuid not null,
    user_id uuid,
    name text not null,
    scopes text[] not null,
    token_hash bytea not null,
    token_start text not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    last_used_at timestamptz,
    service_account_id uuid,
    allowed_addresses text[] not null default '{}',
    primary key (tenant_id, id),
    foreign key (tenant_id, service_account_id) references service_accounts (tenant_id, id) on delete cascade,
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
    constraint api_keys_owner check (num_nonnulls(user_id, service_account_id) = 1)
  )`,
  `create unique index api_keys_token on api_keys (token_hash)`,
  `create table super_admins (
    id uuid primary key,
    username text not null,
    name text not null,
    password_hash text not null,
    created_at timestamptz not null default now()
  )`,
  `create unique index super_admins_username on super_admins (lower(username))`,
  `create table super_admin_sessions (
    id uuid primary key,
    super_admin_id uuid not null references super_admins (id) on delete cascade,
    token_hash bytea not null unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  // Accounts at Microsoft or Google by which a person signs in.
  `create table identities (
    tenant_id uuid not null,
    id uuid not null,
    user_id uuid not null,
    provider text not null check (provider in ('microsoft', 'google')),
    issuer_key text not null,
    label text not null,
    added_at timestamptz not null,
    last_used_at timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
  )`,
  `create unique index identities_key on identities (provider, issuer_key)`,
  `create index identities_user on identities (tenant_id, user_id)`,
  // Sign-ins and connections of mailboxes that are at the provider now.
  `create table sign_in_attempts (
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
    expires_at timestamptz not null,
    level text not null default 'send' check (level in ('send', 'full')),
    mailbox_id uuid,
    shared boolean not null default false,
    sheet_link text
  )`,
  // Sign-ins that wait for a second factor.
  `create table sign_in_challenges (
    token_hash bytea primary key,
    tenant_id uuid,
    user_id uuid,
    super_admin_id uuid references super_admins (id) on delete cascade,
    expires_at timestamptz not null,
    by_single_sign_on boolean not null default false,
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
    check ((user_id is null) <> (super_admin_id is null) and (user_id is null) = (tenant_id is null))
  )`,
  `create index sign_in_challenges_expiry on sign_in_challenges (expires_at)`,
  `create index sign_in_challenges_user on sign_in_challenges (tenant_id, user_id)`,
  // Authenticator apps. `last_step`: the last code used, so that none works twice.
  `create table totp_factors (
    tenant_id uuid not null,
    user_id uuid not null,
    sealed_key bytea not null,
    last_step bigint not null default 0,
    created_at timestamptz not null,
    confirmed_at timestamptz,
    primary key (tenant_id, user_id),
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
  )`,
  `create table recovery_codes (
    tenant_id uuid not null,
    user_id uuid not null,
    code_hash bytea not null,
    primary key (tenant_id, user_id, code_hash),
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
  )`,
  `create table super_admin_totp_factors (
    super_admin_id uuid primary key references super_admins (id) on delete cascade,
    sealed_key bytea not null,
    last_step bigint not null default 0,
    created_at timestamptz not null,
    confirmed_at timestamptz
  )`,
  `create table super_admin_recovery_codes (
    super_admin_id uuid not null references super_admins (id) on delete cascade,
    code_hash bytea not null,
    primary key (super_admin_id, code_hash)
  )`,
  `create table passkeys (
    tenant_id uuid not null,
    id uuid not null,
    user_id uuid not null,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    name text not null,
    added_at timestamptz not null,
    last_used_at timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
  )`,
  `create index passkeys_user on passkeys (tenant_id, user_id)`,
  `create table used_passkey_challenges (
    challenge_hash bytea primary key,
    expires_at timestamptz not null
  )`,
  `create index used_passkey_challenges_expiry on used_passkey_challenges (expires_at)`,
  // Links that Mergewell emails to people: new password, confirmation, invitation.
  `create table account_links (
    token_hash bytea primary key,
    kind text not null check (kind in ('password', 'email', 'invitation')),
    tenant_id uuid not null,
    user_id uuid not null,
    email text not null,
    expires_at timestamptz not null,
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
  )`,
  `create index account_links_expiry on account_links (expires_at)`,
  `create index account_links_user on account_links (tenant_id, user_id, kind)`,
  `create table invitations_sent (
    tenant_id uuid not null,
    id uuid not null,
    sent_at timestamptz not null,
    primary key (tenant_id, id)
  )`,
  // Browsers and networks from which a person signed in, as keyed hashes.
  `create table known_devices (
    tenant_id uuid not null,
    user_id uuid not null,
    device_hash bytea not null,
    seen_at timestamptz not null,
    primary key (tenant_id, user_id, device_hash),
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
  )`,
  // Networks from which owners came before; throttling spares them.
  `create table known_addresses (
    address_hash bytea primary key,
    seen_at timestamptz not null
  )`,
  `create table sign_in_failures (
    account_hash bytea not null,
    address_hash bytea not null,
    failed_at timestamptz not null
  )`,
  `create index sign_in_failures_account on sign_in_failures (account_hash, failed_at)`,
  `create index sign_in_failures_address on sign_in_failures (address_hash, failed_at)`,
  `create table registrations (
    network_hash bytea not null,
    tried_at timestamptz not null
  )`,
  `create index registrations_network on registrations (network_hash, tried_at)`,
  `create index registrations_tried on registrations (tried_at)`,
  // The identity provider of a workspace.
  `create table single_sign_on (
    tenant_id uuid primary key,
    issuer text not null,
    client_id text not null,
    sealed_secret bytea not null,
    default_role text not null,
    role_claim text,
    admin_values text[] not null default '{}',
    required boolean not null default false
  )`,
  `create table sso_domains (
    tenant_id uuid not null,
    domain text not null,
    token text not null,
    verified_at timestamptz,
    primary key (tenant_id, domain)
  )`,
  `create unique index sso_domains_verified on sso_domains (domain) where verified_at is not null`,
  `create table sso_identities (
    tenant_id uuid not null,
    issuer text not null,
    subject text not null,
    user_id uuid not null,
    primary key (tenant_id, issuer, subject),
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
  )`,
  `create index sso_identities_user on sso_identities (tenant_id, user_id)`,
  // Single sign-ons that are at the identity provider now.
  `create table sso_attempts (
    state_hash bytea primary key,
    tenant_id uuid not null,
    browser_hash bytea not null,
    sealed_checks bytea not null,
    expires_at timestamptz not null,
    session_id uuid
  )`,
  `create index sso_attempts_expiry on sso_attempts (expires_at)`,
]
