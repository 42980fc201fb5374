import { Migration } from '@mikro-orm/migrations'

/** Indexes over the moments of a campaign's mails: what is drawn over time is counted without reading the mails themselves. */
export class CampaignFiguresMigration extends Migration {
  override up(): void {
    for (const [name, column, rows] of [
      ['left', 'sent_at', 'sent_at is not null'],
      ['opened', 'opened_at', 'opened_at is not null'],
      ['clicked', 'clicked_at', 'clicked_at is not null'],
      ['machine_opened', 'machine_opened_at', 'machine_opened_at is not null and opened_at is null'],
    ]) {
      this.addSql(`create index email_logs_${name} on email_logs (tenant_id, campaign_id, ${column}) where ${rows}`)
    }
  }
}
