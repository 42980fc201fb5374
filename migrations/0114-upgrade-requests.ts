import { Migration } from '@mikro-orm/migrations'

/** What a workspace asks of the super admin: a higher plan, who asked, when and why. */
export class UpgradeRequestsMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table tenants add column if not exists upgrade_request jsonb`)
  }
}
