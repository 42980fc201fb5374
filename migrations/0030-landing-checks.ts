import { Migration } from '@mikro-orm/migrations'

/** The last email that a mailbox sent to itself to see how it arrives, and what was found. */
export class LandingChecksMigration extends Migration {
  override up(): void {
    this.addSql(`alter table mail_accounts add column landing_check jsonb`)
  }
}
