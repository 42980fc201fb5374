import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/** Campaigns that are sent again and again, who got which of them, and the campaigns that their runs made. */
export class RepeatsMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`create table campaign_repeats (
      tenant_id uuid not null,
      campaign_id uuid not null,
      user_id uuid not null,
      mail_account_ids uuid[] not null,
      kind text not null,
      label text,
      field text,
      offset_days integer not null,
      is_yearly boolean not null,
      date_order text,
      day_of_month integer,
      time_of_day text not null,
      time_zone text not null,
      on_working_days boolean not null,
      includes_existing boolean not null,
      is_on boolean not null,
      next_run_at timestamptz,
      since timestamptz,
      handled_day timestamptz not null,
      looked_at timestamptz,
      skipped_count integer not null default 0,
      skipped_at timestamptz,
      off_because text,
      off_at timestamptz,
      created_at timestamptz not null,
      primary key (tenant_id, campaign_id),
      foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create index campaign_repeats_due on campaign_repeats (next_run_at) where is_on`)
    this.addSql(`create table campaign_repeat_people (
      tenant_id uuid not null,
      campaign_id uuid not null,
      occasion integer not null,
      contact_id uuid not null,
      email_key text not null,
      run_id uuid,
      primary key (tenant_id, campaign_id, occasion, contact_id),
      unique (tenant_id, campaign_id, occasion, email_key),
      foreign key (tenant_id, campaign_id) references campaign_repeats (tenant_id, campaign_id) on delete cascade
    )`)
    this.addSql(`create index campaign_repeat_people_address on campaign_repeat_people (tenant_id, email_key)`)
    for (const table of ['campaign_repeats', 'campaign_repeat_people']) {
      this.addSql(`alter table ${table} enable row level security`)
      this.addSql(`alter table ${table} force row level security`)
      this.addSql(`create policy tenant_scope on ${table} using (${ofTenant}) with check (${ofTenant})`)
    }
    this.addSql(`alter table campaigns add column repeat_of uuid, add column repeat_at timestamptz`)
    this.addSql(`create unique index campaigns_repeat_run on campaigns (tenant_id, repeat_of, repeat_at)
      where repeat_of is not null`)
  }
}
