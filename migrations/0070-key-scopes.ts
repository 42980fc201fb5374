import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/** What the three scopes of before allowed, in scopes by noun and verb. */
const SCOPES: Record<string, string> = {
  read: 'contacts:read,suppressions:read,campaigns:read,templates:read,mailboxes:read,settings:read',
  write: 'contacts:write,campaigns:write,templates:write,mailboxes:write',
  send: 'campaigns:send',
}

/**
 * Service accounts, which belong to the workspace; API keys that belong to one, that work only from some addresses, and
 * whose scopes are by noun and verb.
 */
export class KeyScopesMigration extends Migration {
  override up(): void {
    this.addSql(`create table service_accounts (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null,
      name text not null,
      created_at timestamptz not null,
      primary key (tenant_id, id)
    )`)
    this.addSql(`create unique index service_accounts_name on service_accounts (tenant_id, lower(name))`)
    this.addSql(`alter table service_accounts enable row level security`)
    this.addSql(`alter table service_accounts force row level security`)
    this.addSql(`create policy tenant_scope on service_accounts using (${ofTenant}) with check (${ofTenant})`)

    this.addSql(`alter table api_keys
      alter user_id drop not null,
      add service_account_id uuid,
      add allowed_addresses text[] not null default '{}',
      add foreign key (tenant_id, service_account_id) references service_accounts (tenant_id, id) on delete cascade,
      add constraint api_keys_owner check (num_nonnulls(user_id, service_account_id) = 1)`)
    for (const [before, after] of Object.entries(SCOPES)) {
      this.addSql(`update api_keys set scopes = array_remove(scopes, '${before}') || string_to_array('${after}', ',')
        where '${before}' = any (scopes)`)
    }
  }
}
