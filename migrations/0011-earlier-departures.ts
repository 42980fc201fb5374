import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`

/**
 * What left a mailbox, or may have left, and of which no other row tells any more: the mail was sent again, or its campaign was deleted. It
 * counts in the ledger all the same, for its workspace even when the mailbox is gone.
 */
export class EarlierDeparturesMigration extends Migration {
  override up(): void {
    this.addSql(`create table earlier_departures (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null default gen_random_uuid(),
      mail_account_id uuid not null,
      attempted_at timestamptz not null,
      is_certain boolean not null,
      primary key (tenant_id, id)
    )`)
    this.addSql(
      `create index earlier_departures_ledger on earlier_departures (tenant_id, mail_account_id, attempted_at)`,
    )
    this.addSql(`create index earlier_departures_workspace on earlier_departures (tenant_id, attempted_at)`)
    const rule = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`
    this.addSql(`alter table earlier_departures enable row level security`)
    this.addSql(`alter table earlier_departures force row level security`)
    this.addSql(`create policy tenant_scope on earlier_departures using (${rule}) with check (${rule})`)
  }
}
