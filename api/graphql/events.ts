import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Em } from '../platform/database.ts'

const CHANNEL = 'mergewell'

/** Something that subscribers may be watching. NOTIFY carries ids only. */
export type AppEvent =
  | { kind: 'campaign'; tenantId: string; id: string; removed?: boolean }
  | { kind: 'task'; tenantId: string; id: string }
  /** sessions or keys that ended: one, all of a person, or (both null) all of the workspace */
  | { kind: 'session'; tenantId: string; userId: string | null; sessionId: string | null }
  /** a session with a new token: holders of only the old one are signed out */
  | { kind: 'renewal'; tenantId: string; sessionId: string }
  /** measures how long events take; `tenantId` is of no workspace */
  | { kind: 'probe'; tenantId: string; id: string }

/** Whether an event ends this viewer's session (or key). */
export function endsSession(event: AppEvent, viewer: { tenantId: string; userId: string; sessionId: string }): boolean {
  if (event.kind !== 'session' || event.tenantId !== viewer.tenantId) return false
  const person = event.userId === null || event.userId === viewer.userId
  return person && (event.sessionId === null || event.sessionId === viewer.sessionId)
}

/** Whether an event gives this viewer's session a new token. */
export function renewsSession(event: AppEvent, viewer: { tenantId: string; sessionId: string }): boolean {
  return event.kind === 'renewal' && event.tenantId === viewer.tenantId && event.sessionId === viewer.sessionId
}

export type Listener = (event: AppEvent | 'anything') => void

/** Events between processes over LISTEN/NOTIFY. */
export interface Events {
  /** Publishes an event when the transaction commits; dropped on rollback. */
  publish(em: Em, event: AppEvent): Promise<void>
  /**
   * Calls `listener` for every event of the tenant, or with `'anything'` if events may have been missed. Returns an
   * unsubscribe function.
   */
  listen(tenantId: string, listener: Listener): () => void
  /** Tells all listeners of this process that anything may have changed. */
  anything(): void
  close(): Promise<void>
}

/** Opens this process's one listening connection and keeps it open: reconnects after a loss and emits `'anything'`. */
export async function openEvents(url: string, log: Logger): Promise<Events> {
  const listeners = new Map<string, Set<Listener>>()
  let client: pg.Client | null = null
  let closed = false

  const deliver = (event: AppEvent) => {
    for (const listener of listeners.get(event.tenantId) ?? []) listener(event)
  }
  const everyone = () => {
    for (const set of listeners.values()) for (const listener of set) listener('anything')
  }
  const connect = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'mergewell-events' })
    next.on('notification', (message) => deliver(JSON.parse(message.payload ?? '{}') as AppEvent))
    next.on('error', (error) => log.warn({ error: error.message }, 'The LISTEN connection was lost'))
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    if (closed) return next.end()
    client = next
    next.once('end', () => void reconnect())
  }
  const reconnect = async () => {
    client = null
    while (!closed) {
      await sleep(500)
      try {
        await connect()
        everyone()
        return
      } catch (error) {
        log.warn({ error: String(error) }, 'The LISTEN connection has not been restored yet')
      }
    }
  }

  await connect()
  return {
    publish: async (em, event) => {
      await em.execute('select pg_notify(:CHANNEL, :event)', { CHANNEL, event: JSON.stringify(event) })
    },
    listen: (tenantId, listener) => {
      const set = listeners.get(tenantId) ?? new Set()
      listeners.set(tenantId, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0) listeners.delete(tenantId)
      }
    },
    anything: everyone,
    close: async () => {
      closed = true
      await client?.end()
    },
  }
}
