import { Migration } from '@mikro-orm/migrations'

/** What failed is counted apart from what was tried: a mailbox that is told to wait says nothing of the mail. */
export class FailuresMigration extends Migration {
  override up(): void {
    this.addSql(`alter table email_logs add column failures integer not null default 0`)
  }
}
