import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './database-url.ts'

export interface TestDatabase {
  /** superuser connection to this database */
  url: string
  /** Drops it, closing open connections. Databases not dropped are removed at the end of the run. */
  drop(): Promise<void>
}

/** Creates a migrated, empty database copied from the run's template. */
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
