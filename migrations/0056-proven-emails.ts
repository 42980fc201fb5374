import { Migration } from '@mikro-orm/migrations'

/** Which workspaces wait for an admin to confirm their address before they send. Those that exist do not. */
export class ProvenEmailsMigration extends Migration {
  override up(): void {
    this.addSql(`alter table tenants add column awaits_proven_email boolean not null default false`)
  }
}
