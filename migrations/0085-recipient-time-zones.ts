import { Migration } from '@mikro-orm/migrations'

/** Campaigns sent at each recipient's local time: the zone in which that time was chosen, and the recipients' zones. */
export class RecipientTimeZonesMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table campaigns add column local_time_zone text`)
    this.addSql(`alter table email_logs add column time_zone text`)
  }
}
