import { Migration } from '@mikro-orm/migrations'

/**
 * A mailbox that its organisation refused the higher level remembers that it wants it, and when that was last tried. `directory` is the
 * organisation at Microsoft, which an administrator's consent names; of mailboxes connected before it is unknown.
 */
export class PermissionLevelsMigration extends Migration {
  override up(): void {
    this.addSql(`alter table mail_accounts
      add column directory text,
      add column wanted_level text check (wanted_level = 'full'),
      add column level_tried_at timestamptz`)
    this.addSql(`create index mail_accounts_wanting on mail_accounts (directory) where wanted_level is not null`)
    this.addSql(`alter table sign_in_attempts
      add column level text not null default 'send' check (level in ('send', 'full')),
      add column mail_account_id uuid`)
  }
}
