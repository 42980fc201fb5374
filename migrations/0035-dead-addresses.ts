import { Migration } from '@mikro-orm/migrations'

/** What the rule about addresses that never existed needs: what is known of deleted emails, and an admin's acceptance. */
export class DeadAddressesMigration extends Migration {
  override up(): void {
    this.addSql(`alter table earlier_departures add column is_dead boolean not null default false`)
    this.addSql(`alter table mail_accounts add column bounces_accepted_at timestamptz`)
  }
}
