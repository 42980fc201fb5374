import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const SYSTEM = `nullif(${setting}, '') = '*'`
const TENANT = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/**
 * Ledgers that several mailboxes share, across workspaces: emails or quota units per ledger and bucket of time
 * (decision 0032). A disconnected mailbox leaves its id behind, under which its emails were recorded.
 */
export class SharedLedgersMigration extends Migration {
  override up(): void {
    this.addSql(`create table ledger_counts (
      ledger text not null,
      seconds integer not null,
      bucket timestamptz not null,
      units bigint not null,
      primary key (ledger, seconds, bucket)
    )`)
    this.addSql(`create table former_mailboxes (
      tenant_id uuid not null references tenants (id) on delete cascade,
      provider text not null check (provider in ('microsoft', 'google')),
      subject text not null,
      mail_account_id uuid not null,
      disconnected_at timestamptz not null,
      primary key (tenant_id, provider, subject)
    )`)
    this.addSql(`create index former_mailboxes_subject on former_mailboxes (provider, subject)`)
    for (const [table, rule] of Object.entries({ ledger_counts: SYSTEM, former_mailboxes: TENANT })) {
      this.addSql(`alter table ${table} enable row level security`)
      this.addSql(`alter table ${table} force row level security`)
      this.addSql(`create policy tenant_scope on ${table} using (${rule}) with check (${rule})`)
    }
    this.addSql(`alter table test_mails drop constraint test_mails_tenant_id_mail_account_id_fkey`)
    this.addSql(`alter table email_settings
      add column organisation_licences integer check (organisation_licences > 0),
      add column organisation_limit integer check (organisation_limit > 0),
      add column organisation_headroom integer not null default 20 check (organisation_headroom between 0 and 90)`)
  }
}
