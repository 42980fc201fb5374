import { AppError } from '#domain/errors.ts'
import type { Execute } from '../system-scope.ts'
import { TRUST_LIKE } from '../like-search-index.ts'
import { DIRECTORY, SHARDED } from '../table-register.ts'

/** State of the database: one server, a cluster that does not have all our tables yet, or one that has them. */
export type Distribution = 'one server' | 'to be distributed' | 'distributed'

/** Changes that a distribution made. */
export interface Distributed {
  /** names of the tables that were sharded or copied to every node now */
  tables: string[]
}

type Wanted = 'distributed' | 'reference'
const WANTED: ReadonlyMap<string, Wanted> = new Map([
  ...SHARDED.map((table) => [table, 'distributed'] as const),
  ...DIRECTORY.map((table) => [table, 'reference'] as const),
])

/**
 * Variables set on the coordinator reach the shards only by the statement SET LOCAL. It runs within the function, so that
 * other sessions see bound values only.
 */
const FUNCTIONS = [
  `create or replace function public.app_set(name text, value text) returns text language plpgsql
     set citus.propagate_set_commands = 'local' as $$
   begin execute format('set local %s = %L', name, value); return value; end $$`,
  `create or replace function public.app_tenant() returns uuid language sql stable parallel safe as
   $$ select nullif(pg_catalog.current_setting('app.tenant', true), '')::pg_catalog.uuid $$`,
]

/** Policies of shards must have no sub-select; on one server one makes PostgreSQL work the tenant out once a query. */
const RULE = 'tenant_id = public.app_tenant() or coalesce(public.app_is_system(), false)'

/** Returns whether the database runs on Citus, and whether it has our tables already. */
export async function distributionOf(execute: Execute): Promise<Distribution> {
  const [extension] = await execute<object[]>(`select from pg_extension where extname = 'citus'`)
  if (!extension) return 'one server'
  return (await leftToDo(execute)).length === 0 ? 'distributed' : 'to be distributed'
}

/**
 * Returns whether the database has no workspace yet, or some tables on the shards already: then nothing needs to be
 * moved.
 */
export async function isCheapToDistribute(execute: Execute): Promise<boolean> {
  const [{ cheap }] = await execute<[{ cheap: boolean }]>(
    `select not exists (select from tenants) or exists (select from pg_dist_partition where logicalrelid = 'tenants'::regclass) as cheap`,
  )
  return cheap
}

/**
 * Shards the tables of tenants over the nodes of a Citus cluster and copies the directory to each. Does only what is left
 * to do, all of it or nothing, so that it can be run again. `execute` must run everything in one transaction. Locks every table until it is done; needs a superuser. Throws
 * CONFLICT if the database is no such cluster.
 */
export async function distribute(execute: Execute): Promise<Distributed> {
  await refuseOtherServers(execute)
  const tables = await leftToDo(execute)
  for (const statement of FUNCTIONS) await execute(statement)
  await letShardsBeReached(execute)
  await execute(`select run_command_on_workers('${TRUST_LIKE}')`)
  if (tables.length === 0) return { tables }
  await execute(`set local citus.multi_shard_modify_mode = 'sequential'`)
  await execute(`set local citus.enable_local_reference_table_foreign_keys = off`)
  // Triggers stay within a shard: one refuses changes to the activity log, two count contacts.
  await execute(`set local citus.enable_unsafe_triggers = on`)
  await simplifyPolicies(execute)
  const foreignKeys = await foreignKeysOf(execute, tables)
  const triggers = await triggersOf(execute, tables)
  for (const { table, name } of triggers) await execute(`drop trigger ${name} on ${table}`)
  for (const { table, name } of foreignKeys) await execute(`alter table ${table} drop constraint ${name}`)
  for (const table of tables) {
    if (WANTED.get(table) === 'reference') await execute(`select create_reference_table('${table}')`)
  }
  for (const table of tables) {
    if (WANTED.get(table) !== 'distributed') continue
    const neighbors = table === SHARDED[0] ? 'default' : SHARDED[0]
    await execute(`select create_distributed_table('${table}', 'tenant_id', colocate_with => '${neighbors}')`)
  }
  for (const table of tables) await execute(`select truncate_local_data_after_distributing_table('${table}')`)
  for (const { table, name, definition } of foreignKeys) {
    await execute(`alter table ${table} add constraint ${name} ${definition}`)
  }
  for (const { definition } of triggers) await execute(definition)
  const left = await leftToDo(execute)
  if (left.length > 0) throw new Error(`Still to be distributed: ${left.join(', ')}`)
  return { tables }
}

