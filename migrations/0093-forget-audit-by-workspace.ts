import { Migration } from '@mikro-orm/migrations'

const INSTALLATION = '00000000-0000-0000-0000-000000000000'

/**
 * Old entries of the activity log are forgotten workspace by workspace, so that each deletion stays on one shard. The function
 * with two parameters is left for workers of the version before.
 */
export class ForgetAuditByWorkspaceMigration extends Migration {
  override up(): void {
    const bySystem = `if not public.app_is_system() then
          raise exception 'Only the installation can forget entries of the activity log';
        end if;`
    const asOwner = `language plpgsql security definer set search_path = pg_catalog, public, pg_temp`
    const forget = (condition: string) => `perform public.app_set('app.audit_retention', 'on');
        delete from public.audit_events e where e.tenant_id = workspace and e.id in (
          select old.id from public.audit_events old where old.tenant_id = workspace${condition} limit most);
        get diagnostics forgotten = row_count;
        perform public.app_set('app.audit_retention', 'off');
        return forgotten;`
    this.addSql(`create or replace function forget_audit_events(workspace uuid, before timestamptz, most integer) returns integer ${asOwner} as $$
      declare forgotten integer;
      begin
        ${bySystem}
        if before > now() - interval '30 days' then
          raise exception 'Entries of the activity log are kept for at least 30 days';
        end if;
        ${forget(' and old.at < before')}
      end $$`)
    this.addSql(`create or replace function forget_audit_of_workspace(workspace uuid, most integer) returns integer ${asOwner} as $$
      declare forgotten integer;
      begin
        ${bySystem}
        if workspace = '${INSTALLATION}' or exists (select from public.tenants where id = workspace) then
          raise exception 'The activity log of a workspace is kept as long as the workspace';
        end if;
        ${forget('')}
      end $$`)
  }
}
