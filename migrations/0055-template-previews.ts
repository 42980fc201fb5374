import { Migration } from '@mikro-orm/migrations'

/** What a template says, shortened when it is saved instead of whenever it is listed. Null: not made yet. */
export class TemplatePreviewsMigration extends Migration {
  override up(): void {
    this.addSql(`alter table templates add column preview text`)
  }
}
