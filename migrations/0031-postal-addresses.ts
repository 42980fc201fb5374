import { Migration } from '@mikro-orm/migrations'

/** The postal address that every campaign email of a workspace ends with. */
export class PostalAddressesMigration extends Migration {
  override up(): void {
    this.addSql(`alter table email_settings add column postal_address text check (length(postal_address) <= 300)`)
  }
}
