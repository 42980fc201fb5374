import { Migration } from '@mikro-orm/migrations'

/** Since when a workspace is new and has small daily limits; null = it is known. Existing workspaces are known. */
export class ProbationMigration extends Migration {
  override up(): void {
    this.addSql(`alter table tenants add column probation_since timestamptz`)
  }
}
