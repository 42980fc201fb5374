import { Migration } from '@mikro-orm/migrations'

/**
 * What it takes to settle doubtful emails: what a draft's mailbox has said and when it is asked next, where drafts may lie that we have no
 * id of, and whether a workspace sends again when in doubt.
 */
export class DeliveryMigration extends Migration {
  override up(): void {
    this.addSql(`alter table email_logs
      add column draft_history jsonb not null default '[]',
      add column look_at timestamptz`)
    this.addSql(`alter table mail_accounts
      add column stray_drafts_since timestamptz,
      add column stray_drafts_until timestamptz`)
    this.addSql(`alter table email_settings add column send_again_in_doubt boolean not null default false`)
  }
}
