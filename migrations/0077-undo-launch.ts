import { Migration } from '@mikro-orm/migrations'

/** A launch that can be undone: until when. */
export class UndoLaunchMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table campaigns add column undo_until timestamptz`)
  }
}
