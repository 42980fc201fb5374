import { Migration } from '@mikro-orm/migrations'

/** Campaigns whose replies go to another mailbox, so that it is read too. */
export class RepliesElsewhereMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`create index if not exists campaigns_reply_to on campaigns (tenant_id, (coalesce(sent_at, 'infinity')))
      where coalesce(reply_to, from_address) is not null and started_at is not null`)
  }
}
