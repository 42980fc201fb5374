import type { App, Viewer } from '../context.ts'
import { atMoment } from './at-moment.ts'
import { endsSession, type AppEvent } from './events.ts'

/** ms within which several events become one message */
const COALESCE = 150

interface Options<State> {
  app: App
  viewer: Viewer
  wanted: (event: AppEvent) => boolean
  current: () => Promise<State>
  changed: (events: readonly (AppEvent | 'anything')[]) => Promise<State | null>
}

/**
 * An endless sequence of states: first `current()`, then what `changed` makes of the events that passed `wanted`, several within a
 * moment as one. `'anything'` among them means that some may have been missed. It ends when the viewer's session is ended or expires, and
 * lets go of all it holds when nobody wants more of it.
 */
export function watch<State>(options: Options<State>): AsyncGenerator<State, void> {
  const left = new AbortController()
  const sequence = states(options, left)
  const { return: finish } = sequence
  return Object.assign(sequence, {
    // A generator that waits hears of this only after its wait.
    return: (value: void | PromiseLike<void>) => {
      left.abort()
      return finish.call(sequence, value)
    },
  })
}

/** The sequence, which ends when it is `left` as well. */
async function* states<State>(
  { app, viewer, wanted, current, changed }: Options<State>,
  left: AbortController,
): AsyncGenerator<State, void> {
  let gathered: (AppEvent | 'anything')[] = []
  let wake = () => {}
  const stop = app.events.listen(viewer.tenantId, (event) => {
    if (event !== 'anything' && event.kind === 'session') {
      if (endsSession(event, viewer)) left.abort()
      return
    }
    if (event !== 'anything' && !wanted(event)) return
    gathered.push(event)
    wake()
  })
  const forgo = atMoment(app, viewer.expiresAt, () => left.abort())
  left.signal.addEventListener('abort', () => wake())
  try {
    yield await current()
    for (;;) {
      if (gathered.length === 0 && !left.signal.aborted) await new Promise<void>((resolve) => (wake = resolve))
      if (left.signal.aborted) return
      await new Promise((resolve) => setTimeout(resolve, COALESCE))
      if (left.signal.aborted) return
      const events = gathered
      gathered = []
      const state = await changed(events)
      if (state !== null) yield state
    }
  } finally {
    stop()
    forgo()
  }
}
