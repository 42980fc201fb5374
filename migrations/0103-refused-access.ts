import { Migration } from '@mikro-orm/migrations'

/** A sign-in that its provider refused, but may accept again; and a provider that refuses the whole application. */
export class RefusedAccessMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table mail_accounts add column if not exists sign_in_doubt jsonb`)
    this.addSql(`alter table provider_outages add column if not exists registration jsonb`)
  }
}
