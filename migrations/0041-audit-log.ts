import { Migration } from '@mikro-orm/migrations'

const setting = `current_setting('app.tenant', true)`
const ofTenant = `coalesce(tenant_id::text = ${setting} or ${setting} = '*', false)`

/**
 * Who did what, when and from where. Rows can be added and read, never changed or deleted.
 * Acts that belong to no workspace have the tenant 00000000-0000-0000-0000-000000000000.
 */
export class AuditLogMigration extends Migration {
  override up(): void {
    this.addSql(`create table audit_events (
      tenant_id uuid not null,
      id uuid not null,
      at timestamptz not null,
      actor text not null,
      actor_id uuid,
      actor_name text not null,
      address text not null,
      user_agent text not null,
      action text not null,
      target_id uuid,
      target_label text,
      changes jsonb not null default '[]',
      primary key (tenant_id, id)
    )`)
    this.addSql(`create index audit_events_super_admin on audit_events (id) where actor = 'superAdmin'`)
    this.addSql(`alter table audit_events enable row level security`)
    this.addSql(`alter table audit_events force row level security`)
    this.addSql(`create policy tenant_scope on audit_events using (${ofTenant}) with check (${ofTenant})`)
    this.addSql(`create function refuse_audit_change() returns trigger language plpgsql as $$
      begin
        raise exception 'The activity log cannot be changed';
      end $$`)
    this.addSql(`create trigger audit_events_append_only before update or delete or truncate on audit_events
      for each statement execute function refuse_audit_change()`)
  }
}
