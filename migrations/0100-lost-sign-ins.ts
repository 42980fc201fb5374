import { Migration } from '@mikro-orm/migrations'

/** When a mailbox last lost its sign-in at the provider, and how long that sign-in had worked. Kept after a reconnect. */
export class LostSignInsMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table mail_accounts add column if not exists lost_at timestamptz`)
    this.addSql(`alter table mail_accounts add column if not exists lost_after_seconds integer`)
  }
}
