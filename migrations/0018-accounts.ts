import { Migration } from '@mikro-orm/migrations'

const scope = `nullif(current_setting('app.tenant', true), '')`

/**
 * Accounts against strangers who mean harm. Sessions know when the person last proved who they are. An email address that nobody proved
 * reserves nothing: only proven ones are unique across workspaces, and names that look like addresses reserve nothing either. Registrations
 * are counted. A workspace may wait for its plan to be confirmed. Failed sign-ins are counted under new keys, so the old rows go.
 */
export class AccountsMigration extends Migration {
  override up(): void {
    this.addSql(`select set_config('app.tenant', '*', true)`)

    this.addSql(`alter table sessions add column authenticated_at timestamptz`)
    this.addSql(`update sessions set authenticated_at = created_at`)
    this.addSql(`alter table sessions alter column authenticated_at set not null`)

    this.addSql(`alter table users add column email_proven_at timestamptz`)
    this.addSql(`update users set email_proven_at = box.proven_at from (
        select tenant_id, user_id, lower(email) as email, min(created_at) as proven_at
        from mail_accounts group by tenant_id, user_id, lower(email)
      ) box
      where box.tenant_id = users.tenant_id and box.user_id = users.id and box.email = lower(users.email)`)
    this.addSql(`drop index users_email`)
    this.addSql(`create index users_email on users (lower(email))`)
    this.addSql(`create unique index users_email_proven on users (lower(email)) where email_proven_at is not null`)
    this.addSql(`create unique index users_email_in_tenant on users (tenant_id, lower(email))`)
    this.addSql(`drop index users_username`)
    this.addSql(`create index users_username_lookup on users (lower(username))`)
    this.addSql(`create unique index users_username on users (lower(username)) where position('@' in username) = 0`)

    this.addSql(`alter table tenants add column plan_confirmed boolean not null default true`)

    this.addSql(`create table registrations (
      network_hash bytea not null,
      tried_at timestamptz not null
    )`)
    this.addSql(`create index registrations_network on registrations (network_hash, tried_at)`)
    this.addSql(`create index registrations_tried on registrations (tried_at)`)
    this.addSql(`alter table registrations enable row level security`)
    this.addSql(`alter table registrations force row level security`)
    this.addSql(`create policy tenant_scope on registrations using (${scope} = '*') with check (${scope} = '*')`)

    this.addSql(`delete from sign_in_failures`)
    this.addSql(`delete from known_addresses`)
  }
}
