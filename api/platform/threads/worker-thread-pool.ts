import type { Piscina } from 'piscina'
import { AppError } from '#domain/errors.ts'
import { createFairQueue, QueueFull } from '../limits/fair-queue.ts'
import { whenUsed } from './processor-time.ts'
import { notBegun, READY, type Begun, type Reply, type Tasks } from './thread-reply.ts'
import { LIMITS } from '../limits/limit-register.ts'

/** ms of processor time that one task may use */
const DEADLINE = 10_000
/** Input up to this many characters is handled on the main thread: it costs less than starting a thread (decision 0016). */
export const SMALL = 4_000
/** ms after which an unused thread ends */
const IDLE_THREAD_MS = 60_000
/** s after which a caller may retry when the queue is full */
const RETRY_AFTER = 5
/** Memory in MB of one thread. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** Runs expensive pure work of workspaces off the main thread. */
export interface Threads<T extends Tasks> {
  /**
   * Runs a task. `size` is the number of characters that it reads. Throws what the task throws as an AppError,
   * TOO_LARGE past the deadline or the memory of a thread, TOO_MANY_REQUESTS and UNAVAILABLE if too many wait.
   */
  run<Name extends keyof T & string>(
    tenantId: string,
    name: Name,
    input: Parameters<T[Name]>[0],
    size: number,
  ): Promise<Awaited<ReturnType<T[Name]>>>
  /** Ends all threads. Tasks under way fail. */
  close(): Promise<void>
}

export interface ThreadOptions<T extends Tasks> {
  tasks: T
  /** the module that runs the same tasks in a thread: its default export is `replyOf` with them */
  filename: string
  /** ms of processor time that one task may use. A task that gets less, because the machine is busy, has up to six times as long. */
  deadlineMs?: number
  /** decides when a task that starts now is stopped */
  limit?: typeof whenUsed
  /** number of threads, at least two, so that one workspace never occupies all */
  places?: number
  memory?: typeof MEMORY
  /** maximum waiting tasks, per workspace and in total */
  waiting?: { perKey: number; all: number }
}

/**
 * A pool of threads in which workspaces take turns. It starts with the first large input. Threads have a low priority
 * where the system allows it, so that they do not take the processor from the main thread.
 */
export function createThreads<T extends Tasks>(options: ThreadOptions<T>): Threads<T> {
  const {
    deadlineMs = DEADLINE,
    limit = whenUsed,
    places = LIMITS.renderingThreads.places,
    memory = MEMORY,
    waiting = { perKey: LIMITS.renderingThreads.waitingPerKey, all: LIMITS.renderingThreads.waitingMax },
  } = options
  const queue = createFairQueue({
    places,
    perKey: places - 1,
    waitingPerKey: waiting.perKey,
    waitingMax: waiting.all,
  })
  let pool: Promise<Piscina> | null = null

  async function start(): Promise<Piscina> {
    const { Piscina: Pool } = await import('piscina')
    return new Pool({
      filename: options.filename,
      minThreads: 0,
      maxThreads: places,
      idleTimeout: IDLE_THREAD_MS,
      niceIncrement: 10,
      resourceLimits: memory,
      // A thread knows no secrets and gets no flags of the main thread, such as --expose-gc.
      env: {},
      // Node aborts the whole process if a thread is stopped while `require` loads an ES module, so threads use `import`.
      execArgv: ['--no-experimental-require-module'],
    })
  }

  async function inThread(name: string, input: unknown): Promise<unknown> {
    const running = await (pool ??= start())
    // A thread may have to start first, which takes seconds on a busy machine and is not the task's fault.
    await running.run({ name: READY })
    const begun = notBegun()
    const stop = new AbortController()
    const cancel = limit(
      () => timeOfTask(running, begun),
      deadlineMs,
      () => stop.abort(),
    )
    try {
      const reply = (await running.run({ name, input, begun }, { signal: stop.signal })) as Reply
      if ('result' in reply) return reply.result
      const { code, message, fields } = reply.refused
      throw new AppError(code, message, { fields })
    } finally {
      cancel()
    }
  }

  return {
    run: async (tenantId, name, input, size) => {
      if (size <= SMALL) return await (options.tasks[name] as (given: unknown) => Promise<never>)(input)
      const leave = await queue.enter(tenantId).catch(refuse)
      try {
        return (await inThread(name, input).catch((error: unknown) => explain(error, deadlineMs))) as never
      } finally {
        leave()
      }
    },
    close: async () => {
      const running = pool
      pool = null
      await (await running)?.destroy()
    },
  }
}

/** ms of processor time that a task has used; NaN if its thread has ended. */
async function timeOfTask({ threads }: Piscina, [id, before = 0]: Begun): Promise<number> {
  if (id === 0) return 0
  const thread = threads.find(({ threadId }) => threadId === id)
  if (!thread) return Number.NaN
  const { user, system } = await thread.cpuUsage()
  return (user + system - before) / 1_000
}

function explain(error: unknown, deadlineMs: number): never {
  if (error instanceof AppError) throw error
  const { name, code } = error as { name?: unknown; code?: unknown }
  const shorten = 'Make the email shorter, then try again.'
  if (name === 'AbortError') {
    throw new AppError('TOO_LARGE', `This took longer than ${deadlineMs / 1_000} seconds and was stopped. ${shorten}`)
  }
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    throw new AppError('TOO_LARGE', `This email needs too much memory. ${shorten}`)
  }
  throw error
}

function refuse(error: unknown): never {
  if (!(error instanceof QueueFull)) throw error
  const options = { retryAfter: RETRY_AFTER, cause: error }
  throw error.inAll
    ? new AppError('UNAVAILABLE', `Too many emails are being prepared. Try again in ${RETRY_AFTER} seconds.`, options)
    : new AppError(
        'TOO_MANY_REQUESTS',
        `Your workspace is preparing too many emails at once. Try again in ${RETRY_AFTER} seconds.`,
        options,
      )
}
