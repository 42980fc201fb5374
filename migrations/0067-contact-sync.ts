import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/**
 * What a program needs to keep contacts in step: its own id for each, when each changed, and which were deleted.
 * `contact_sync_point` sees all open transactions, which the role of operations cannot.
 */
export class ContactSyncMigration extends Migration {
  override up(): void {
    this.addSql(`alter table contacts add column external_id text`)
    this.addSql(`alter table contacts add column updated_at timestamptz not null default now()`)
    this.addSql(
      `create unique index contacts_external_id on contacts (tenant_id, external_id) where external_id is not null`,
    )
    this.addSql(`create index contacts_updated on contacts (tenant_id, updated_at)`)
    this.addSql(`create table deleted_contacts (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null,
      deleted_at timestamptz not null default now(),
      primary key (tenant_id, id)
    )`)
    this.addSql(`create index deleted_contacts_age on deleted_contacts (tenant_id, deleted_at)`)
    this.addSql(`alter table deleted_contacts enable row level security`)
    this.addSql(`alter table deleted_contacts force row level security`)
    this.addSql(`create policy tenant_scope on deleted_contacts using (${ofTenant}) with check (${ofTenant})`)
    this.addSql(`create function contact_sync_point() returns timestamptz language sql volatile security definer
      set search_path = pg_catalog as $$
        select least(now(), min(xact_start)) from pg_stat_activity where datname = current_database()
      $$`)
  }
}
