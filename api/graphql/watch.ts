import type { App, Viewer } from '../context.ts'
import { atMoment } from './at-moment.ts'
import { endsSession, type AppEvent } from './events.ts'

/** ms within which several events become one message */
const COALESCE = 150

/**
 * An endless sequence of states: first `current()`, then what `changed` makes of the events that passed `wanted`, several within a
 * moment as one. `'anything'` among them means that some may have been missed. It ends when the viewer's session is ended or expires.
 */
export async function* watch<State>(options: {
  app: App
  viewer: Viewer
  wanted: (event: AppEvent) => boolean
  current: () => Promise<State>
  changed: (events: readonly (AppEvent | 'anything')[]) => Promise<State | null>
}): AsyncGenerator<State, void> {
  let gathered: (AppEvent | 'anything')[] = []
  let wake = () => {}
  let ended = false
  const stop = options.app.events.listen(options.viewer.tenantId, (event) => {
    if (event !== 'anything' && event.kind === 'session') ended ||= endsSession(event, options.viewer)
    else if (event !== 'anything' && !options.wanted(event)) return
    gathered.push(event)
    wake()
  })
  const forgo = atMoment(options.app, options.viewer.expiresAt, () => {
    ended = true
    wake()
  })
  try {
    yield await options.current()
    for (;;) {
      if (gathered.length === 0 && !ended) await new Promise<void>((resolve) => (wake = resolve))
      await new Promise((resolve) => setTimeout(resolve, COALESCE))
      if (ended) return
      const events = gathered.filter((event) => event === 'anything' || event.kind !== 'session')
      gathered = []
      if (events.length === 0) continue
      const state = await options.changed(events)
      if (state !== null) yield state
    }
  } finally {
    stop()
    forgo()
  }
}
