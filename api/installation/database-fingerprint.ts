/** Identity of a database, as far as PostgreSQL reports it; a part that it does not report is null. */
export interface Place {
  /** pg_control_system(): different on every separately initialized server */
  systemIdentifier: string | null
  /** timeline of the write-ahead log: increases with every point-in-time restore and failover */
  timeline: number | null
  /** oid of the database within its server: different for every created database */
  databaseOid: number | null
}

/** Progress of a database: increases with every heartbeat, and `incarnation` with every detected restore. */
export interface Progress {
  id: string
  incarnation: number
  beats: number
}

export type Verdict = { kind: 'first' } | { kind: 'same' } | { kind: 'restored'; because: string }

/**
 * Returns whether the database is still where its last heartbeat was, or was restored from a backup or copied
 * meanwhile. `witness` is the furthest progress that this process remembers from outside of the database (in DATA_DIR);
 * null where it remembers nothing.
 *
 * | what was done                                           | what tells                                        |
 * |---------------------------------------------------------|---------------------------------------------------|
 * | dump restored on another server, pg_upgrade, migration  | the system identifier, and mostly the oid         |
 * | dump restored on the same server, under any name        | the oid                                           |
 * | base backup, restore to a point in time, failover       | the timeline                                      |
 * | disk snapshot put back under the product                | the witness has seen later heartbeats             |
 *
 * Not detected: a disk snapshot that is started with a DATA_DIR that remembers nothing later, because it is new or part of the same
 * snapshot. Nothing distinguishes it from a server that was turned off; a long silence alone is taken for that. A failover that lost
 * nothing is taken for a restore, since PostgreSQL cannot tell what the failed server had confirmed.
 */
export function compare(kept: Place & Progress, seen: Place, witness: Progress | null): Verdict {
  const restored = (because: string): Verdict => ({ kind: 'restored', because })
  if (differ(kept.systemIdentifier, seen.systemIdentifier)) return restored('it is on another PostgreSQL server')
  if (differ(kept.databaseOid, seen.databaseOid)) return restored('it was recreated on its server')
  if (differ(kept.timeline, seen.timeline))
    return restored('its server was restored to a point in time, or failed over')
  if (witness?.id === kept.id && isBehind(kept, witness))
    return restored('it is older than it was when this process last used it')
  return kept.databaseOid === null ? { kind: 'first' } : { kind: 'same' }
}

function differ<T>(kept: T | null, seen: T | null): boolean {
  return kept !== null && seen !== null && kept !== seen
}

function isBehind(kept: Progress, witness: Progress): boolean {
  if (kept.incarnation !== witness.incarnation) return kept.incarnation < witness.incarnation
  return kept.beats < witness.beats
}
