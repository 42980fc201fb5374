import { Migration } from '@mikro-orm/migrations'

/** The codes that our own error texts begin with; any other text is a provider's. */
const CODE = `case when error is not null then coalesce(
  substring(error from '^(UNCERTAIN|NOT_SENT|SUPPRESSED|CANCELLED|EXPIRED_TOKEN|NON_DELIVERY_[A-Z]+)'), 'PROVIDER') end`

/** Failures are found by their code: the column follows the text, so that the two cannot disagree. */
export class FailureCodesMigration extends Migration {
  override up(): void {
    for (const table of ['email_logs', 'test_mails']) {
      this.addSql(`alter table ${table} add column failure_code text generated always as (${CODE}) stored`)
    }
    this.addSql(`drop index email_logs_uncertain`)
    this.addSql(`create index email_logs_uncertain on email_logs (tenant_id, id)
      where status = 'failed' and failure_code = 'UNCERTAIN'`)
  }
}
