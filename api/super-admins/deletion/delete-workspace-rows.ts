import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'

/** rows deleted in one transaction */
const BATCH = 5_000

/** Table of the activity log, which is deleted last, by its own function. */
const ACTIVITY_LOG_TABLE = 'audit_events'

/** Table that a trigger writes to while contacts are deleted. */
const COUNTS = 'contact_counts'

/**
 * Deletes all rows of a workspace from every table that has a `tenant_id`, in short transactions, rows before those
 * they point to. Can be interrupted and repeated. Stops early when `stopped` says so and then answers false.
 */
export async function deleteRows(
  { database }: Pick<App, 'database'>,
  tenantId: string,
  { batch = BATCH, stopped = () => false }: { batch?: number; stopped?: () => boolean } = {},
): Promise<boolean> {
  const tables = await database.asSystem(tablesInOrder)
  for (const table of tables) {
    for (let deleted = batch; deleted === batch;) {
      if (stopped()) return false
      deleted = await database.inTenant(tenantId, (em) => deleteBatch(em, table, tenantId, batch))
    }
  }
  return true
}

async function deleteBatch(em: Em, table: string, tenantId: string, batch: number): Promise<number> {
  const [{ deleted }] = await em.execute<[{ deleted: number }]>(
    `with gone as (delete from ${table} where tenant_id = :tenantId
       and ctid = any (array(select ctid from ${table} where tenant_id = :tenantId limit :batch)) returning 1)
     select count(*)::int as deleted from gone`,
    { tenantId, batch },
  )
  return deleted
}

/** Names of the tables of workspaces, those that others point to last. */
export async function tablesInOrder(em: Em): Promise<string[]> {
  const tables = await em.execute<{ name: string; parents: string[] }[]>(
    `select c.oid::regclass::text as name, coalesce((
        select json_agg(distinct f.confrelid::regclass::text) from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '[]') as parents
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and c.relname not in ('${ACTIVITY_LOG_TABLE}', '${COUNTS}')
     order by 1`,
  )
  const ordered: string[] = []
  let left = tables
  while (left.length > 0) {
    const pointedTo = new Set(left.flatMap(({ parents }) => parents))
    const free = left.filter(({ name }) => !pointedTo.has(name))
    if (free.length === 0) throw new Error(`Tables point to each other: ${left.map(({ name }) => name).join(', ')}`)
    ordered.push(...free.map(({ name }) => name))
    left = left.filter(({ name }) => pointedTo.has(name))
  }
  return [...ordered, COUNTS]
}
