import { expect, it } from 'vitest'
import { createStopList, hungLine } from './shutdown-list.ts'

/** A list with a fake clock that runs only while something is waiting. */
function listOnOwnClock() {
  let time = 0
  const warned: string[] = []
  const list = createStopList({
    warn: (line) => warned.push(line),
    now: () => time,
    pause: async (ms, signal) => {
      // Everything that ends by itself ends first.
      await new Promise((resolve) => setImmediate(resolve))
      if (!signal.aborted) time += ms
    },
  })
  return { list, warned, time: () => time }
}

const never = () => new Promise<never>(() => {})

it('a stop list stops the parts of a process in reverse order of their start, and parts of one step in parallel', async () => {
  const { list } = listOnOwnClock()
  const order: string[] = []
  const part = (name: string) => async () => void order.push(name)
  list.add(1_000, { database: part('database') })
  list.add(1_000, { web: part('web') })
  list.add(1_000, { sending: part('sending'), tasks: part('tasks') })
  expect(await list.stop()).toEqual([])
  expect(order).toEqual(['sending', 'tasks', 'web', 'database'])
})

it('a stop list abandons parts that do not stop in time, names them, and still stops the rest', async () => {
  const { list, time } = listOnOwnClock()
  let closed = false
  list.add(2_000, { database: async () => void (closed = true) })
  list.add(1_000, { 'browser connections': never })
  list.add(5_000, { sending: never, tasks: async () => undefined })
  expect(await list.stop()).toEqual(['sending', 'browser connections'])
  expect(closed).toBe(true)
  expect(time()).toBe(6_000)
})

it('a stop list lets a later step use the time that earlier steps did not need', async () => {
  const { list, time } = listOnOwnClock()
  list.add(1_000, { database: never })
  list.add(5_000, { sending: async () => undefined })
  await list.stop()
  expect(time()).toBe(6_000)
})

it('a stop list does not retry a part that failed to stop, reports it and continues', async () => {
  const { list, warned } = listOnOwnClock()
  let stops = 0
  list.add(1_000, { database: async () => void (stops += 1) })
  list.add(1_000, { web: () => Promise.reject(new Error('broken pipe')) })
  await Promise.all([list.stop(), list.stop()])
  expect([stops, warned]).toEqual([1, ['While stopping web: Error: broken pipe']])
})

it('a stop list reports in one line which parts did not stop', () => {
  expect(hungLine([])).toBeNull()
  expect(hungLine(['sending', 'imports'])).toMatch(/^Stopped without waiting for: sending, imports\. /)
})
