import { Migration } from '@mikro-orm/migrations'

/** Which emails of an inbox could not be read, and how long the inbox itself has not been read. */
export class UnreadMailsMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table mail_accounts add column if not exists unread_mails jsonb not null default '[]'`)
    this.addSql(`alter table mail_accounts add column if not exists inbox_failures integer not null default 0`)
    this.addSql(`alter table mail_accounts add column if not exists inbox_failing_since timestamptz`)
    this.addSql(`alter table mail_accounts add column if not exists inbox_retry_at timestamptz`)
    this.addSql(
      `create index if not exists mail_accounts_unread_inboxes on mail_accounts (provider) where inbox_error is not null`,
    )
  }
}
