import { Migration } from '@mikro-orm/migrations'

/** Gives earlier imports the contacts that they added; their ids are in the order of the rows. */
export class EarlierImportBatchesMigration extends Migration {
  override up(): void {
    this.addSql(`insert into import_batches (tenant_id, import_id, place, contact_ids)
      select tenant_id, import_id, place, array_agg(id order by id) from (
        select c.tenant_id, c.import_id, c.id,
          ((row_number() over (partition by c.tenant_id, c.import_id order by c.id) - 1) / 2000)::integer as place
        from contacts c join contact_imports i on i.tenant_id = c.tenant_id and i.id = c.import_id) as numbered
      group by tenant_id, import_id, place on conflict do nothing`)
  }
}
