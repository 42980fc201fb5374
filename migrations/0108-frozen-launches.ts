import { Migration } from '@mikro-orm/migrations'

/** Signatures, language and footer of a campaign's emails, fixed at its launch. */
export class FrozenLaunchesMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table campaigns add column if not exists frozen jsonb`)
  }
}
