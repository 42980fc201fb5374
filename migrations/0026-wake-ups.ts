import { Migration } from '@mikro-orm/migrations'

/**
 * Why nothing is sent is computed whenever it is read. What stays: the cause of a pause, when the scheduler wakes a mailbox for a
 * campaign, the engine's forecast, and when a worker last left a mailbox alone because its clock was wrong.
 */
export class WakeUpsMigration extends Migration {
  override up(): void {
    this.addSql(`alter table campaign_mailboxes drop column status_reason`)
    this.addSql(`alter table campaign_mailboxes rename column resumes_at to wakes_at`)
    this.addSql(`alter table campaigns drop column resumes_at, drop column finishes_at`)
    this.addSql(`update campaigns set status_reason = null where status <> 'paused'`)
    this.addSql(`alter table campaigns rename column status_reason to paused_because`)
    this.addSql(
      `alter table campaigns add constraint campaigns_paused_because check (paused_because is null or status = 'paused')`,
    )
    this.addSql(`alter table mail_accounts add column clock_wrong_at timestamptz`)
  }
}
