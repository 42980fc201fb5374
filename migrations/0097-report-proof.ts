import { Migration } from '@mikro-orm/migrations'

/**
 * Events of an email: `unproven`, a bounce report that nobody vouches for, and `unsent`, when the provider returned it because of
 * its sender. `quota_reason`: which limit the mailbox reached; null: its own.
 */
export class ReportProofMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table mail_accounts add column quota_reason text`)
    this.addSql(`alter table email_events drop constraint if exists email_events_kind_check`)
    this.addSql(`alter table email_events add constraint email_events_kind_check check (kind in
      ('open', 'click', 'unsubscribe', 'bounce', 'complaint', 'reply', 'away', 'automatic', 'unproven', 'unsent')) not valid`)
  }
}