async function refuseOtherServers(execute: Execute): Promise<void> {
  const [extension] = await execute<object[]>(`select from pg_extension where extname = 'citus'`)
  if (!extension) {
    throw new AppError(
      'CONFLICT',
      'The extension citus is not installed in this database. Create it on every node, add the nodes with citus_add_node, and try again.',
    )
  }
  const nodes = await execute<{ name: string; coordinator: boolean; active: boolean }[]>(
    `select nodename || ':' || nodeport as name, groupid = 0 as coordinator, isactive as active from pg_dist_node`,
  )
  if (!nodes.some(({ coordinator }) => coordinator)) {
    throw new AppError(
      'CONFLICT',
      'The coordinator has no address yet. Call citus_set_coordinator_host, and try again.',
    )
  }
  const resting = nodes.filter(({ active }) => !active)
  if (resting.length > 0) {
    const names = resting.map(({ name }) => name).join(', ')
    throw new AppError(
      'CONFLICT',
      `These nodes are not active: ${names}. Start them, call citus_activate_node, and try again.`,
    )
  }
}

/** Our tables that are not yet where they belong, in the order of the lists. */
async function leftToDo(execute: Execute): Promise<string[]> {
  const rows = await execute<{ name: string; kind: string }[]>(
    `select c.relname as name, p.partmethod::text as kind from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace = 'public'::regnamespace and (p.partmethod = 'h' or p.repmodel = 't')`,
  )
  const kinds = new Map(rows.map(({ name, kind }) => [name, kind === 'h' ? 'distributed' : 'reference']))
  return [...WANTED].filter(([table, wanted]) => kinds.get(table) !== wanted).map(([table]) => table)
}

/** A local table cannot have a foreign key to a sharded one, or the reverse. */
async function foreignKeysOf(execute: Execute, tables: readonly string[]) {
  const list = tables.map((table) => `'${table}'`).join(', ')
  return execute<{ table: string; name: string; definition: string }[]>(
    `select quote_ident(c.relname) as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and (c.relname in (${list}) or r.relname in (${list}))
     order by c.relname, k.conname`,
  )
}

async function triggersOf(execute: Execute, tables: readonly string[]) {
  return execute<{ table: string; name: string; definition: string }[]>(
    `select quote_ident(c.relname) as table, quote_ident(t.tgname) as name, pg_get_triggerdef(t.oid) as definition
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and c.relname in (${tables.map((table) => `'${table}'`).join(', ')})`,
  )
}

async function simplifyPolicies(execute: Execute): Promise<void> {
  const policies = await execute<{ name: string; table: string }[]>(
    `select quote_ident(policyname) as name, quote_ident(tablename) as table from pg_policies
     where schemaname = 'public' and (qual ilike '%select%' or with_check ilike '%select%')`,
  )
  for (const { name, table } of policies) {
    await execute(`alter policy ${name} on ${table} using (${RULE}) with check (${RULE})`)
  }
}

/** The coordinator connects to the shards as the role that operations run under. */
async function letShardsBeReached(execute: Execute): Promise<void> {
  const roles = await execute<{ name: string }[]>(
    `select quote_ident(rolname) as name from pg_roles where rolname = 'mergewell_app' and not rolcanlogin`,
  )
  for (const { name } of roles) await execute(`alter role ${name} login`)
}
