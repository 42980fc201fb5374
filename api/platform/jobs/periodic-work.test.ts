import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runPeriodically } from './periodic-work.ts'

const lines: string[] = []
const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  lines.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

describe('runPeriodically', () => {
  it('runs the work at once, and again after the interval', async () => {
    const work = vi.fn<() => Promise<void>>(async () => {})
    const rounds = runPeriodically({ name: 'Looking', seconds: 5, work, log })
    expect(work).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(work).toHaveBeenCalledTimes(4)
    await rounds.stop()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(work).toHaveBeenCalledTimes(4)
  })

  it('leaves the first run to its caller on request', async () => {
    const work = vi.fn<() => Promise<void>>(async () => {})
    const rounds = runPeriodically({ name: 'Looking', seconds: 5, work, log, first: 'later' })
    expect(work).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(work).toHaveBeenCalledTimes(1)
    await rounds.stop()
  })

  it('waits for a slow run before the next one begins', async () => {
    let end = () => {}
    const work = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => (end = resolve)))
    const rounds = runPeriodically({ name: 'Looking', seconds: 5, work, log })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(work).toHaveBeenCalledTimes(1)
    end()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(work).toHaveBeenCalledTimes(2)
    end()
    await rounds.stop()
  })

  it('logs a run that fails, and continues', async () => {
    const work = vi.fn<() => Promise<void>>(async () => {
      throw new Error('no database')
    })
    const rounds = runPeriodically({ name: 'Looking for due inboxes', seconds: 5, work, log })
    await vi.advanceTimersByTimeAsync(5_000)
    await rounds.stop()
    expect(work).toHaveBeenCalledTimes(2)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ msg: 'Looking for due inboxes failed', error: expect.stringContaining('no database') }),
      expect.anything(),
    ])
  })

  it('tells running work to stop, and waits until it has', async () => {
    const order: string[] = []
    const rounds = runPeriodically({
      name: 'Looking',
      seconds: 5,
      log,
      work: (signal) =>
        new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => {
            order.push('work')
            resolve()
          }),
        ),
    })
    await rounds.stop()
    order.push('stopped')
    expect(order).toEqual(['work', 'stopped'])
  })
})
