import { Migration } from '@mikro-orm/migrations'

/** When the approval of launches turns off by itself, and the admin who asked for that. */
export class ApprovalOffMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(
      `alter table email_settings add column if not exists approval_off_at timestamptz,
         add column if not exists approval_off_asked_by uuid`,
    )
  }
}
