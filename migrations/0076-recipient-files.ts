import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/** A file of their own for each recipient of a campaign, encrypted, found by a name with merge tags. */
export class RecipientFilesMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table campaigns add column file_pattern text, add column files_kept_days integer`)
    this.addSql(`create table recipient_files (
      tenant_id uuid not null,
      id uuid not null,
      campaign_id uuid not null,
      name text not null,
      name_key text not null,
      content_type text not null,
      size integer not null,
      sealed_content bytea not null,
      created_at timestamptz not null default now(),
      primary key (tenant_id, id),
      unique (tenant_id, campaign_id, name_key),
      foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade
    )`)
    this.addSql(`alter table recipient_files alter column sealed_content set storage external`)
    this.addSql(`alter table recipient_files enable row level security`)
    this.addSql(`alter table recipient_files force row level security`)
    this.addSql(`create policy tenant_scope on recipient_files using (${ofTenant}) with check (${ofTenant})`)
  }
}
