import { Migration } from '@mikro-orm/migrations'

/** Finds the email that an answer names by the Message-ID that the provider gave it. */
export class VendorMessageIdsMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`create index if not exists email_logs_internet_message_id
      on email_logs (tenant_id, internet_message_id) where internet_message_id is not null`)
  }
}
