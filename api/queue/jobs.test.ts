import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { openJobs } from './jobs.ts'
import type { MailboxKey } from '../sending/store.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('a woken mailbox is processed immediately, without waiting for the next poll', async () => {
  const database = await createTestDatabase()
  // The polling clock stands still, so only a notification can deliver a job.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  const jobs = await openJobs(database.url, pino({ level: 'silent' }), null)
  const taken: MailboxKey[] = []
  let tell = () => {}
  await jobs.work(async (key) => {
    taken.push(key)
    tell()
  })
  for (const mailAccountId of ['first', 'second', 'third']) {
    const next = new Promise<void>((resolve) => {
      tell = resolve
    })
    await jobs.wakeMailboxNow({ tenantId: 'tenant', mailAccountId })
    await next
  }
  expect(taken.map(({ mailAccountId }) => mailAccountId)).toEqual(['first', 'second', 'third'])
  vi.useRealTimers()
  await jobs.close(0)
  await database.drop()
})
