import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './database-url.ts'

export interface TestDatabase {
  /** connection of a superuser to this database */
  url: string
  /** Throws it away, open connections and all. What is not dropped goes at the end of the run. */
  drop(): Promise<void>
}

/** A migrated, empty database of one's own, copied from the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const prefix = inject('testDatabases')
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name} template ${prefix}template strategy file_copy`)
  return {
    url: databaseUrl(inject('postgresUrl'), name),
    drop: () => asAdmin(`drop database if exists ${name} with (force)`),
  }
}

async function asAdmin(statement: string): Promise<void> {
  const admin = new Client({ connectionString: inject('postgresUrl') })
  admin.on('error', () => undefined)
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}
