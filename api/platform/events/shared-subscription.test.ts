import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { App } from '../app-context.ts'
import type { Viewer } from '../call-context.ts'
import type { Listener } from './events.ts'
import { join } from './shared-subscription.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A watched number that grows by one with each load, and what its only watcher got. */
function watched() {
  let tell: Listener = () => undefined
  const events = { listen: (_: string, listener: Listener) => ((tell = listener), () => undefined) }
  const got: number[] = []
  let loads = 0
  const share = join(
    {
      app: { events } as unknown as App,
      viewer: { tenantId: 't' } as Viewer,
      overSocket: true,
      topic: 'number',
      wanted: () => true,
      current: async () => 0,
      changed: async () => (loads += 1),
    },
    { onSession: () => undefined, onState: (state) => got.push(state), onFailure: () => undefined },
  )
  return { got, leave: share.leave, change: () => tell('anything') }
}

it('a shared watch reports a change at once if none came lately, and further changes together in one message soon after', async () => {
  const { got, change, leave } = watched()
  change()
  change()
  await vi.advanceTimersByTimeAsync(10)
  expect(got).toEqual([1])
  for (let n = 0; n < 5; n += 1) {
    change()
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(got).toEqual([1])
  await vi.advanceTimersByTimeAsync(100)
  expect(got).toEqual([1, 2])
  await vi.advanceTimersByTimeAsync(1_000)
  change()
  await vi.advanceTimersByTimeAsync(10)
  expect(got).toEqual([1, 2, 3])
  leave()
})

it('a shared watch reports nothing after the last listener has left', async () => {
  const { got, change, leave } = watched()
  change()
  leave()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(got).toEqual([])
})
