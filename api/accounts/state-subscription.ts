import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/object-ids.ts'
import { atSessionEnd } from './sessions.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { endsSession, renewsSession } from '#api/platform/events/events.ts'
import { join, type WatchOptions } from '#api/platform/events/shared-subscription.ts'
import { potsOf } from '#api/platform/limits/caller-connection-limits.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/** Maximum messages queued for a slow subscriber; above it, they are replaced by the full current state. */
const WAITING_MAX = 20

/**
 * An endless sequence of states: first `current()`, then what `changed` makes of the events that passed `wanted`,
 * coalesced. `'anything'` means that some may have been missed. It ends when the viewer's session ends, expires or gets
 * a new token, and releases everything when the consumer stops. Throws TOO_MANY_REQUESTS beyond the limits.
 */
export function watch<State>(options: WatchOptions<State>): AsyncGenerator<State, void> {
  const left = new AbortController()
  left.signal.addEventListener('abort', countIn(options))
  const sequence = states(options, left)
  const { return: finish } = sequence
  return Object.assign(sequence, {
    // A waiting generator would notice this only after its wait.
    return: (value: void | PromiseLike<void>) => {
      left.abort()
      return finish.call(sequence, value)
    },
  })
}

/**
 * Yields an object as it is now, then again at each change. Everybody in the workspace must be allowed to see the
 * object. Throws NOT_FOUND.
 */
export async function watchOne<State>(
  call: Call,
  { kind, type, id }: { kind: 'campaign' | 'task'; type: 'Campaign' | 'Task'; id: string },
  find: (call: Call, id: string) => Promise<State | null>,
): Promise<AsyncGenerator<State, void>> {
  const load = async () => {
    const found = await find(call, id)
    if (found === null) throw notFound(type)
    return found
  }
  await load()
  return watch({
    app: call.app,
    viewer: viewerOf(call),
    overSocket: call.overSocket,
    topic: `${kind} ${id}`,
    wanted: (event) => event.kind === kind && event.id === id,
    current: load,
    changed: load,
  })
}

/**
 * Counts one more object that the caller watches, against the limits. Returns a function that takes it off the count.
 */
function countIn({ app, viewer }: Pick<WatchOptions<unknown>, 'app' | 'viewer'>): () => void {
  const { release, full } = app.live.take(1, potsOf('watched', viewer, LIMITS.watches.max))
  if (!full) {
    app.metrics.change('subscriptions', {}, 1)
    return () => {
      release()
      app.metrics.change('subscriptions', {}, -1)
    }
  }
  const whose = full.max === LIMITS.watches.max.person ? 'You have' : 'Your workspace has'
  throw new AppError(
    'TOO_MANY_REQUESTS',
    `${whose} ${full.max.toLocaleString('en')} live subscriptions open, which is the limit. Close some and try again.`,
  )
}

/** Yields the sequence of states, which also ends when `left` is aborted. */
async function* states<State>(options: WatchOptions<State>, left: AbortController): AsyncGenerator<State, void> {
  const { app, viewer, overSocket } = options
  let waiting: State[] = []
  let missed = false
  let failure: { error: unknown } | null = null
  let wake = () => {}
  const shared = join(options, {
    onSession: (event) => {
      if (endsSession(event, viewer) || (!overSocket && renewsSession(event, viewer))) left.abort()
    },
    onState: (state) => {
      if (waiting.length < WAITING_MAX) waiting.push(state)
      else missed = true
      wake()
    },
    onFailure: (error) => {
      failure = { error }
      wake()
    },
  })
  const cancel = atSessionEnd(app, viewer, () => left.abort())
  left.signal.addEventListener('abort', () => wake())
  const idle = () => waiting.length === 0 && !missed && !failure && !left.signal.aborted
  try {
    yield await shared.current()
    for (;;) {
      if (idle()) await new Promise<void>((resolve) => (wake = resolve))
      if (left.signal.aborted) return
      if (failure) throw (failure as { error: unknown }).error
      if (missed) {
        waiting = []
        missed = false
        yield await shared.current()
        continue
      }
      const [state] = waiting.splice(0, 1)
      if (state !== undefined) yield state
    }
  } finally {
    shared.leave()
    cancel()
    left.abort()
  }
}
