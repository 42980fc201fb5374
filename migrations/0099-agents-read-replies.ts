import { Migration } from '@mikro-orm/migrations'

/** Whether programs with an API key may read the text of replies in Gmail mailboxes. */
export class AgentsReadRepliesMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(
      `alter table email_settings add column if not exists agents_read_gmail_replies boolean not null default false`,
    )
  }
}
