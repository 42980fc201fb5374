import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/**
 * Stopping all sending of a workspace, the usual time to undo a launch, the columns of
 * imported sheets with their titles, and live links of campaign spreadsheets.
 */
export class StopAndLiveSheetsMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table tenants add column sending_stopped_at timestamptz, add column sending_stopped_by uuid`)
    this.addSql(`alter table email_settings add column undo_seconds integer not null default 10`)
    this.addSql(`alter table contact_imports add column sheet_columns jsonb`)
    this.addSql(`create table sheet_links (
      tenant_id uuid not null,
      campaign_id uuid not null,
      user_id uuid not null,
      key_hash bytea not null,
      created_at timestamptz not null default now(),
      last_read_at timestamptz,
      primary key (tenant_id, campaign_id, user_id),
      unique (tenant_id, key_hash),
      foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade
    )`)
    this.addSql(`alter table sheet_links enable row level security`)
    this.addSql(`alter table sheet_links force row level security`)
    this.addSql(`create policy tenant_scope on sheet_links using (${ofTenant}) with check (${ofTenant})`)
  }
}
