import { Migration } from '@mikro-orm/migrations'

/** What a second person approved of each email: its fingerprint, and the recipient's own files. */
export class ApprovedSealsMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(
      `alter table email_logs add column if not exists approved_seal bytea, add column if not exists file_ids uuid[]`,
    )
  }
}
