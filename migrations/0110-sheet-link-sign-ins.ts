import { Migration } from '@mikro-orm/migrations'

/** Whether a live link of a spreadsheet was created in a session that single sign-on opened. */
export class SheetLinkSignInsMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`alter table sheet_links add column if not exists by_single_sign_on boolean not null default false`)
  }
}
