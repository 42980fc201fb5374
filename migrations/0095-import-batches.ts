import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/**
 * The contacts of imported sheets in the order of their rows, those that existed before too. Earlier imports get the
 * contacts that they added; their ids are in the order of the rows.
 */
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
    this.addSql(`insert into import_batches (tenant_id, import_id, place, contact_ids)
      select tenant_id, import_id, place, array_agg(id order by id) from (
        select c.tenant_id, c.import_id, c.id,
          ((row_number() over (partition by c.tenant_id, c.import_id order by c.id) - 1) / 2000)::integer as place
        from contacts c join contact_imports i on i.tenant_id = c.tenant_id and i.id = c.import_id) as numbered
      group by tenant_id, import_id, place on conflict do nothing`)
  }
}
