import { Migration } from '@mikro-orm/migrations'

/** Checks the kinds of events that the migration before allows: apart from it, since this reads the whole table. */
export class EventKindsCheckedMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table email_events validate constraint email_events_kind_check`)
  }
}
