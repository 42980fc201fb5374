import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/** Answers to requests that came with an Idempotency-Key, kept for a day. `sealed_answer` is null while one runs. */
export class IdempotencyKeysMigration extends Migration {
  override up(): void {
    this.addSql(`create table idempotency_keys (
      tenant_id uuid not null references tenants (id) on delete cascade,
      holder_id uuid not null,
      key_hash bytea not null,
      request_hash bytea not null,
      status int,
      headers jsonb,
      sealed_answer bytea,
      created_at timestamptz not null,
      primary key (tenant_id, holder_id, key_hash)
    )`)
    this.addSql(`create index idempotency_keys_age on idempotency_keys (created_at)`)
    this.addSql(`alter table idempotency_keys enable row level security`)
    this.addSql(`alter table idempotency_keys force row level security`)
    this.addSql(`create policy tenant_scope on idempotency_keys using (${ofTenant}) with check (${ofTenant})`)
  }
}
