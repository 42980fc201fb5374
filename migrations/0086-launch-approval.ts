import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/** The approval of a launch by a second person: the newest request per campaign, and whether the workspace demands one. */
export class LaunchApprovalMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`create table campaign_approvals (
      tenant_id uuid not null,
      campaign_id uuid not null,
      request integer not null,
      status text not null,
      asked_by uuid not null,
      asked_key_id uuid,
      asked_at timestamptz not null,
      note text,
      mail_account_ids uuid[] not null,
      scheduled_at timestamptz,
      local_time_zone text,
      undo_seconds integer not null,
      exceeds_ceiling boolean not null,
      fingerprint jsonb not null,
      decided_by uuid,
      decided_at timestamptz,
      reason text,
      primary key (tenant_id, campaign_id),
      foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create index campaign_approvals_waiting on campaign_approvals (tenant_id, campaign_id)
      where status = 'waiting'`)
    this.addSql(`alter table campaign_approvals enable row level security`)
    this.addSql(`alter table campaign_approvals force row level security`)
    this.addSql(`create policy tenant_scope on campaign_approvals using (${ofTenant}) with check (${ofTenant})`)
    this.addSql(`alter table email_settings add column launch_approval boolean not null default false`)
  }
}
