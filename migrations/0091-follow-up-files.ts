import { Migration } from '@mikro-orm/migrations'

/** Follow-ups that attach the files of their campaign again. */
export class FollowUpFilesMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table campaigns add column if not exists attaches_files boolean not null default false`)
  }
}
