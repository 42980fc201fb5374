import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/**
 * Webhooks and what they are sent. Deliveries have no foreign key: writing one must never fail or wait because somebody
 * deletes a webhook. A webhook with `live_until` is a process with subscribers (emailLogsChanged).
 */
export class WebhooksMigration extends Migration {
  override up(): void {
    this.addSql(`create table webhooks (
      tenant_id uuid not null,
      id uuid not null,
      url text not null,
      description text not null default '',
      events text[] not null,
      enabled boolean not null default true,
      disabled_because text,
      disabled_at timestamptz,
      sealed_secret bytea,
      sealed_old_secret bytea,
      old_secret_until timestamptz,
      failing_since timestamptz,
      rest_until timestamptz,
      live_until timestamptz,
      created_at timestamptz not null,
      primary key (tenant_id, id)
    )`)
    this.addSql(`create table webhook_deliveries (
      tenant_id uuid not null,
      id uuid not null,
      webhook_id uuid not null,
      event text not null,
      occurred_at timestamptz not null,
      data jsonb not null,
      status text not null,
      due_at timestamptz,
      started_at timestamptz not null default now(),
      attempts integer not null default 0,
      attempted_at timestamptz,
      duration_ms integer,
      response_status integer,
      response_body text,
      problem text,
      primary key (tenant_id, id)
    )`)
    this.addSql(
      `create index webhook_deliveries_due on webhook_deliveries (tenant_id, webhook_id, due_at) where status = 'pending'`,
    )
    this.addSql(`create index webhook_deliveries_log on webhook_deliveries (tenant_id, webhook_id, id)`)
    for (const table of ['webhooks', 'webhook_deliveries']) {
      this.addSql(`alter table ${table} enable row level security`)
      this.addSql(`alter table ${table} force row level security`)
      this.addSql(`create policy tenant_scope on ${table} using (${ofTenant}) with check (${ofTenant})`)
    }
  }
}
