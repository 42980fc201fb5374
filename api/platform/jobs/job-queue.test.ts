import { Client } from 'pg'
import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { openJobs } from './job-queue.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { QUEUES } from '#api/job-queues.ts'
import { wakeMailboxNow, workMailboxes } from '#api/sending/mailbox-queue.ts'
import { wakeTaskNow, workTasks } from '#api/tasks/task-queue.ts'

const log = pino({ level: 'silent' })

afterEach(() => {
  vi.useRealTimers()
})

it('the job queue processes a mailbox immediately when woken, without waiting for the next poll', async () => {
  const database = await createTestDatabase()
  // The polling clock stands still, so only a notification can deliver a job.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  const jobs = await openJobs(database.url, log, null, { queues: QUEUES })
  const taken: MailboxKey[] = []
  let tell = () => {}
  await workMailboxes(jobs, async (key) => {
    taken.push(key)
    tell()
  })
  for (const mailboxId of ['first', 'second', 'third']) {
    const next = new Promise<void>((resolve) => {
      tell = resolve
    })
    await wakeMailboxNow(jobs, { tenantId: 'tenant', mailboxId })
    await next
  }
  expect(taken.map(({ mailboxId }) => mailboxId)).toEqual(['first', 'second', 'third'])
  vi.useRealTimers()
  await jobs.close(0)
  await database.drop()
})

it('the job queue starts tasks that wait for a free place as soon as there is one, without waiting for the next poll', async () => {
  const database = await createTestDatabase()
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  const jobs = await openJobs(database.url, log, null, { queues: QUEUES })
  const waiting = ['first', 'second', 'third', 'fourth', 'fifth'].map((taskId) => ({ tenantId: 'tenant', taskId }))
  for (const key of waiting) await wakeTaskNow(jobs, 'deleteContacts', key)
  const taken = new Set<string>()
  const all = new Promise<void>((resolve) => {
    void workTasks(jobs, async ({ taskId }) => {
      taken.add(taskId)
      if (taken.size === waiting.length) resolve()
    })
  })
  await all
  vi.useRealTimers()
  await jobs.close(0)
  await database.drop()
})

it('the start of a process creates no job queue that already exists', async () => {
  const database = await createTestDatabase()
  const other = new Client({ connectionString: database.url })
  await other.connect()
  await other.query('begin; lock table pgboss.queue in share mode')
  const jobs = await openJobs(database.url, log, null, { queues: QUEUES, works: false })
  await jobs.close(0)
  await other.query('rollback; delete from pgboss.queue where name <> $$mailbox$$')
  await (await openJobs(database.url, log, null, { queues: QUEUES, works: false })).close(0)
  const { rows } = await other.query('select count(*)::int as queues from pgboss.queue')
  expect(rows[0].queues).toBeGreaterThan(1)
  await other.end()
  await database.drop()
})

it('processes that start at the same time all open the job queue', async () => {
  const database = await createTestDatabase()
  const [role] = await sqlOn(database.url, 'select current_user as name')
  const opened = await Promise.all(
    Array.from({ length: 6 }, () => openJobs(database.url, log, role?.['name'] ?? null, { queues: QUEUES })),
  )
  await Promise.all(opened.map((jobs) => jobs.close(0)))
  await database.drop()
})

async function sqlOn(url: string, sql: string): Promise<Record<string, string>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, string>>(sql)
  await client.end()
  return rows
}
