import { Migration } from '@mikro-orm/migrations'

/** Campaigns that are sent to each contact who enters a segment. */
export class SegmentRepeatsMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table campaign_repeats add column if not exists segment_id uuid`)
  }
}
