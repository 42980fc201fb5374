import type { AppEvent, Events } from './events.ts'

/** ms within which several events become one message */
const COALESCE = 150

/**
 * An endless sequence of states: first `current()`, then what `changed` makes of the events that passed `wanted`, several within a
 * moment as one. `'anything'` among them means that some may have been missed.
 */
export async function* watch<State>(options: {
  events: Events
  tenantId: string
  wanted: (event: AppEvent) => boolean
  current: () => Promise<State>
  changed: (events: readonly (AppEvent | 'anything')[]) => Promise<State | null>
}): AsyncGenerator<State, void> {
  let gathered: (AppEvent | 'anything')[] = []
  let wake = () => {}
  const stop = options.events.listen(options.tenantId, (event) => {
    if (event !== 'anything' && !options.wanted(event)) return
    gathered.push(event)
    wake()
  })
  try {
    yield await options.current()
    for (;;) {
      if (gathered.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      await new Promise((resolve) => setTimeout(resolve, COALESCE))
      const events = gathered
      gathered = []
      const state = await options.changed(events)
      if (state !== null) yield state
    }
  } finally {
    stop()
  }
}
