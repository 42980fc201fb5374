import { Migration } from '@mikro-orm/migrations'

const SYSTEM = `nullif(current_setting('app.tenant', true), '') = '*'`

/**
 * Emails under way are found by their mailbox, whatever the status of their campaign. Circuit breakers (api/sending/breaker.ts): of a
 * mailbox whose provider is down (outage), of a mailbox whose sending breaks off (breakdown), and of a provider.
 */
export class OutagesMigration extends Migration {
  override up(): void {
    this.addSql(`create index email_logs_under_way on email_logs (tenant_id, mail_account_id) where status = 'sending'`)
    this.addSql(`alter table mail_accounts add column outage jsonb, add column breakdown jsonb`)
    this.addSql(`create table provider_outages (
      provider text primary key check (provider in ('microsoft', 'google')),
      outage jsonb,
      mailboxes jsonb not null default '{}'
    )`)
    this.addSql(`insert into provider_outages (provider) values ('microsoft'), ('google')`)
    this.addSql(`alter table provider_outages enable row level security`)
    this.addSql(`alter table provider_outages force row level security`)
    this.addSql(`create policy tenant_scope on provider_outages using (${SYSTEM}) with check (${SYSTEM})`)
  }
}
