import { PgBoss, fromKysely } from 'pg-boss'
import type { Queue } from 'pg-boss'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { TASK_KINDS, type TaskKind } from '#domain/tasks.ts'

const QUEUE = 'mailbox'
const INBOXES = 'inbox'
/** A mailbox of a workspace, whose turn to send or to be read it is. */
interface MailboxKey {
  tenantId: string
  mailAccountId: string
}

/** emails of Mergewell itself */
const SYSTEM = 'system-email'
/** webhooks with something to send */
const WEBHOOKS = 'webhook'
/** Webhooks that a process sends to at once. */
const WEBHOOKS_AT_ONCE = 4
/** Inboxes read concurrently per process. */
const INBOXES_AT_ONCE = 8

/** Emails of Mergewell itself that a process sends at once. */
const SYSTEM_EMAILS_AT_ONCE = 2
/** s between two looks at a queue whose jobs are announced: what is to be tried again, and what no notification reached. */
const BACKSTOP = 5

/** A transaction in which a job can be enqueued. */
interface Enqueuing {
  getKysely(): Kysely<never>
}

/** Identifies one task of one tenant. */
export interface TaskKey {
  tenantId: string
  taskId: string
}

/** Identifies one webhook of one tenant. */
export interface WebhookKey {
  tenantId: string
  webhookId: string
}

/** Concurrent tasks of one kind per process. */
const TASKS_AT_ONCE = 2
const taskQueue = (kind: TaskKind) => `task-${kind}`

/**
 * The queue of mailboxes with work, one job per mailbox and slice, never per message; and a queue for each kind of
 * task.
 */
export interface Jobs {
  /** Enqueues a slice for a mailbox, immediately or at `at`; takes effect when the transaction commits. */
  wakeMailbox(em: Enqueuing, key: MailboxKey, at?: Date): Promise<void>
  /** The same outside a transaction. */
  wakeMailboxNow(key: MailboxKey, at?: Date): Promise<void>
  /** Calls `run` for every due job, several concurrently. */
  work(run: (key: MailboxKey) => Promise<void>): Promise<void>
  /** Enqueues a task in the queue of its kind; takes effect when the transaction commits. */
  wakeTask(em: Enqueuing, kind: TaskKind, key: TaskKey): Promise<void>
  /** The same outside a transaction. */
  wakeTaskNow(kind: TaskKind, key: TaskKey): Promise<void>
  /**
   * Calls `run` for every due task; kinds do not wait for each other. Returns a function that stops taking tasks and
   * waits for running ones.
   */
  workTasks(run: (key: TaskKey) => Promise<void>): Promise<() => Promise<void>>
  /** Enqueues a read of each of these inboxes, immediately or at `at`; duplicates are merged. */
  readInboxes(keys: readonly MailboxKey[], at?: Date): Promise<void>
  /** Calls `run` for every due inbox, several concurrently. */
  workInboxes(run: (key: MailboxKey) => Promise<void>): Promise<void>
  /** Enqueues a slice for a webhook; takes effect when the transaction commits. */
  wakeWebhook(em: Enqueuing, key: WebhookKey): Promise<void>
  /** Enqueues a slice for each of these webhooks, outside a transaction; duplicates are merged. */
  wakeWebhooksNow(keys: readonly WebhookKey[]): Promise<void>
  /**
   * Calls `run` for every webhook with something to send, several concurrently. Returns a function that stops taking
   * work and waits for the running one.
   */
  workWebhooks(run: (key: WebhookKey) => Promise<void>): Promise<() => Promise<void>>
  /** Enqueues sealed work for emails of Mergewell itself; takes effect when the transaction commits. */
  queueSystemWork(em: Enqueuing, sealed: string): Promise<void>
  /**
   * Calls `run` for every such work; a rejection is tried again for some hours. Returns a function that stops taking
   * work and waits for the running one.
   */
  workSystem(run: (sealed: string) => Promise<void>): Promise<() => Promise<void>>
  /** Takes no more jobs and waits at most `timeout` ms for running ones. */
  close(timeout: number): Promise<void>
}

/** Queue → its options. One that exists keeps its options. */
const QUEUES: Record<string, Omit<Queue, 'name'>> = {
  [QUEUE]: { policy: 'short', notify: true, retryLimit: 3, expireInSeconds: 120, deleteAfterSeconds: 600 },
  [INBOXES]: { policy: 'short', retryLimit: 0, expireInSeconds: 120, deleteAfterSeconds: 60 },
  [WEBHOOKS]: { policy: 'short', notify: true, retryLimit: 0, expireInSeconds: 240, deleteAfterSeconds: 60 },
  [SYSTEM]: {
    notify: true,
    retryLimit: 10,
    retryDelay: 10,
    retryBackoff: true,
    expireInSeconds: 120,
    deleteAfterSeconds: 60,
  },
  ...Object.fromEntries(
    TASK_KINDS.map((kind) => [
      taskQueue(kind),
      { policy: 'short', notify: true, retryLimit: 0, expireInSeconds: 3_600, deleteAfterSeconds: 600 },
    ]),
  ),
}

/** What caused a job. */
export interface JobCause {
  traceparent?: string
  /** the request, as in its X-Request-Id */
  requestId?: string
}

