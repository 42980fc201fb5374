import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/**
 * The rehearsal of a launch, one report per campaign; and the guard that keeps colleagues from writing to the same people
 * too often, which asks for what an address got by time.
 */
export class RehearsalsMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`create table campaign_rehearsals (
      tenant_id uuid not null,
      campaign_id uuid not null,
      task_id uuid not null,
      user_id uuid not null,
      mail_account_ids uuid[] not null,
      scheduled_at timestamptz,
      fingerprint jsonb,
      report jsonb,
      reported_at timestamptz,
      launched jsonb,
      primary key (tenant_id, campaign_id),
      foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade
    )`)
    this.addSql(`alter table campaign_rehearsals enable row level security`)
    this.addSql(`alter table campaign_rehearsals force row level security`)
    this.addSql(`create policy tenant_scope on campaign_rehearsals using (${ofTenant}) with check (${ofTenant})`)
    this.addSql(`alter table email_settings add column collision_days integer not null default 7,
      add column weekly_ceiling integer`)
    this.addSql(`alter table campaigns add column exceeds_ceiling boolean not null default false`)
    this.addSql(`create index if not exists email_logs_received on email_logs (tenant_id, email_key, sent_at)
      where sent_at is not null`)
  }
}
