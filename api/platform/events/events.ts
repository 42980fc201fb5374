import type { ConnectionStep, StepState } from '#domain/mailboxes/providers/smtp/connection-steps.ts'
import { beforeCommit, type Em } from '../database/database.ts'

/** Something that subscribers may be watching. NOTIFY carries ids only. */
export type AppEvent =
  | { kind: 'campaign'; tenantId: string; id: string; removed?: boolean }
  | { kind: 'task'; tenantId: string; id: string }
  | { kind: 'reply'; tenantId: string; id: string }
  /** a step of the test of a mailbox that a person connects */
  | {
      kind: 'connection'
      tenantId: string
      userId: string
      /** id that the person made up for the connection test, to follow it */
      attempt: string
      step: ConnectionStep
      state: StepState
    }
  /** all sending of the workspace was stopped or resumed */
  | { kind: 'stop'; tenantId: string; stopped: boolean }
  /** sessions or keys that ended: one, all of a person, or (both null) all of the workspace */
  | { kind: 'session'; tenantId: string; userId: string | null; sessionId: string | null }
  /** a session with a new token: holders of only the old one are signed out */
  | { kind: 'renewal'; tenantId: string; sessionId: string }
  /** measures how long events take; `tenantId` is of no workspace */
  | { kind: 'probe'; tenantId: string; id: string }

/** Returns whether an event ends this viewer's session (or key). */
export function endsSession(event: AppEvent, viewer: { tenantId: string; userId: string; sessionId: string }): boolean {
  if (event.kind !== 'session' || event.tenantId !== viewer.tenantId) return false
  const person = event.userId === null || event.userId === viewer.userId
  return person && (event.sessionId === null || event.sessionId === viewer.sessionId)
}

/** Returns whether an event gives this viewer's session a new token. */
export function renewsSession(event: AppEvent, viewer: { tenantId: string; sessionId: string }): boolean {
  return event.kind === 'renewal' && event.tenantId === viewer.tenantId && event.sessionId === viewer.sessionId
}

export type Listener = (event: AppEvent | 'anything') => void

/** Events between processes. */
export interface Events {
  /** Publishes an event when the transaction commits; dropped on rollback. All events of a transaction travel together. */
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

/** Carries events from one process to all. */
export interface Carrier {
  /** Sends messages as the last act of a transaction; none of them arrives if it is rolled back. */
  send(em: Em, messages: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Callbacks for the events that a carrier receives. */
export interface Arrivals {
  message(text: string): void
  /** the connection was lost meanwhile */
  missed(): void
}

/** The length of a message in characters, all ASCII. PostgreSQL takes at most 7,999 bytes. */
const MESSAGE_MAX = 7_500

/** Opens the events of this process over a carrier. */
export async function openEvents(open: (arrivals: Arrivals) => Promise<Carrier>): Promise<Events> {
  const listeners = new Map<string, Set<Listener>>()
  const everyone = () => {
    for (const set of listeners.values()) for (const listener of set) listener('anything')
  }
  const deliver = (event: AppEvent) => {
    for (const listener of listeners.get(event.tenantId) ?? []) listener(event)
  }
  const carrier = await open({
    message: (text) => (JSON.parse(text) as AppEvent[]).forEach(deliver),
    missed: everyone,
  })
  /** The events of each open transaction, without repetitions. */
  const waiting = new WeakMap<Em, Set<string>>()
  return {
    publish: async (em, event) => {
      const known = waiting.get(em)
      const events = known ?? new Set()
      events.add(JSON.stringify(event))
      if (known) return
      waiting.set(em, events)
      beforeCommit(em, () => carrier.send(em, messagesOf(events)))
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
    close: () => carrier.close(),
  }
}

/** Lists of events as JSON, as few as fit. */
export function messagesOf(events: Iterable<string>): string[] {
  const messages: string[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const event of events) {
    length += event.length + 1
    if (length > MESSAGE_MAX) {
      messages.push([])
      length = event.length + 2
    }
    messages.at(-1)?.push(event)
  }
  return messages.map((list) => `[${list.join(',')}]`)
}
