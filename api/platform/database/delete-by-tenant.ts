import { type Database, type Em } from './database.ts'

/** rows deleted in one transaction */
const BATCH = 5_000

/** A table with a condition that chooses the rows to delete. */
export interface Doomed {
  table: string
  /**
   * SQL condition on the rows `d` to delete. A table that the condition looks up must be bound to `tenant`, SQL for the
   * workspace: a statement that changes rows must name the workspace at every level, or a cluster locks all nodes
   * (decision 0004).
   */
  which: (tenant: string) => string
  values: Record<string, unknown>
}

interface Limits {
  batch?: number
  stopped?: () => boolean
}

/** The distinct workspaces that a query across all of them finds; it returns `tenant_id`. */
export async function tenantsOf(database: Database, query: string, values: Record<string, unknown>): Promise<string[]> {
  const rows = await database.asSystem((em) =>
    em.execute<{ id: string }[]>(`select distinct tenant_id as id from (${query}) as found order by id`, values),
  )
  return rows.map(({ id }) => id)
}

/**
 * Deletes rows of all workspaces: reads which workspaces have such rows, and deletes those of each workspace in short
 * transactions. Returns how many rows were deleted.
 */
export async function deleteByTenant(database: Database, doomed: Doomed, limits: Limits = {}): Promise<number> {
  const { table, which, values } = doomed
  const found = `select d.tenant_id from ${table} d where ${which('d.tenant_id')}`
  let deleted = 0
  for (const tenantId of await tenantsOf(database, found, values)) {
    if (limits.stopped?.()) break
    const rows = `${table} d where d.tenant_id = :tenantId and ${which(':tenantId')}`
    deleted += await deleteInBatches(database, tenantId, { table, rows, values }, limits)
  }
  return deleted
}

/** Deletes rows `d` of one workspace in short transactions. `rows`: SQL after `from`, with every table bound to `:tenantId`. */
export async function deleteInBatches(
  database: Database,
  tenantId: string,
  { table, rows, values }: { table: string; rows: string; values: Record<string, unknown> },
  { batch = BATCH, stopped = () => false }: Limits = {},
): Promise<number> {
  let deleted = 0
  const some = (em: Em) =>
    em.execute<unknown[]>(
      // A row that changed meanwhile has another ctid, and stays.
      `delete from ${table} where tenant_id = :tenantId and ctid = any (array(select d.ctid from ${rows} limit :batch)) returning 1`,
      { ...values, tenantId, batch },
    )
  for (let last = batch; last === batch && !stopped(); deleted += last) {
    last = (await database.inTenant(tenantId, some)).length
  }
  return deleted
}
