import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/** The contacts of imported sheets in the order of their rows, those that existed before too. */
export class ImportBatchesMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`create table if not exists import_batches (
      tenant_id uuid not null,
      import_id uuid not null,
      place integer not null,
      contact_ids uuid[] not null,
      primary key (tenant_id, import_id, place),
      foreign key (tenant_id, import_id) references contact_imports (tenant_id, id) on delete cascade
    )`)
    this.addSql(`alter table import_batches enable row level security`)
    this.addSql(`alter table import_batches force row level security`)
    this.addSql(`drop policy if exists tenant_scope on import_batches`)
    this.addSql(`create policy tenant_scope on import_batches using (${ofTenant}) with check (${ofTenant})`)
  }
}
