import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`
const ofSystem = `coalesce(${setting} = '*', false)`

/** Passkeys of people, and the challenges of passkeys that were used. */
export class PasskeysMigration extends Migration {
  override up(): void {
    this.addSql(`create table passkeys (
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
    )`)
    this.addSql(`create index passkeys_user on passkeys (tenant_id, user_id)`)
    this.addSql(`create table used_passkey_challenges (
      challenge_hash bytea primary key,
      expires_at timestamptz not null
    )`)
    this.addSql(`create index used_passkey_challenges_expiry on used_passkey_challenges (expires_at)`)
    for (const [table, rule] of [
      ['passkeys', ofTenant],
      ['used_passkey_challenges', ofSystem],
    ]) {
      this.addSql(`alter table ${table} enable row level security`)
      this.addSql(`alter table ${table} force row level security`)
      this.addSql(`create policy tenant_scope on ${table} using (${rule}) with check (${rule})`)
    }
  }
}
