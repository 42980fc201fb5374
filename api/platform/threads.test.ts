import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { threadTasks } from '#tests/support/thread-tasks.ts'
import { createThreads, SMALL, type Threads } from './threads.ts'

const filename = new URL('../../tests/support/thread-tasks.ts', import.meta.url).href
const LARGE = SMALL + 1
let threads: Threads<typeof threadTasks>
/** The deadlines of the tasks that have started. */
let deadlines: AbortController[]

const started = async (count: number) => {
  while (deadlines.length < count) await setImmediate()
}

beforeEach(() => {
  deadlines = []
  threads = createThreads({
    tasks: threadTasks,
    filename,
    places: 2,
    memory: { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 4, stackSizeMb: 1 },
    deadline: () => {
      const controller = new AbortController()
      deadlines.push(controller)
      return controller.signal
    },
  })
})
afterEach(() => threads.close())

it('runs large input in a thread, and small input on the main one', async () => {
  expect(await threads.run('A', 'where', undefined, SMALL)).toBe(0)
  expect(await threads.run('A', 'where', undefined, LARGE)).toBeGreaterThan(0)
})

it('counts the time of a task from when its thread has started', async () => {
  const { length } = deadlines
  const first = threads.run('A', 'where', undefined, LARGE)
  // Loading the thread's modules takes longer than many turns of the event loop.
  for (let turn = 0; turn < 20; turn += 1) await setImmediate()
  expect(deadlines).toHaveLength(length)
  await first
  expect(deadlines).toHaveLength(length + 1)
})

it('loads modules in a way that survives a thread being stopped meanwhile', async () => {
  expect(await threads.run('A', 'requiresModules', undefined, LARGE)).toBe(false)
})

it('stops a task at its deadline while the main thread answers', async () => {
  const stuck = threads.run('A', 'forever', undefined, LARGE)
  const outcome = stuck.catch((error: unknown) => error)
  await started(1)
  expect(await threads.run('B', 'where', undefined, SMALL)).toBe(0)
  deadlines[0]?.abort()
  expect(await outcome).toMatchObject({
    code: 'TOO_LARGE',
    message: 'This took longer than 10 seconds and was stopped. Make the email shorter, then try again.',
  })
  expect(await threads.run('A', 'where', undefined, LARGE)).toBeGreaterThan(0)
})

it('answers with an error when a task needs more memory than a thread has, and goes on', async () => {
  await expect(threads.run('A', 'hoard', undefined, LARGE)).rejects.toMatchObject({
    code: 'TOO_LARGE',
    message: 'This email needs too much memory. Make the email shorter, then try again.',
  })
  expect(await threads.run('A', 'where', undefined, LARGE)).toBeGreaterThan(0)
})

it('hands on an error with its code and its fields', async () => {
  await expect(threads.run('A', 'refuse', 'subject', LARGE)).rejects.toMatchObject({
    code: 'BAD_INPUT',
    fields: { subject: 'Not like this.' },
  })
})

it('leaves a thread to other workspaces, however much one asks for', async () => {
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

it('refuses what exceeds the queue of a workspace, and not what others ask for', async () => {
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
