import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/** Single sign-on of workspaces: their identity provider, the domains they proved, who signs in, and sign-ins under way. */
export class SingleSignOnMigration extends Migration {
  override up(): void {
    this.addSql(`create table single_sign_on (
      tenant_id uuid primary key,
      issuer text not null,
      client_id text not null,
      sealed_secret bytea not null,
      default_role text not null,
      role_claim text,
      admin_values text[] not null default '{}',
      required boolean not null default false
    )`)
    this.addSql(`create table sso_domains (
      tenant_id uuid not null,
      domain text not null,
      token text not null,
      verified_at timestamptz,
      primary key (tenant_id, domain)
    )`)
    this.addSql(`create unique index sso_domains_verified on sso_domains (domain) where verified_at is not null`)
    this.addSql(`create table sso_identities (
      tenant_id uuid not null,
      issuer text not null,
      subject text not null,
      user_id uuid not null,
      primary key (tenant_id, issuer, subject),
      foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create index sso_identities_user on sso_identities (tenant_id, user_id)`)
    this.addSql(`create table sso_attempts (
      state_hash bytea primary key,
      tenant_id uuid not null,
      browser_hash bytea not null,
      sealed_checks bytea not null,
      expires_at timestamptz not null
    )`)
    this.addSql(`create index sso_attempts_expiry on sso_attempts (expires_at)`)
    for (const table of ['single_sign_on', 'sso_domains', 'sso_identities', 'sso_attempts']) {
      this.addSql(`alter table ${table} enable row level security`)
      this.addSql(`alter table ${table} force row level security`)
      this.addSql(`create policy tenant_scope on ${table} using (${ofTenant}) with check (${ofTenant})`)
    }
  }
}
