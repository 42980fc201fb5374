import { Migration } from '@mikro-orm/migrations'

/** What the emails of a launched campaign contain of its mailboxes and its workspace, as it was at the launch. */
export class FrozenLaunchesMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table campaigns add column if not exists frozen jsonb`)
  }
}
