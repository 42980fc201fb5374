import { Migration } from '@mikro-orm/migrations'

const scope = `nullif(current_setting('app.tenant', true), '')`

/** API keys of a workspace, and the sign-ins that throttling looks at: who failed where, and from where owners came before. */
export class ApiKeysMigration extends Migration {
  override up(): void {
    this.addSql(`create table api_keys (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null,
      user_id uuid not null,
      name text not null,
      scopes text[] not null,
      token_hash bytea not null,
      token_start text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      last_used_at timestamptz,
      primary key (tenant_id, id),
      foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create unique index api_keys_token on api_keys (token_hash)`)
    this.addSql(`create table sign_in_failures (
      account_hash bytea not null,
      address_hash bytea not null,
      failed_at timestamptz not null
    )`)
    this.addSql(`create index sign_in_failures_account on sign_in_failures (account_hash, failed_at)`)
    this.addSql(`create index sign_in_failures_address on sign_in_failures (address_hash, failed_at)`)
    this.addSql(`create table known_addresses (
      address_hash bytea primary key,
      seen_at timestamptz not null
    )`)

    const rules = {
      api_keys: `tenant_id::text = ${scope} or ${scope} = '*'`,
      sign_in_failures: `${scope} = '*'`,
      known_addresses: `${scope} = '*'`,
    }
    for (const [table, rule] of Object.entries(rules)) {
      this.addSql(`alter table ${table} enable row level security`)
      this.addSql(`alter table ${table} force row level security`)
      this.addSql(`create policy tenant_scope on ${table} using (${rule}) with check (${rule})`)
    }
  }
}
