import { Migration } from '@mikro-orm/migrations'

/** Which sessions single sign-on opened, and sign-ins under way that confirm who somebody is in a session. */
export class SsoSessionsMigration extends Migration {
  override up(): void {
    this.addSql(`alter table sessions add column by_single_sign_on boolean not null default false`)
    this.addSql(`alter table sign_in_challenges add column by_single_sign_on boolean not null default false`)
    this.addSql(`alter table sso_attempts add column session_id uuid`)
  }
}
