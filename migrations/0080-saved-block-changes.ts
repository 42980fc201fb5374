import { Migration } from '@mikro-orm/migrations'

/** When a saved block was last changed (null: never), and a workspace's logo, colours and fonts (null: none). */
export class SavedBlockChangesMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table saved_blocks add column updated_at timestamptz`)
    this.addSql(`alter table email_settings add column brand_kit jsonb`)
  }
}
