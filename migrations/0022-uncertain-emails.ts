import { Migration } from '@mikro-orm/migrations'

/** Uncertain emails are listed across campaigns, and there are few of them: the list must not read every failed email. */
export class UncertainEmailsMigration extends Migration {
  override up(): void {
    this.addSql(`create index email_logs_uncertain on email_logs (tenant_id, id)
      where status = 'failed' and error like 'UNCERTAIN%'`)
  }
}
