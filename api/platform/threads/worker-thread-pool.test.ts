import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { itInFull } from '#tests/support/full-run-only.ts'
import { threadTasks } from '#tests/support/failing-thread-tasks.ts'
import { whenUsed, type UsedTime } from './processor-time.ts'
import { createThreads, SMALL, type Threads } from './worker-thread-pool.ts'

const filename = new URL('../../../tests/support/failing-thread-tasks.ts', import.meta.url).href
const LARGE = SMALL + 1
let threads: Threads<typeof threadTasks>
/** Limits of the tasks that have started: the time used, and the act that stops the task. */
let limits: { used: UsedTime; act: () => void }[]

const started = async (count: number) => {
  while (limits.length < count) await setImmediate()
}

/** Waits until the first task has used some ms of processor time. */
const firstHasUsed = async (ms: number) => {
  while (!(((await limits[0]?.used()) as number) >= ms)) await setImmediate()
}

beforeEach(() => {
  limits = []
  threads = createThreads({
    tasks: threadTasks,
    filename,
    places: 2,
    memory: { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 4, stackSizeMb: 1 },
    limit: (used, _, act) => {
      limits.push({ used, act })
      return () => {}
    },
  })
})
afterEach(() => threads.close())

it('the thread pool processes large input in a thread, and small input on the main thread', async () => {
  expect(await threads.run('A', 'where', undefined, SMALL)).toBe(0)
  expect(await threads.run('A', 'where', undefined, LARGE)).toBeGreaterThan(0)
})

it('the thread pool counts the time of a task from the start of its thread', async () => {
  const { length } = limits
  const first = threads.run('A', 'where', undefined, LARGE)
  // Loading the thread's modules takes longer than many turns of the event loop.
  for (let turn = 0; turn < 20; turn += 1) await setImmediate()
  expect(limits).toHaveLength(length)
  await first
  expect(limits).toHaveLength(length + 1)
})

it('the thread pool survives when a thread is stopped while it loads modules', async () => {
  expect(await threads.run('A', 'requiresModules', undefined, LARGE)).toBe(false)
})

it('the thread pool stops a task at its deadline while the main thread is idle', async () => {
  const stuck = threads.run('A', 'forever', undefined, LARGE)
  const outcome = stuck.catch((error: unknown) => error)
  await started(1)
  expect(await threads.run('B', 'where', undefined, SMALL)).toBe(0)
  limits[0]?.act()
  expect(await outcome).toMatchObject({
    code: 'TOO_LARGE',
    message: 'This took longer than 10 seconds and was stopped. Make the email shorter, then try again.',
  })
  expect(await threads.run('A', 'where', undefined, LARGE)).toBeGreaterThan(0)
})

itInFull(
  "the thread pool counts the processor time of a task's own thread, and not that of another thread",
  async () => {
    const gate = new Int32Array(new SharedArrayBuffer(4))
    const busy = threads.run('A', 'forever', undefined, LARGE).catch((error: unknown) => error)
    await started(1)
    const starved = threads.run('B', 'wait', gate, LARGE)
    await started(2)
    await firstHasUsed(200)
    const neighbor = await limits[1]?.used()
    expect(neighbor).toBeLessThan(((await limits[0]?.used()) ?? 0) / 2)
    limits[0]?.act()
    await busy
    expect(await limits[0]?.used()).toBeNaN()
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
    expect(await starved).toBeGreaterThan(0)
  },
)

it('the thread pool stops a busy task without help of the main thread', async () => {
  const strict = createThreads({ tasks: threadTasks, filename, deadlineMs: 20, limit: whenUsed })
  await expect(strict.run('A', 'forever', undefined, LARGE)).rejects.toMatchObject({ code: 'TOO_LARGE' })
  await strict.close()
})

itInFull(
  'the thread pool answers with an error when a task needs more memory than a thread has, and continues',
  async () => {
    await expect(threads.run('A', 'hoard', undefined, LARGE)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: 'This email needs too much memory. Make the email shorter, then try again.',
    })
    expect(await threads.run('A', 'where', undefined, LARGE)).toBeGreaterThan(0)
  },
)

it('the thread pool hands on an error with its code and its fields', async () => {
  await expect(threads.run('A', 'refuse', 'subject', LARGE)).rejects.toMatchObject({
    code: 'BAD_INPUT',
    fields: { subject: 'Not like this.' },
  })
})

it('the thread pool keeps a thread for other workspaces, however many tasks one workspace starts', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const ended: string[] = []
  const ask = async (tenantId: string, name: 'wait' | 'where') => {
    await (name === 'wait'
      ? threads.run(tenantId, 'wait', gate, LARGE)
      : threads.run(tenantId, 'where', undefined, LARGE))
    ended.push(tenantId)
  }
  const greedy = Array.from({ length: 5 }, () => ask('A', 'wait'))
  await ask('B', 'where')
  expect(ended).toEqual(['B'])
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  await Promise.all(greedy)
})

it('the thread pool refuses tasks beyond the queue of a workspace, but not those of other workspaces', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const waiting = Array.from({ length: 17 }, () => threads.run('A', 'wait', gate, LARGE))
  await expect(threads.run('A', 'where', undefined, LARGE)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    retryAfter: 5,
  })
  expect(await threads.run('B', 'where', undefined, LARGE)).toBeGreaterThan(0)
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  await Promise.all(waiting)
})
