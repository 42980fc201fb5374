import { Migration } from '@mikro-orm/migrations'

/** Until which time a mailbox's accepted emails were looked for among its drafts. */
export class CheckedDraftsMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table mail_accounts add column if not exists drafts_checked_at timestamptz`)
  }
}
