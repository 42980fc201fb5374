import { Migration } from '@mikro-orm/migrations'

/** Counts the recipients of a campaign who were left out on purpose. */
export class LeftOutMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`create index if not exists email_logs_left_out on email_logs (tenant_id, campaign_id)
      where status = 'failed' and (failure_code = 'SUPPRESSED' or error like 'WEEKLY_CEILING%')`)
  }
}
