import type { App, Viewer } from '../context.ts'
import type { AppEvent, Events } from './events.ts'

/** ms within which several events become one message */
const COALESCE = 150
/** ms more for each who watches: what it takes to tell them all is then less than half of a processor, however often something happens */
const FOR_EACH = 5

/** What is watched, and by whom. */
export interface WatchOptions<State> {
  app: App
  viewer: Viewer
  /** the socket ends when its session gets a new token; a stream has to end by itself */
  overSocket: boolean
  /** Names what is watched. Whoever watches the same in a workspace shares its loads, so that it must not depend on who asks. */
  topic: string
  wanted: (event: AppEvent) => boolean
  current: () => Promise<State>
  changed: (events: readonly (AppEvent | 'anything')[]) => Promise<State | null>
}

/** One of those who watch the same. */
interface Watcher<State> {
  onSession: (event: AppEvent) => void
  onState: (state: State) => void
  onFailure: (error: unknown) => void
}

/** What one of them holds. */
interface Share<State> {
  /** How it stands now; who asks at the same time shares the load. */
  current(): Promise<State>
  leave(): void
}

interface Source<State> {
  watchers: Set<Watcher<State>>
  join(watcher: Watcher<State>): Share<State>
}

const sources = new WeakMap<Events, Map<string, Source<unknown>>>()

/** Begins to watch. However many watch the same topic of a workspace, there is one listener and one load for each change. */
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
  /** How often a state was handed out: a load that began before the last time may be older than it. */
  let version = 0
  let loading: { version: number; state: Promise<State> } | null = null

  const pause = () => COALESCE + FOR_EACH * watchers.size

  const stop = app.events.listen(viewer.tenantId, (event) => {
    if (event !== 'anything' && (event.kind === 'session' || event.kind === 'renewal')) {
      for (const watcher of watchers) watcher.onSession(event)
      return
    }
    if (event !== 'anything' && !wanted(event)) return
    gathered.push(event)
    timer ??= setTimeout(() => void deliver(), pause())
  })

  async function deliver(): Promise<void> {
    const events = gathered
    gathered = []
    try {
      const state = await changed(events)
      version += 1
      if (state !== null) for (const watcher of watchers) watcher.onState(state)
    } catch (error) {
      for (const watcher of watchers) watcher.onFailure(error)
    }
    timer = gathered.length > 0 && watchers.size > 0 ? setTimeout(() => void deliver(), pause()) : null
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
