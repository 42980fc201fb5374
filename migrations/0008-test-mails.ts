import { Migration } from '@mikro-orm/migrations'

const scope = `nullif(current_setting('app.tenant', true), '')`

/** Test mails that people sent themselves: they leave a mailbox and count like any other. */
export class TestMailsMigration extends Migration {
  override up(): void {
    this.addSql(`create table test_mails (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null,
      user_id uuid not null,
      mail_account_id uuid not null,
      email text not null,
      status text not null check (status in ('sending', 'sent', 'failed')),
      attempted_at timestamptz not null,
      error text,
      primary key (tenant_id, id),
      foreign key (tenant_id, mail_account_id) references mail_accounts (tenant_id, id) on delete cascade
    )`)
    this.addSql(`create index test_mails_ledger on test_mails (tenant_id, mail_account_id, attempted_at)`)
    this.addSql(`create index test_mails_person on test_mails (tenant_id, user_id, attempted_at)`)
    const rule = `tenant_id::text = ${scope} or ${scope} = '*'`
    this.addSql(`alter table test_mails enable row level security`)
    this.addSql(`alter table test_mails force row level security`)
    this.addSql(`create policy tenant_scope on test_mails using (${rule}) with check (${rule})`)
    // Files are read piece by piece; compressed, each piece would cost the whole.
    this.addSql(`alter table attachments alter column content set storage external`)
  }
}
