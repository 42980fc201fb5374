import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { atMoment } from './clock-timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const app = { clock: () => new Date() }
const DAY = 86_400_000

it.each([1, 24, 25, 60, 4_000])(
  'a timer for work that is due in %i days runs it then, once, and not before',
  (days) => {
    const work = vi.fn<() => void>()
    const set = vi.spyOn(globalThis, 'setTimeout')
    atMoment(app, new Date(Date.now() + days * DAY), work)
    expect(set.mock.calls[0]?.[1]).toBeLessThan(2 ** 31)
    vi.advanceTimersByTime(days * DAY - 1)
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(work).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(60 * DAY)
    expect(work).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  },
)

it('a timer for overdue work runs it immediately', () => {
  const work = vi.fn<() => void>()
  atMoment(app, new Date(), work)
  expect(work).toHaveBeenCalledOnce()
})

it('a timer runs neither work without a time nor cancelled work', () => {
  const work = vi.fn<() => void>()
  atMoment(app, null, work)()
  const callOff = atMoment(app, new Date(Date.now() + 20 * DAY), work)
  vi.advanceTimersByTime(10 * DAY)
  callOff()
  vi.advanceTimersByTime(60 * DAY)
  expect(work).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})
