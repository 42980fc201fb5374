import { Migration } from '@mikro-orm/migrations'

/** Finds the contacts that were labeled since a moment. */
export class LabelTimesIndexMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`create index if not exists contact_tags_added on contact_tags (tenant_id, added_at)`)
  }
}
