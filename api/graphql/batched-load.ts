import type { Call } from '#api/platform/call-context.ts'
import type { Database } from '#api/platform/database/database.ts'

type Load<Value> = (call: Call, ids: readonly string[]) => Promise<Map<string, Value>>

interface Batch {
  ids: Set<string>
  found: Promise<Map<string, unknown>>
}

const batches = new WeakMap<Database, Map<Load<never>, Map<string, Batch>>>()

/**
 * Batches `load` with all calls of the workspace in this turn of the event loop: when a hundred screens hear of one
 * change, the database is queried once. Everyone sharing a query has the same rights; if the answer depends on the
 * person, use `perPerson`.
 */
export function batchedLoad<Value>(
  call: Call,
  load: Load<Value>,
  ids: readonly string[],
  { perPerson }: { perPerson: boolean },
): Promise<Map<string, Value>> {
  const { viewer } = call
  if (!viewer) return load(call, ids)
  const ofDatabase = batches.get(call.app.database) ?? new Map<Load<never>, Map<string, Batch>>()
  batches.set(call.app.database, ofDatabase)
  const open = ofDatabase.get(load as Load<never>) ?? new Map<string, Batch>()
  ofDatabase.set(load as Load<never>, open)
  const { tenantId, userId, role, scopes } = viewer
  const name = JSON.stringify([tenantId, role, scopes, perPerson && userId])
  const batch = open.get(name) ?? begin(call, load, () => open.delete(name))
  open.set(name, batch)
  for (const id of ids) batch.ids.add(id)
  return batch.found as Promise<Map<string, Value>>
}

function begin(call: Call, load: Load<unknown>, close: () => void): Batch {
  const ids = new Set<string>()
  const found = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
    close()
    return load(call, [...ids])
  })
  return { ids, found }
}
