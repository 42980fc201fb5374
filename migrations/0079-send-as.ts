import { Migration } from '@mikro-orm/migrations'

/**
 * Other addresses that a mailbox can send from (aliases and shared mailboxes), the one that a campaign is sent from, and
 * whether a sign-in asked for permission to send from shared mailboxes.
 */
export class SendAsMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table mail_accounts add column send_as jsonb not null default '[]'`)
    this.addSql(`alter table campaigns add column from_address text`)
    this.addSql(`alter table sign_in_attempts add column shared boolean not null default false`)
  }
}
