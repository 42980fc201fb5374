/** The tenant of acts that belong to no workspace. */
const INSTALLATION = '00000000-0000-0000-0000-000000000000'

/** A function that may delete entries: those of one workspace that also meet `condition`, at most `most`, if `allowed`. */
function forget(signature: string, refusal: string, message: string, condition: string): string {
  return `create function ${signature} returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
      declare forgotten integer;
      begin
        if not public.app_is_system() then
          raise exception 'Only the installation can forget entries of the activity log';
        end if;
        if ${refusal} then
          raise exception '${message}';
        end if;
        perform public.app_set('app.audit_retention', 'on');
        delete from public.audit_events e where e.tenant_id = workspace and e.id in (
          select old.id from public.audit_events old where old.tenant_id = workspace${condition} limit most);
        get diagnostics forgotten = row_count;
        perform public.app_set('app.audit_retention', 'off');
        return forgotten;
      end $$`
}

/** The activity log: rows can be added and read, never changed. The owner of the tables may forget old ones. */
export const AUDIT = [
  // Who did what, when and from where. The tenant 00000000-… has the acts that belong to no workspace.
  `create table audit_events (
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
  )`,
  `create index audit_events_action on audit_events (tenant_id, action, id)`,
  `create index audit_events_at on audit_events using brin (at)`,
  `create index audit_events_installation on audit_events (id)
    where tenant_id = '${INSTALLATION}' or actor = 'superAdmin'`,
  `create function refuse_audit_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and current_setting('app.audit_retention', true) = 'on' then return null; end if;
        raise exception 'The activity log cannot be changed';
      end $$`,
  // Two triggers: Citus makes none on the shards if `truncate` is among its events.
  `create trigger audit_events_append_only before update or delete on audit_events
    for each statement execute function refuse_audit_change()`,
  `create trigger audit_events_never_emptied before truncate on audit_events
    for each statement execute function refuse_audit_change()`,
  forget(
    'forget_audit_events(workspace uuid, before timestamptz, most integer)',
    `before > now() - interval '30 days'`,
    'Entries of the activity log are kept for at least 30 days',
    ' and old.at < before',
  ),
  forget(
    'forget_audit_of_workspace(workspace uuid, most integer)',
    `workspace = '${INSTALLATION}' or exists (select from public.tenants where id = workspace)`,
    'The activity log of a workspace is kept as long as the workspace',
    '',
  ),
]
