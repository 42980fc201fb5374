import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/**
 * Recipients who are out of office, and replies as messages to work on. `away_until`: the day they are back;
 * `away_dated`: whether their note named it. Of a reply only ids, its time and its sender are stored.
 */
export class RepliesMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table email_logs add column away_until timestamptz, add column away_dated boolean`)
    this.addSql(`alter table campaigns add column away_count integer not null default 0`)
    this.addSql(`alter table email_events drop constraint if exists email_events_kind_check`)
    this.addSql(`alter table email_events add constraint email_events_kind_check
      check (kind in ('open', 'click', 'unsubscribe', 'bounce', 'complaint', 'reply', 'away', 'automatic')) not valid`)
    this.addSql(`alter table email_events validate constraint email_events_kind_check`)
    this.addSql(`create table replies (
      tenant_id uuid not null,
      id uuid not null,
      campaign_id uuid not null,
      log_id uuid not null,
      mail_account_id uuid,
      message_id text not null,
      from_email text not null,
      received_at timestamptz not null,
      assignee_id uuid,
      done_at timestamptz,
      done_by uuid,
      primary key (tenant_id, id),
      unique (tenant_id, log_id, message_id),
      foreign key (tenant_id, campaign_id) references campaigns (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create index replies_open on replies (tenant_id, id) where done_at is null`)
    this.addSql(`create index replies_campaign on replies (tenant_id, campaign_id, id)`)
    this.addSql(`create index replies_assignee on replies (tenant_id, assignee_id, id) where assignee_id is not null`)
    this.addSql(`alter table replies enable row level security`)
    this.addSql(`alter table replies force row level security`)
    this.addSql(`create policy tenant_scope on replies using (${ofTenant}) with check (${ofTenant})`)
  }
}
