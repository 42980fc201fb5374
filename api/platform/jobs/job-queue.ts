import { PgBoss, fromKysely } from 'pg-boss'
import type { Queue, WorkOptions } from 'pg-boss'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

/**
 * Seconds between two checks of a queue with notifications, to find jobs that are tried again and jobs whose
 * notification was lost.
 */
const BACKSTOP = 5

/** A transaction in which a job can be enqueued. */
export interface Enqueuing {
  getKysely(): Kysely<never>
}

/** A queue of jobs, declared by the noun whose work it holds, and listed in api/job-queues.ts. */
export interface JobQueue<T extends object> {
  name: string
  options: Omit<Queue, 'name'>
  /** tells duplicates of a job, which are merged while one waits; null: jobs are never duplicates */
  keyOf: ((data: T, at: Date | undefined) => string) | null
}

/** Queues of jobs over pg-boss. Names no noun: each has functions of its own over these. */
export interface Jobs {
  /** Enqueues a job, immediately or for `at`. With `em` it takes effect when that transaction commits. */
  add<T extends object>(queue: JobQueue<T>, data: T, when?: { em?: Enqueuing; at?: Date }): Promise<void>
  /** Enqueues many jobs in one statement, outside a transaction. */
  addAll<T extends object>(queue: JobQueue<T>, all: readonly T[], when?: { at?: Date }): Promise<void>
  /** Calls `run` for every due job, those of a batch at once. */
  workBatches<T extends object>(queue: JobQueue<T>, batches: Batches, run: (data: T) => Promise<void>): Promise<void>
  /**
   * Calls `run` for every due job, `places` at once. Returns a function that stops taking jobs and waits for running ones.
   * A rejection is tried again if the queue's options say so.
   */
  workSingly<T extends object>(
    queue: JobQueue<T>,
    places: number,
    run: (data: T) => Promise<void>,
  ): Promise<() => Promise<void>>
  /** Takes no more jobs and waits at most `timeout` ms for running ones. */
  close(timeout: number): Promise<void>
}

type Batches = Pick<WorkOptions, 'batchSize' | 'localConcurrency' | 'notifyPollingIntervalSeconds'>

type Declared = Pick<JobQueue<never>, 'name' | 'options'>

/** The cause of a job. */
export interface JobCause {
  traceparent?: string
  /** id of the request that caused the job, as in its X-Request-Id */
  requestId?: string
}

/** Carries the trace and the id of a request to the job that it caused. */
export interface JobTraces {
  /** Returns what the running code works for; nothing in a sweep */
  current(): JobCause
  /** Runs a job in the trace of its cause, or in a new one. */
  run<T>(cause: JobCause, work: () => Promise<T>): Promise<T>
}

const NO_TRACES: JobTraces = { current: () => ({}), run: (_cause, work) => work() }

/** Data of a job with the trace and request that caused it. */
type Traced<T> = T & JobCause

/** Creates the pg-boss tables under the role that owns them, for the product's runtime role. */
export async function prepareJobs(
  url: string,
  log: Logger,
  runtimeRole: string,
  queues: readonly Declared[],
): Promise<void> {
  const jobs = await openJobs(url, log, runtimeRole, { queues, works: false })
  await jobs.close(0)
}

/**
 * Opens pg-boss on the product's database and lets `appRole`, under which operations run, enqueue. With `works: false`
 * this process only enqueues: it does not listen, and leaves the maintenance of the queues to processes that work.
 */
export async function openJobs(
  url: string,
  log: Logger,
  appRole: string | null,
  { queues, works = true, traces = NO_TRACES }: { queues: readonly Declared[]; works?: boolean; traces?: JobTraces },
): Promise<Jobs> {
  const traced = <T extends object>(data: T): Traced<T> => ({ ...data, ...traces.current() })
  const runTraced = <T extends object>(
    { traceparent, requestId, ...data }: Traced<T>,
    run: (data: T) => Promise<void>,
  ) =>
    traces.run({ ...(traceparent && { traceparent }), ...(requestId && { requestId }) }, () =>
      run(data as unknown as T),
    )
  /** Runs the handler of a worker within the job's trace. */
  const inTrace =
    <T extends object>(run: (data: T) => Promise<void>) =>
    (data: Traced<T>) =>
      runTraced(data, run)
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'mergewell-jobs',
    max: 4,
    schedule: false,
    supervise: works,
    useListenNotify: works,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })
  boss.on('error', (error) => log.warn({ error: error.message }, 'The job queue reported an error'))
  await boss.start()
  await createQueues(boss, queues)
  if (appRole) await allow(boss, appRole)
  return {
    add: async ({ name, keyOf }, data, { em, at } = {}) => {
      await boss.send(name, traced(data), {
        ...(keyOf && { singletonKey: keyOf(data, at) }),
        ...(at && { startAfter: at }),
        ...(em && { db: fromKysely(em.getKysely()) }),
      })
    },
    addAll: async ({ name, keyOf }, all, { at } = {}) => {
      await boss.insert(
        name,
        all.map((data) => ({
          data: traced(data),
          ...(keyOf && { singletonKey: keyOf(data, at) }),
          ...(at && { startAfter: at }),
        })),
      )
    },
    workBatches: async <T extends object>({ name }: JobQueue<T>, batches: Batches, run: (data: T) => Promise<void>) => {
      const options = { ...batches, pollingIntervalSeconds: 1, burstWhenBatchFull: true }
      await boss.work<Traced<T>>(name, options, async (jobs) => {
        await Promise.allSettled(jobs.map((job) => runTraced(job.data, run)))
      })
    },
    workSingly: ({ name }, places, run) => workSingly(boss, name, places, inTrace(run)),
    close: (timeout) => boss.stop({ graceful: true, timeout }),
  }
}

async function createQueues(boss: PgBoss, queues: readonly Declared[]): Promise<void> {
  const existing = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const { name, options } of queues) {
    if (!existing.has(name)) await boss.createQueue(name, options)
  }
}

/**
 * Grants `appRole` the use of pg-boss's tables and functions. Checking first whether that is needed would cost more.
 * Processes that start together take turns, because PostgreSQL refuses two grants on one schema at once.
 */
async function allow(boss: PgBoss, appRole: string): Promise<void> {
  const role = `"${appRole.replaceAll('"', '""')}"`
  await boss.getDb().executeSql(
    `select pg_advisory_xact_lock(hashtextextended('grants of pgboss', 0));
     grant usage on schema pgboss to ${role};
     grant select, insert, update, delete on all tables in schema pgboss to ${role};
     grant execute on all functions in schema pgboss to ${role}`,
    [],
  )
}

/**
 * Calls `run` for every due job of a queue that notifies, `places` at once. Returns a function that stops taking jobs
 * and waits for running ones.
 */
async function workSingly<T extends object>(
  boss: PgBoss,
  queue: string,
  places: number,
  run: (data: T) => Promise<void>,
): Promise<() => Promise<void>> {
  const place = async () => {
    const options = { batchSize: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: BACKSTOP }
    const id: string = await boss.work<T>(queue, options, async ([job]) => {
      // More may be due than there were places when the notification came.
      boss.notifyWorker(id)
      if (job) await run(job.data)
    })
    return id
  }
  const ids = await Promise.all(Array.from({ length: places }, place))
  return async () => {
    await Promise.all(ids.map((id) => boss.offWork(queue, { id, wait: true })))
  }
}
