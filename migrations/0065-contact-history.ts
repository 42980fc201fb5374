import { Migration } from '@mikro-orm/migrations'

/** The emails of a contact, newest first. */
export class ContactHistoryMigration extends Migration {
  override up(): void {
    this.addSql(`create index email_logs_contact on email_logs (tenant_id, contact_id, id)`)
  }
}
