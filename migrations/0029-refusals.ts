import { Migration } from '@mikro-orm/migrations'

/** The codes that our own error texts begin with; any other text is a provider's. */
const CODE = `case when error is not null then coalesce(
  substring(error from '^(UNCERTAIN|NOT_SENT|SUPPRESSED|CANCELLED|EXPIRED_TOKEN|SIGN_IN_REFUSED|NON_DELIVERY_[A-Z]+)'), 'PROVIDER') end`

/**
 * A used-up quota is told from throttling, and a sign-in that is refused although its grant works from one whose grant
 * has expired.
 */
export class RefusalsMigration extends Migration {
  override up(): void {
    this.addSql(`alter table mail_accounts add column quota_until timestamptz`)
    this.addSql(`drop index email_logs_uncertain`)
    for (const table of ['email_logs', 'test_mails']) {
      this.addSql(`alter table ${table} drop column failure_code`)
      this.addSql(`alter table ${table} add column failure_code text generated always as (${CODE}) stored`)
    }
    this.addSql(`create index email_logs_uncertain on email_logs (tenant_id, id)
      where status = 'failed' and failure_code = 'UNCERTAIN'`)
  }
}
