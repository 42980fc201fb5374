import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { timeOfProcess, whenUsed, type UsedTime } from './processor-time.ts'

const LIMIT = 10_000
const act = vi.fn<() => void>()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  act.mockClear()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('the processor-time limit of a worker takes effect when all of the time was used', async () => {
  whenUsed(() => LIMIT, LIMIT, act)
  await pass(LIMIT - 1)
  expect(act).not.toHaveBeenCalled()
  await pass(1)
  expect(act).toHaveBeenCalledOnce()
})

it('the processor-time limit of a worker waits for the remaining time while the machine is busy', async () => {
  const used = [4_000, LIMIT]
  whenUsed(() => used.shift() ?? 0, LIMIT, act)
  await pass(LIMIT + 5_999)
  expect(act).not.toHaveBeenCalled()
  await pass(1)
  expect(act).toHaveBeenCalledOnce()
})

it.each<[string, UsedTime]>([
  ['work that gets no time', () => 0],
  ['work that does not answer', () => new Promise(() => {})],
])('the processor-time limit of a worker takes effect after six times its time for %s', async (_, used) => {
  whenUsed(used, LIMIT, act)
  await pass(6 * LIMIT - 1)
  expect(act).not.toHaveBeenCalled()
  await pass(1)
  await pass(6 * LIMIT)
  expect(act).toHaveBeenCalledOnce()
})

it.each<[string, UsedTime]>([
  ['does not report processor time', () => Number.NaN],
  ['fails to report it', () => Promise.reject(new Error('no such thread'))],
  ['knows no such process', timeOfProcess(undefined)],
])('the processor-time limit of a worker falls back to wall-clock time where the system %s', async (_, used) => {
  whenUsed(used, LIMIT, act)
  await pass(LIMIT)
  expect(act).toHaveBeenCalledOnce()
})

it('the processor-time limit of a worker does not take effect once it is cancelled, not even on a late measurement', async () => {
  const answer = Promise.withResolvers<number>()
  const cancel = whenUsed(() => answer.promise, LIMIT, act)
  await pass(LIMIT)
  cancel()
  answer.resolve(LIMIT)
  await pass(6 * LIMIT)
  expect(act).not.toHaveBeenCalled()
})

it('the processor-time limit of a worker measures this process', () => {
  const used = timeOfProcess(process.pid)
  const { user, system } = process.cpuUsage()
  const until = user + system + 50_000
  for (;;) {
    const now = process.cpuUsage()
    if (now.user + now.system > until) break
  }
  expect(used()).toBeGreaterThan(0)
})
