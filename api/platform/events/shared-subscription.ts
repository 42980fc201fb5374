import type { App } from '../app-context.ts'
import type { Viewer } from '../call-context.ts'
import type { AppEvent, Events } from './events.ts'

/** ms from an event to its message, so that events at the same time share one message. */
const MESSAGE_DELAY_MS = 10
/** Minimum ms between two messages to a subscriber. */
const COALESCE = 150
/**
 * Extra ms between two messages per subscriber, so that notifying all of them uses less than half a processor core,
 * however frequent the events are.
 */
const FOR_EACH = 5

/** The topic that is watched, and its watcher. */
export interface WatchOptions<State> {
  app: App
  viewer: Viewer
  /** true over a WebSocket, which closes when its session gets a new token; other streams must end by themselves */
  overSocket: boolean
  /**
   * Names the watched data. Subscribers of one topic in a workspace share its loads, so it must not depend on the
   * caller.
   */
  topic: string
  wanted: (event: AppEvent) => boolean
  current: () => Promise<State>
  changed: (events: readonly (AppEvent | 'anything')[]) => Promise<State | null>
}

/** A subscriber to a topic. */
interface Watcher<State> {
  onSession: (event: AppEvent) => void
  onState: (state: State) => void
  onFailure: (error: unknown) => void
}

/** A subscriber's handle. */
interface Share<State> {
  /** The current state; concurrent callers share the load. */
  current(): Promise<State>
  leave(): void
}

interface Source<State> {
  watchers: Set<Watcher<State>>
  join(watcher: Watcher<State>): Share<State>
}

const sources = new WeakMap<Events, Map<string, Source<unknown>>>()

/** Subscribes. All subscribers to a topic of a workspace share one listener and one load per change. */
export function join<State>(options: WatchOptions<State>, watcher: Watcher<State>): Share<State> {
  const { events } = options.app
  const open = sources.get(events) ?? new Map<string, Source<unknown>>()
  sources.set(events, open)
  const name = `${options.viewer.tenantId} ${options.topic}`
  const source = (open.get(name) as Source<State> | undefined) ?? start(options, () => open.delete(name))
  open.set(name, source as Source<unknown>)
  return source.join(watcher)
}

function start<State>({ app, viewer, wanted, current, changed }: WatchOptions<State>, end: () => void): Source<State> {
  const watchers = new Set<Watcher<State>>()
  let gathered: (AppEvent | 'anything')[] = []
  let timer: NodeJS.Timeout | null = null
  /** time of the last message, in ms of this process's clock */
  let delivered = Number.NEGATIVE_INFINITY
  /** number of messages delivered so far; a load that started before the last delivery may be out of date */
  let version = 0
  let loading: { version: number; state: Promise<State> } | null = null

  const schedule = () => {
    const next = delivered + COALESCE + FOR_EACH * watchers.size
    timer = setTimeout(() => void deliver(), Math.max(MESSAGE_DELAY_MS, next - performance.now()))
  }

  const stop = app.events.listen(viewer.tenantId, (event) => {
    if (event !== 'anything' && (event.kind === 'session' || event.kind === 'renewal')) {
      for (const watcher of watchers) watcher.onSession(event)
      return
    }
    if (event !== 'anything' && !wanted(event)) return
    gathered.push(event)
    if (!timer) schedule()
  })

  async function deliver(): Promise<void> {
    const events = gathered
    gathered = []
    delivered = performance.now()
    try {
      const state = await changed(events)
      version += 1
      if (state !== null) for (const watcher of watchers) watcher.onState(state)
    } catch (error) {
      for (const watcher of watchers) watcher.onFailure(error)
    }
    timer = null
    if (gathered.length > 0 && watchers.size > 0) schedule()
  }

  function load(): Promise<State> {
    if (loading?.version === version) return loading.state
    const mine = { version, state: current() }
    loading = mine
    void mine.state
      .catch(() => undefined)
      .finally(() => {
        if (loading === mine) loading = null
      })
    return mine.state
  }

  return {
    watchers,
    join: (watcher) => {
      watchers.add(watcher)
      return {
        current: load,
        leave: () => {
          watchers.delete(watcher)
          if (watchers.size > 0) return
          stop()
          if (timer) clearTimeout(timer)
          end()
        },
      }
    },
  }
}
