import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFairQueue, QueueFull, type FairQueueLimits } from './fair-queue.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

const LIMITS: FairQueueLimits = { places: 2, perKey: 2, waitingPerKey: 1_000 }

/** Admits everybody who can enter, then ends them one by one; returns the order of entry. */
async function orderOf(limits: FairQueueLimits, arrivals: readonly string[]): Promise<string> {
  const queue = createFairQueue(limits)
  const order: string[] = []
  const inside: (() => void)[] = []
  const all = arrivals.map(async (key) => {
    const leave = await queue.enter(key)
    order.push(key)
    inside.push(leave)
  })
  while (order.length < arrivals.length) {
    await new Promise((resolve) => setImmediate(resolve))
    inside.shift()?.()
  }
  await Promise.all(all)
  return order.join('')
}

/** Arrivals in order, with total and per-key slots, and the expected order of entry. */
const ORDERS: [string, Partial<FairQueueLimits>, string][] = [
  ['aaa', {}, 'aaa'],
  ['aaaaaab', {}, 'aabaaaa'],
  ['aaaabbbb', {}, 'aabababb'],
  ['aaaabc', { places: 1 }, 'aabcaa'],
  ['aaaab', { places: 2, perKey: 1 }, 'abaaa'],
  ['aaabbc', { places: 3, perKey: 1 }, 'abcaba'],
]

describe('a fair queue of requests by key', () => {
  it.each(ORDERS)('serves the arrivals %s with the limits %o in turn', async (arrivals, limits, order) => {
    const served = await orderOf({ ...LIMITS, ...limits }, arrivals.split(''))
    expect(served.split('').toSorted()).toEqual(arrivals.split('').toSorted())
    expect(served).toBe(order)
  })

  it('admits a waiting key before the second turn of any other, however many requests of the others wait', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        async (crowd, places, perKey) => {
          const order = await orderOf(
            { places, perKey, waitingPerKey: 100 },
            [...crowd, 'late'].map((key) => key.at(0) ?? ''),
          )
          // 'l' waits for those already admitted, and for at most one more of each key.
          expect(order.indexOf('l')).toBeLessThanOrEqual(places + 3)
        },
      ),
      { numRuns: runsOf(60) },
    ))

  it('never admits more requests than the slots, in total or per key', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), leave: fc.boolean() }), { maxLength: 60 }),
        async (steps) => {
          const queue = createFairQueue({ places: 3, perKey: 2, waitingPerKey: 100 })
          const inside: { key: string; leave: () => void }[] = []
          let entered = 0
          for (const { key, leave } of steps) {
            const come = async () => {
              inside.push({ key, leave: await queue.enter(key) })
              entered += 1
            }
            void come()
            await new Promise((resolve) => setImmediate(resolve))
            expect(inside.length).toBeLessThanOrEqual(3)
            for (const name of 'abc') expect(inside.filter((one) => one.key === name).length).toBeLessThanOrEqual(2)
            if (leave) inside.shift()?.leave()
          }
          while (entered < steps.length) {
            inside.shift()?.leave()
            await new Promise((resolve) => setImmediate(resolve))
          }
          expect(queue.waiting).toBe(0)
        },
      ),
      { numRuns: runsOf(60) },
    ))

  it('releases a slot once, however often it is called', async () => {
    const queue = createFairQueue({ places: 1, perKey: 1, waitingPerKey: 10 })
    const leave = await queue.enter('a')
    let inside = 0
    for (const key of ['b', 'c']) void queue.enter(key).then(() => (inside += 1))
    leave()
    leave()
    await new Promise((resolve) => setImmediate(resolve))
    expect(inside).toBe(1)
  })

  it('rejects a request of a key with too many waiting, and of no other', async () => {
    const queue = createFairQueue({ places: 1, perKey: 1, waitingPerKey: 1 })
    await queue.enter('a')
    void queue.enter('a')
    await expect(queue.enter('a')).rejects.toThrow(QueueFull)
    void queue.enter('b')
    expect(queue.waiting).toBe(2)
  })
})
