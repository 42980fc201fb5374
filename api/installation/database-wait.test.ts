import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { freePort, startTcpProxy } from '#tests/support/tcp-proxy.ts'
import { waitForDatabase, type DatabaseVariable } from './database-wait.ts'

/** Password of the test server; empty if it trusts this machine. */
const PASSWORD = new URL(inject('postgresUrl')).password

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Waits with a fake clock that runs only while waiting; returns the output and the error's text. */
async function wait(
  url: string,
  onPause: (ms: number) => Promise<unknown> | void = () => undefined,
  variable: DatabaseVariable = 'DATABASE_URL',
) {
  let time = 0
  const lines: string[] = []
  const error = await waitForDatabase(url, {
    variable,
    say: (line) => lines.push(line),
    now: () => time,
    pause: async (ms) => {
      time += ms
      await onPause(time)
    },
  }).catch((failure: Error) => failure.message)
  return { error, lines, time }
}

function at(changes: Partial<Pick<URL, 'port' | 'password' | 'pathname'>>): string {
  return Object.assign(new URL(database.url), changes).href
}

describe('the start of the product while the database is unavailable', () => {
  it('waits, with a line of progress every few seconds', async () => {
    const port = await freePort()
    const { hostname, port: real } = new URL(database.url)
    const { error, lines } = await wait(at({ port: String(port) }), async (time) => {
      if (time !== 12_000) return
      const proxy = await startTcpProxy({ host: hostname, port: Number(real || 5432) }, port)
      onTestFinished(proxy.close)
    })
    expect(error).toBeUndefined()
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/^Waiting for the database at \S+ \(connect ECONNREFUSED .*\); giving up in 25 s\.$/)
  })

  it.skipIf(!PASSWORD)('gives up after 30 s with one line that contains no password', async () => {
    const { error, time } = await wait(at({ port: String(await freePort()) }))
    expect(error).toMatch(/^The database at \S+ did not answer within 30 s: connect ECONNREFUSED [^\n]+$/)
    expect(error).not.toContain(PASSWORD)
    expect(time).toBeLessThanOrEqual(30_000)
  })
})

describe('the start of the product when the database refuses the connection', () => {
  it('does not wait if the database does not exist', async () => {
    const { error, lines } = await wait(at({ pathname: '/no_such_database' }))
    expect(error).toMatch(/refused the connection: database "no_such_database" does not exist\. Check DATABASE_URL\.$/)
    expect(lines).toEqual([])
  })

  it.each(['DATABASE_URL', 'MIGRATE_DATABASE_URL'] as const)(
    'names the environment variable to check: %s',
    async (variable) => {
      const { error } = await wait(at({ pathname: '/no_such_database' }), undefined, variable)
      expect(error).toMatch(new RegExp(`\\. Check ${variable}\\.$`))
      const { error: silent } = await wait(at({ port: String(await freePort()) }), undefined, variable)
      expect(silent).toMatch(new RegExp(`Check that it is running and that ${variable} is right\\.$`))
    },
  )

  it.skipIf(!PASSWORD)('does not wait if the password is wrong', async () => {
    const { error } = await wait(at({ password: 'wrong' }))
    expect(error).toMatch(/refused the connection: password authentication failed/)
  })
})
