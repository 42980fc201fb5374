import { Migration } from '@mikro-orm/migrations'

/**
 * What a server of one machine and a cluster sharded by tenant have in common: no operator class of our own, and no key
 * of a tenant's table without the tenant. `app_set` sets a variable for the rest of the transaction; on a cluster,
 * {@link file://../api/platform/distribution/distribute.ts} replaces it by one that reaches the shards. The operator
 * `~~@` stays for processes of the previous version.
 */
export class DistributableMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`create or replace function app_set(name text, value text) returns text language sql as
      $$ select pg_catalog.set_config(name, value, true) $$`)
    this.addSql(`drop index if exists contacts_search`)
    this.addSql(`drop operator class if exists contact_search_ops using gin`)
    this.addSql(`do $$ begin
      create index if not exists contacts_search on contacts using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 16384);
    exception when undefined_object then null; end $$`)
    this.addSql(`create unique index if not exists images_token_of_tenant on images (tenant_id, token)`)
    this.addSql(`create index if not exists images_by_token on images (token)`)
    this.addSql(`drop index if exists images_token`)
  }
}
