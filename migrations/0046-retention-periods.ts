import { Migration } from '@mikro-orm/migrations'

/** For how long a workspace keeps what it sent and to whom, and how far each campaign is with that. */
export class RetentionPeriodsMigration extends Migration {
  override up(): void {
    for (const what of ['contents', 'recipients']) {
      this.addSql(`alter table email_settings add column ${what}_kept_days integer check (${what}_kept_days >= 30)`)
      this.addSql(`alter table campaigns add column ${what}_deleted_at timestamptz`)
    }
    this.addSql(`create index email_settings_retention on email_settings (tenant_id)
      where contents_kept_days is not null or recipients_kept_days is not null`)
  }
}
