import { Migration } from '@mikro-orm/migrations'
import { ACCOUNTS } from './initial/accounts.ts'
import { AUDIT } from './initial/audit.ts'
import { CAMPAIGNS } from './initial/campaigns.ts'
import { CONTACTS } from './initial/contacts.ts'
import { EMAILS } from './initial/emails.ts'
import { INSTALLATION } from './initial/installation.ts'
import { MAILBOXES } from './initial/mailboxes.ts'
import { ROW_LEVEL_SECURITY } from './initial/row-level-security.ts'
import { TENANTS } from './initial/tenants.ts'

const PREPARATION = [
  `do $$ begin
    create extension if not exists pg_trgm;
  exception when insufficient_privilege or feature_not_supported or undefined_file then null; end $$`,
  // Sets a variable for the rest of the transaction. On a cluster api/platform/database/distribution replaces it by one that
  // reaches the shards.
  `create function app_set(name text, value text) returns text language sql as
      $$ select pg_catalog.set_config(name, value, true) $$`,
]

/** Everything that release 1.0.0 stores, in files by noun. The order matters: tables before those that refer to them. */
export class InitialMigration extends Migration {
  override up(): void {
    for (const sql of [
      ...PREPARATION,
      ...INSTALLATION,
      ...TENANTS,
      ...ACCOUNTS,
      ...MAILBOXES,
      ...CONTACTS,
      ...CAMPAIGNS,
      ...EMAILS,
      ...AUDIT,
      ...ROW_LEVEL_SECURITY,
    ])
      this.addSql(sql)
  }
}
