import { Migration } from '@mikro-orm/migrations'

/** When a workspace will be deleted, because an admin asked for it. */
export class WorkspaceDeletionMigration extends Migration {
  override up(): void {
    this.addSql(`alter table tenants add column deletion_at timestamptz`)
    this.addSql(`create index tenants_deletion on tenants (deletion_at) where deletion_at is not null`)
  }
}
