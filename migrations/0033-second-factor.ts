import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`
const ofSystem = `coalesce(${setting} = '*', false)`

const factor = `
      sealed_key bytea not null,
      last_step bigint not null default 0,
      created_at timestamptz not null,
      confirmed_at timestamptz`

/**
 * Second factors of people and super admins: keys of authenticator apps, recovery codes, and sign-ins that wait for a code. A workspace can
 * require a second factor.
 */
export class SecondFactorMigration extends Migration {
  override up(): void {
    this.addSql(`create table totp_factors (
      tenant_id uuid not null,
      user_id uuid not null,${factor},
      primary key (tenant_id, user_id),
      foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create table recovery_codes (
      tenant_id uuid not null,
      user_id uuid not null,
      code_hash bytea not null,
      primary key (tenant_id, user_id, code_hash),
      foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create table super_admin_totp_factors (
      super_admin_id uuid primary key references super_admins (id) on delete cascade,${factor}
    )`)
    this.addSql(`create table super_admin_recovery_codes (
      super_admin_id uuid not null references super_admins (id) on delete cascade,
      code_hash bytea not null,
      primary key (super_admin_id, code_hash)
    )`)
    this.addSql(`create table sign_in_challenges (
      token_hash bytea primary key,
      tenant_id uuid,
      user_id uuid,
      super_admin_id uuid references super_admins (id) on delete cascade,
      expires_at timestamptz not null,
      foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
      check ((user_id is null) <> (super_admin_id is null) and (user_id is null) = (tenant_id is null))
    )`)
    this.addSql(`create index sign_in_challenges_user on sign_in_challenges (tenant_id, user_id)`)
    this.addSql(`create index sign_in_challenges_expiry on sign_in_challenges (expires_at)`)
    this.addSql(`alter table tenants add column requires_second_factor boolean not null default false`)

    for (const [table, rule] of [
      ['totp_factors', ofTenant],
      ['recovery_codes', ofTenant],
      ['super_admin_totp_factors', ofSystem],
      ['super_admin_recovery_codes', ofSystem],
      ['sign_in_challenges', ofTenant],
    ]) {
      this.addSql(`alter table ${table} enable row level security`)
      this.addSql(`alter table ${table} force row level security`)
      this.addSql(`create policy tenant_scope on ${table} using (${rule}) with check (${rule})`)
    }
  }
}
