import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/**
 * Links that Mergewell emails to people (new password, confirmation, invitation), by the hash of their token; who was
 * invited; and from which browsers and networks people have signed in, as keyed hashes.
 */
export class AccountLinksMigration extends Migration {
  override up(): void {
    this.addSql(`create table account_links (
      token_hash bytea primary key,
      kind text not null check (kind in ('password', 'email', 'invitation')),
      tenant_id uuid not null,
      user_id uuid not null,
      email text not null,
      expires_at timestamptz not null,
      foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create index account_links_user on account_links (tenant_id, user_id, kind)`)
    this.addSql(`create index account_links_expiry on account_links (expires_at)`)
    this.addSql(`alter table users add column invited_at timestamptz`)
    this.addSql(`create table invitations_sent (
      tenant_id uuid not null,
      id uuid not null,
      sent_at timestamptz not null,
      primary key (tenant_id, id)
    )`)
    this.addSql(`create table known_devices (
      tenant_id uuid not null,
      user_id uuid not null,
      device_hash bytea not null,
      seen_at timestamptz not null,
      primary key (tenant_id, user_id, device_hash),
      foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
    )`)
    for (const table of ['account_links', 'invitations_sent', 'known_devices']) {
      this.addSql(`alter table ${table} enable row level security`)
      this.addSql(`alter table ${table} force row level security`)
      this.addSql(`create policy tenant_scope on ${table} using (${ofTenant}) with check (${ofTenant})`)
    }
  }
}
