import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { databaseUrl } from './database-url.ts'
import { onEveryNode } from './test-server.ts'

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
  await everywhere(`create database ${name} template ${prefix}template strategy file_copy`)
  return {
    url: databaseUrl(inject('postgresUrl'), name),
    drop: () => everywhere(`drop database if exists ${name} with (force)`),
  }
}

const everywhere = (statement: string) => onEveryNode({ nodes: inject('postgresNodes') }, statement)
