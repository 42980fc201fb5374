import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`

/** What left, or may have left, for a recipient before the mail was sent to them again: each attempt counts in the ledger of its mailbox. */
export class RepeatedMailsMigration extends Migration {
  override up(): void {
    this.addSql(`create table repeated_mails (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null default gen_random_uuid(),
      mail_account_id uuid not null,
      attempted_at timestamptz not null,
      is_certain boolean not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, mail_account_id) references mail_accounts (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create index repeated_mails_ledger on repeated_mails (tenant_id, mail_account_id, attempted_at)`)
    this.addSql(`create index repeated_mails_workspace on repeated_mails (tenant_id, attempted_at)`)
    const rule = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`
    this.addSql(`alter table repeated_mails enable row level security`)
    this.addSql(`alter table repeated_mails force row level security`)
    this.addSql(`create policy tenant_scope on repeated_mails using (${rule}) with check (${rule})`)
  }
}
