import { Migration } from '@mikro-orm/migrations'

const INSTALLATION = '00000000-0000-0000-0000-000000000000'

/**
 * Old entries of the activity log, and those of workspaces that are gone, can be forgotten, by functions of the tables'
 * owner. Indexes for its filters.
 */
export class AuditRetentionMigration extends Migration {
  override up(): void {
    this.addSql(`create or replace function refuse_audit_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and current_setting('app.audit_retention', true) = 'on' then return null; end if;
        raise exception 'The activity log cannot be changed';
      end $$`)
    const bySystem = `if not public.app_is_system() then
          raise exception 'Only the installation can forget entries of the activity log';
        end if;`
    const asOwner = `language plpgsql security definer set search_path = pg_catalog, public, pg_temp`
    this.addSql(`create function forget_audit_events(before timestamptz, most integer) returns integer ${asOwner} as $$
      declare forgotten integer;
      begin
        ${bySystem}
        if before > now() - interval '30 days' then
          raise exception 'Entries of the activity log are kept for at least 30 days';
        end if;
        perform set_config('app.audit_retention', 'on', true);
        delete from public.audit_events e using (
          select tenant_id, id from public.audit_events where at < before limit most) as old
          where e.tenant_id = old.tenant_id and e.id = old.id;
        get diagnostics forgotten = row_count;
        perform set_config('app.audit_retention', 'off', true);
        return forgotten;
      end $$`)
    this.addSql(`create function forget_audit_of_workspace(workspace uuid, most integer) returns integer ${asOwner} as $$
      declare forgotten integer;
      begin
        ${bySystem}
        if workspace = '${INSTALLATION}' or exists (select from public.tenants where id = workspace) then
          raise exception 'The activity log of a workspace is kept as long as the workspace';
        end if;
        perform set_config('app.audit_retention', 'on', true);
        delete from public.audit_events e using (
          select tenant_id, id from public.audit_events where tenant_id = workspace limit most) as gone
          where e.tenant_id = gone.tenant_id and e.id = gone.id;
        get diagnostics forgotten = row_count;
        perform set_config('app.audit_retention', 'off', true);
        return forgotten;
      end $$`)
    this.addSql(`create index audit_events_at on audit_events using brin (at)`)
    this.addSql(`create index audit_events_action on audit_events (tenant_id, action, id)`)
    this.addSql(`drop index audit_events_super_admin`)
    this.addSql(`create index audit_events_installation on audit_events (id)
      where tenant_id = '${INSTALLATION}' or actor = 'superAdmin'`)
  }
}
