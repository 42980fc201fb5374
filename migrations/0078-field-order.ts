import { Migration } from '@mikro-orm/migrations'

/** The custom fields of an imported sheet, in the order of its columns. Null for imports before. */
export class FieldOrderMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table contact_imports add column field_names text[]`)
  }
}
