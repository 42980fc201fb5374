import { Migration } from '@mikro-orm/migrations'

/** Replies that go to another mailbox of the workspace, because of Reply-To or From. */
export class ReplyMailboxesMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table campaigns add column if not exists reply_mailboxes uuid[] not null default '{}'`)
    this.addSql(`create index if not exists campaigns_reply_mailboxes on campaigns (tenant_id, sent_at)
      where parent_id is null and reply_mailboxes <> '{}'`)
  }
}
