import { Migration } from '@mikro-orm/migrations'

const scope = `nullif(current_setting('app.tenant', true), '')`

/** Where this database last was, so that a restored or copied one is noticed; and the mailboxes to search when it is. */
export class InstallationMigration extends Migration {
  override up(): void {
    this.addSql(`create table installation (
      single boolean primary key default true check (single),
      id uuid not null default gen_random_uuid(),
      incarnation integer not null default 1,
      beats bigint not null default 0,
      beat_at timestamptz,
      system_identifier text,
      timeline bigint,
      database_oid bigint,
      restored_at timestamptz,
      restored_because text
    )`)
    this.addSql(`insert into installation default values`)

    this.addSql(`create table mailbox_searches (
      tenant_id uuid not null,
      mail_account_id uuid not null,
      since timestamptz not null,
      outcome text check (outcome in ('searched', 'unreadable')),
      found integer not null default 0,
      failures integer not null default 0,
      retry_at timestamptz,
      primary key (tenant_id, mail_account_id),
      foreign key (tenant_id, mail_account_id) references mail_accounts (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create index mailbox_searches_open on mailbox_searches (tenant_id) where outcome is null`)

    const rules = { installation: `${scope} = '*'`, mailbox_searches: `tenant_id::text = ${scope} or ${scope} = '*'` }
    for (const [table, rule] of Object.entries(rules)) {
      this.addSql(`alter table ${table} enable row level security`)
      this.addSql(`alter table ${table} force row level security`)
      this.addSql(`create policy tenant_scope on ${table} using (${rule}) with check (${rule})`)
    }
  }
}
