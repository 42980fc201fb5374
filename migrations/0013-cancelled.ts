import { Migration } from '@mikro-orm/migrations'

/** A campaign can be cancelled while mails are under way: those that come back are then not sent either. */
export class CancelledMigration extends Migration {
  override up(): void {
    this.addSql(`alter table campaigns add column cancelled_at timestamptz`)
  }
}
