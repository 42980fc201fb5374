import { Migration } from '@mikro-orm/migrations'

/**
 * When each label was put on its contact; null for labels from before. A new label counts as a change of its contact
 * without writing the contact: that would rewrite its row in every index.
 */
export class LabelTimesMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table contact_tags add column if not exists added_at timestamptz`)
    this.addSql(`alter table contact_tags alter column added_at set default now()`)
  }
}
