import { Migration } from '@mikro-orm/migrations'

/**
 * Follow-ups: the later emails of a campaign. Each later step is a campaign of its own below the one that people see, so
 * that whatever holds for the emails of a campaign holds for them. An email says when the step after it is looked at, and a
 * follow-up until when it may leave.
 */
export class FollowUpsMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table campaigns
      add column parent_id uuid,
      add column step smallint not null default 1,
      add column last_step smallint not null default 1,
      add column wait_days smallint,
      add column time_of_day text,
      add column time_zone text,
      add column condition text,
      add column condition_link text,
      add column following_since timestamptz`)
    this.addSql(`alter table campaigns add constraint campaigns_parent
      foreign key (tenant_id, parent_id) references campaigns (tenant_id, id) on delete cascade not valid`)
    this.addSql(`alter table campaigns validate constraint campaigns_parent`)
    this.addSql(
      `create unique index if not exists campaigns_steps on campaigns (tenant_id, parent_id, step) where parent_id is not null`,
    )
    this.addSql(`alter table email_logs
      add column next_step_at timestamptz,
      add column leave_until timestamptz,
      add column follow_ups_stopped_at timestamptz`)
    this.addSql(`create index if not exists email_logs_next_step on email_logs (tenant_id, campaign_id, next_step_at)
      where next_step_at is not null`)
  }
}
