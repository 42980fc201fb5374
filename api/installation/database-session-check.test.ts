import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startFakePooler } from '#tests/support/fake-pooler.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { checkSessions } from './database-session-check.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const pooler = async (mode: 'transaction' | 'session') => {
  const started = await startFakePooler(database.url, mode)
  onTestFinished(started.close)
  return started.url
}

it('the check of DATABASE_URL accepts a direct connection', async () => {
  await expect(checkSessions(database.url)).resolves.toBeUndefined()
})

it('the check of DATABASE_URL accepts a pooler in session mode', async () => {
  await expect(checkSessions(await pooler('session'))).resolves.toBeUndefined()
})

it('the check of DATABASE_URL refuses a pooler in transaction mode, in one line that says what to do', async () => {
  const refused = await checkSessions(await pooler('transaction')).catch((error: Error) => error.message)
  expect(refused).toMatch(
    /^DATABASE_URL points to a connection pooler that does not keep sessions: [^\n]+\. Connect to PostgreSQL directly, or use session pooling/,
  )
})
