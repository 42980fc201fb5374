import { Migration } from '@mikro-orm/migrations'

/**
 * What an email says beside its content: language, sender name, Reply-To, CC and BCC of a campaign, the company and
 * language of a workspace, the signature of a mailbox. Null: the default.
 */
export class WritingMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table campaigns
      add column language text, add column from_name text, add column reply_to text, add column cc text, add column bcc text`)
    this.addSql(`alter table email_settings add column language text, add column company_name text`)
    this.addSql(`alter table mail_accounts add column signature text`)
  }
}