/** Carries the trace and the id of a request to the job that it caused. */
export interface JobTraces {
  /** what the running code works for; nothing in a sweep */
  current(): JobCause
  /** Runs a job in the trace of its cause, or in a new one. */
  run<T>(cause: JobCause, work: () => Promise<T>): Promise<T>
}

const NO_TRACES: JobTraces = { current: () => ({}), run: (_cause, work) => work() }

/** The data of a job. */
type Traced<T> = T & JobCause

/** Creates the pg-boss tables under the role that owns them, for the product's runtime role. */
export async function prepareJobs(url: string, log: Logger, runtimeRole: string): Promise<void> {
  const jobs = await openJobs(url, log, runtimeRole, { works: false })
  await jobs.close(0)
}

/**
 * Opens pg-boss on the product's database and lets `appRole`, under which operations run, enqueue. With `works: false`
 * this process is to enqueue only: it does not listen, and leaves the care of the queues to processes that work.
 */
export async function openJobs(
  url: string,
  log: Logger,
  appRole: string | null,
  { works = true, traces = NO_TRACES }: { works?: boolean; traces?: JobTraces } = {},
): Promise<Jobs> {
  const traced = <T extends object>(data: T): Traced<T> => ({ ...data, ...traces.current() })
  const runTraced = <T extends object>(
    { traceparent, requestId, ...data }: Traced<T>,
    run: (data: T) => Promise<void>,
  ) =>
    traces.run({ ...(traceparent && { traceparent }), ...(requestId && { requestId }) }, () =>
      run(data as unknown as T),
    )
  /** The same for a worker. */
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
  await createQueues(boss)
  if (appRole) await allow(boss, appRole)
  const send = (key: MailboxKey, at: Date | undefined, db: ReturnType<typeof fromKysely> | undefined) =>
    boss.send(QUEUE, traced(key), {
      singletonKey: `${key.mailAccountId}@${at ? Math.ceil(at.getTime() / 1_000) : 'now'}`,
      ...(at && { startAfter: at }),
      ...(db && { db }),
    })
  const sendTask = (kind: TaskKind, key: TaskKey, db: ReturnType<typeof fromKysely> | undefined) =>
    boss.send(taskQueue(kind), traced(key), { singletonKey: key.taskId, ...(db && { db }) })

  return {
    wakeMailbox: async (em, key, at) => {
      await send(key, at, fromKysely(em.getKysely()))
    },
    wakeMailboxNow: async (key, at) => {
      await send(key, at, undefined)
    },
    work: async (run) => {
      await boss.work<Traced<MailboxKey>>(
        QUEUE,
        {
          batchSize: 10,
          localConcurrency: 4,
          pollingIntervalSeconds: 1,
          notifyPollingIntervalSeconds: 1,
          burstWhenBatchFull: true,
        },
        async (jobs) => {
          await Promise.allSettled(jobs.map((job) => runTraced(job.data, run)))
        },
      )
    },
    wakeTask: async (em, kind, key) => {
      await sendTask(kind, key, fromKysely(em.getKysely()))
    },
    wakeTaskNow: async (kind, key) => {
      await sendTask(kind, key, undefined)
    },
    workTasks: async (run) => {
      const stops = await Promise.all(
        TASK_KINDS.map((kind) => workSingly(boss, taskQueue(kind), TASKS_AT_ONCE, inTrace(run))),
      )
      return async () => {
        await Promise.all(stops.map((stop) => stop()))
      }
    },
    readInboxes: async (keys, at) => {
      await boss.insert(
        INBOXES,
        keys.map((key) => ({
          data: traced(key),
          singletonKey: `${key.mailAccountId}${at ? '@later' : ''}`,
          ...(at && { startAfter: at }),
        })),
      )
    },
    workInboxes: async (run) => {
      await boss.work<Traced<MailboxKey>>(
        INBOXES,
        { batchSize: INBOXES_AT_ONCE, pollingIntervalSeconds: 1, burstWhenBatchFull: true },
        async (jobs) => {
          await Promise.allSettled(jobs.map((job) => runTraced(job.data, run)))
        },
      )
    },
    wakeWebhook: async (em, key) => {
      await boss.send(WEBHOOKS, traced(key), { singletonKey: key.webhookId, db: fromKysely(em.getKysely()) })
    },
    wakeWebhooksNow: async (keys) => {
      await boss.insert(
        WEBHOOKS,
        keys.map((key) => ({ data: traced(key), singletonKey: key.webhookId })),
      )
    },
    workWebhooks: (run) => workSingly(boss, WEBHOOKS, WEBHOOKS_AT_ONCE, inTrace(run)),
    queueSystemWork: async (em, sealed) => {
      await boss.send(SYSTEM, traced({ sealed }), { db: fromKysely(em.getKysely()) })
    },
    workSystem: (run) =>
      workSingly(
        boss,
        SYSTEM,
        SYSTEM_EMAILS_AT_ONCE,
        inTrace<{ sealed: string }>(({ sealed }) => run(sealed)),
      ),
    close: (timeout) => boss.stop({ graceful: true, timeout }),
  }
}

async function createQueues(boss: PgBoss): Promise<void> {
  const existing = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const [name, options] of Object.entries(QUEUES)) {
    if (!existing.has(name)) await boss.createQueue(name, options)
  }
}

/**
 * Lets `appRole` use the tables and functions of pg-boss. Asking whether it may already costs more. Processes that start
 * together take turns: PostgreSQL refuses two grants on one schema at once.
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
