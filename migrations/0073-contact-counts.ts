import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/**
 * The number of a workspace's contacts, as changes that add up to it. A trigger keeps them: each statement folds the rows
 * that no other transaction holds into a new one, so that none waits and few rows remain. Its statements suit a shard
 * as well.
 */
export class ContactCountsMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`create table contact_counts (
      tenant_id uuid not null references tenants (id) on delete cascade,
      id uuid not null,
      change bigint not null,
      primary key (tenant_id, id)
    )`)
    this.addSql(`alter table contact_counts enable row level security`)
    this.addSql(`alter table contact_counts force row level security`)
    this.addSql(`create policy tenant_scope on contact_counts using (${ofTenant}) with check (${ofTenant})`)
    this.addSql(`create or replace function count_contacts() returns trigger language plpgsql as $$
      declare
        part record;
        folded bigint;
      begin
        for part in
          select tenant_id, case tg_op when 'INSERT' then count(*) else -count(*) end as change from changed group by tenant_id
        loop
          -- The workspace may be gone: its contacts then go because of it.
          if not exists (select from public.tenants where id = part.tenant_id) then continue; end if;
          with free as (select id from public.contact_counts where tenant_id = part.tenant_id for update skip locked),
            gone as (delete from public.contact_counts c using free where c.tenant_id = part.tenant_id and c.id = free.id returning c.change)
            select coalesce(sum(change), 0) into folded from gone;
          insert into public.contact_counts (tenant_id, id, change) values (part.tenant_id, gen_random_uuid(), folded + part.change);
        end loop;
        return null;
      end $$`)
    // Citus refuses triggers on sharded tables unless told that they stay within the shard.
    this.addSql(`set local citus.enable_unsafe_triggers = on`)
    this.addSql(`create trigger contacts_added after insert on contacts referencing new table as changed
      for each statement execute function count_contacts()`)
    this.addSql(`create trigger contacts_removed after delete on contacts referencing old table as changed
      for each statement execute function count_contacts()`)
    this.addSql(`insert into contact_counts (tenant_id, id, change)
      select tenant_id, gen_random_uuid(), count(*) from contacts group by tenant_id on conflict do nothing`)
  }
}
