import { randomBytes } from 'node:crypto'
import { Pool } from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './database-url.ts'
import { dropDatabase, joinNodes } from './test-server.ts'

export interface TestDatabase {
  /** superuser connection to this database */
  url: string
  /** Drops the database, closing open connections. Databases not dropped are removed at the end of the run. */
  drop(): Promise<void>
}

/** Returns whether the tests run on a cluster of PostgreSQL servers (Citus). */
export const onCluster = (): boolean => inject('postgresNodes').length > 1

/** Creates a migrated, empty database copied from the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const prefix = inject('testDatabases')
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await everywhere(`create database ${name} template ${prefix}template strategy file_copy`)
  return {
    url: databaseUrl(inject('postgresUrl'), name),
    drop: () => dropDatabase(everywhere, name),
  }
}

/**
 * Creates an empty database without tables, which is no part of the cluster until `join` makes it one.
 */
export async function createEmptyDatabase(): Promise<TestDatabase & { join(): Promise<void> }> {
  const name = `${inject('testDatabases')}${randomBytes(6).toString('hex')}`
  await everywhere(`create database ${name}`)
  return {
    url: databaseUrl(inject('postgresUrl'), name),
    drop: () => dropDatabase(everywhere, name),
    join: () => joinNodes({ nodes: inject('postgresNodes'), citus: true }, name),
  }
}

/**
 * Connections kept for all tests of a worker: opening one costs as much as copying the template. They do not keep the
 * worker alive.
 */
let nodes: Pool[] | null = null

async function everywhere(statement: string): Promise<void> {
  nodes ??= inject('postgresNodes').map((connectionString) => {
    const pool = new Pool({ connectionString, max: 2, idleTimeoutMillis: 0, allowExitOnIdle: true })
    pool.on('error', () => undefined)
    return pool
  })
  await Promise.all(nodes.map((node) => node.query(statement)))
}
