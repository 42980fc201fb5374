import { Migration } from '@mikro-orm/migrations'

const INSTALLATION = '00000000-0000-0000-0000-000000000000'

/**
 * Citus does not make a trigger on the shards if `truncate` is among its events, so emptying the activity log has a
 * trigger of its own, and what may forget entries tells it to the shards.
 */
export class AuditTriggersMigration extends Migration {
  override up(): void {
    this.addSql(`set local lock_timeout = '3s'`)
    this.addSql(`set local citus.enable_unsafe_triggers = on`)
    this.addSql(`drop trigger if exists audit_events_append_only on audit_events`)
    this.addSql(`create trigger audit_events_append_only before update or delete on audit_events
      for each statement execute function refuse_audit_change()`)
    this.addSql(`create trigger audit_events_never_emptied before truncate on audit_events
      for each statement execute function refuse_audit_change()`)
    const bySystem = `if not public.app_is_system() then
          raise exception 'Only the installation can forget entries of the activity log';
        end if;`
    const asOwner = `language plpgsql security definer set search_path = pg_catalog, public, pg_temp`
    this.addSql(`create or replace function forget_audit_events(before timestamptz, most integer) returns integer ${asOwner} as $$
      declare forgotten integer;
      begin
        ${bySystem}
        if before > now() - interval '30 days' then
          raise exception 'Entries of the activity log are kept for at least 30 days';
        end if;
        perform public.app_set('app.audit_retention', 'on');
        delete from public.audit_events e using (
          select tenant_id, id from public.audit_events where at < before limit most) as old
          where e.tenant_id = old.tenant_id and e.id = old.id;
        get diagnostics forgotten = row_count;
        perform public.app_set('app.audit_retention', 'off');
        return forgotten;
      end $$`)
    this.addSql(`create or replace function forget_audit_of_workspace(workspace uuid, most integer) returns integer ${asOwner} as $$
      declare forgotten integer;
      begin
        ${bySystem}
        if workspace = '${INSTALLATION}' or exists (select from public.tenants where id = workspace) then
          raise exception 'The activity log of a workspace is kept as long as the workspace';
        end if;
        perform public.app_set('app.audit_retention', 'on');
        delete from public.audit_events e using (
          select tenant_id, id from public.audit_events where tenant_id = workspace limit most) as gone
          where e.tenant_id = gone.tenant_id and e.id = gone.id;
        get diagnostics forgotten = row_count;
        perform public.app_set('app.audit_retention', 'off');
        return forgotten;
      end $$`)
  }
}
