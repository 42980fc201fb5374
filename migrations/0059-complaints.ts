import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/** Complaints in the history of an email, and what became of emails after their campaign was deleted. */
export class ComplaintsMigration extends Migration {
  override up(): void {
    this.addSql(`alter table email_events drop constraint if exists email_events_kind_check`)
    this.addSql(`alter table email_events add constraint email_events_kind_check
      check (kind in ('open', 'click', 'unsubscribe', 'bounce', 'complaint', 'reply')) not valid`)
    this.addSql(`alter table email_events validate constraint email_events_kind_check`)
    this.addSql(
      `create index suppressions_complaints on suppressions (tenant_id, created_at) where reason = 'complained'`,
    )
    this.addSql(`create table past_outcomes (
      tenant_id uuid not null,
      day date not null,
      mail_account_id uuid not null,
      sent integer not null default 0,
      bounced integer not null default 0,
      refused integer not null default 0,
      unsubscribed integer not null default 0,
      complained integer not null default 0,
      withdrawn_complaints integer not null default 0,
      primary key (tenant_id, day, mail_account_id)
    )`)
    this.addSql(`alter table past_outcomes enable row level security`)
    this.addSql(`alter table past_outcomes force row level security`)
    this.addSql(`create policy tenant_scope on past_outcomes using (${ofTenant}) with check (${ofTenant})`)
  }
}
