import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { compare, type Place, type Progress, type Verdict } from './database-fingerprint.ts'
import { pauseEverything } from './pause-all-campaigns.ts'
import type { Witness } from './database-progress-file.ts'

/** ms for which the result of a heartbeat is reused. */
const FRESH = 1_000
/** Period before a restore that is searched for sent emails, if the backup has no heartbeat. */
const WITHOUT_HEARTBEAT = '30 days'

export interface Heartbeat {
  /**
   * Verifies that the database is the same as at the last heartbeat, and writes a new one. If it was restored or
   * copied, all running campaigns are paused when this resolves. Call it before sending; rejects if the database does
   * not answer.
   */
  beat(): Promise<void>
}

type Row = Place & Progress & { since: Date }

/** The heartbeat of a process; if several processes detect a restore, only one handles it. */
export function createHeartbeat(
  app: Pick<App, 'database' | 'events' | 'log'>,
  witness: Witness,
  now: () => number = () => performance.now(),
): Heartbeat {
  let last: { at: number; beat: Promise<void> } | null = null
  let warned = false

  const remember = async (progress: Progress) => {
    try {
      await witness.write(progress)
    } catch (error) {
      if (!warned) app.log.warn({ err: error }, 'The last heartbeat could not be saved in DATA_DIR')
      warned = true
    }
  }
  const beat = async () => {
    const remembered = await witness.read()
    const { verdict, progress } = await app.database.asSystem(async (em) => {
      const seen = await placeOf(em)
      const [kept] = await em.execute<[Row]>(
        `select id, incarnation, beats::float8 as beats, system_identifier as "systemIdentifier", timeline::float8 as timeline,
           database_oid::float8 as "databaseOid", coalesce(beat_at, now() - interval '${WITHOUT_HEARTBEAT}') as since
         from installation for update`,
      )
      const found = compare(kept, seen, remembered)
      if (found.kind === 'restored') await pauseEverything(app, em, new Date(kept.since))
      return { verdict: found, progress: await keep(em, seen, found) }
    })
    if (verdict.kind === 'restored') {
      app.log.error(
        { because: verdict.because },
        'This database was restored from a backup or copied. All campaigns were paused; check each one, then resume it.',
      )
    }
    await remember(progress)
  }

  return {
    beat: () => {
      if (last && now() - last.at < FRESH) return last.beat
      const current = { at: now(), beat: beat() }
      last = current
      current.beat.catch(() => {
        if (last === current) last = null
      })
      return current.beat
    },
  }
}

async function keep(em: Em, seen: Place, verdict: Verdict): Promise<Progress> {
  const because = verdict.kind === 'restored' ? verdict.because : null
  const [progress] = await em.execute<[Progress]>(
    `update installation set beats = beats + 1, beat_at = clock_timestamp(),
       system_identifier = coalesce(:systemIdentifier, system_identifier), timeline = coalesce(:timeline, timeline), database_oid = coalesce(:databaseOid, database_oid),
       incarnation = incarnation + :incarnation, restored_at = case when :because::text is null then restored_at else now() end,
       restored_because = coalesce(:because, restored_because)
     returning id, incarnation, beats::float8 as beats`,
    {
      systemIdentifier: seen.systemIdentifier,
      timeline: seen.timeline,
      databaseOid: seen.databaseOid,
      incarnation: because ? 1 : 0,
      because,
    },
  )
  return progress
}

/** Reads the identity of the database. Some hosted servers forbid some of these functions; the others still work. */
async function placeOf(em: Em): Promise<Place> {
  const ask = async (expression: string): Promise<string | null> => {
    await em.execute('savepoint place')
    try {
      const [row] = await em.execute<[{ value: string | null }]>(`select (${expression})::text as value`)
      return row.value
    } catch {
      await em.execute('rollback to savepoint place')
      return null
    }
  }
  const timeline = await ask(`('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint`)
  const oid = await ask(`select oid from pg_database where datname = current_database()`)
  return {
    systemIdentifier: await ask('select system_identifier from pg_control_system()'),
    timeline: timeline === null ? null : Number(timeline),
    databaseOid: oid === null ? null : Number(oid),
  }
}
