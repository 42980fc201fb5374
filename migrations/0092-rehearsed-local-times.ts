import { Migration } from '@mikro-orm/migrations'

/** Rehearsals of launches at the recipients' local times. */
export class RehearsedLocalTimesMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table campaign_rehearsals add column local_time_zone text`)
  }
}
