import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { databaseUrl } from '#tests/support/database-url.ts'
import { createEmptyDatabase } from '#tests/support/postgres.ts'
import { likeWarning, trustLike } from './like-search-index.ts'
import type { Execute } from './system-scope.ts'

async function connected(url: string): Promise<{ client: Client; execute: Execute }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  // Hooks run in the reverse order: it ends before its database is dropped.
  onTestFinished(() => client.end())
  return { client, execute: async (sql) => (await client.query(sql)).rows as never }
}

it('the start of the product warns until a superuser has declared the LIKE operators leakproof', async () => {
  const { url, drop } = await createEmptyDatabase()
  onTestFinished(drop)
  const { client, execute } = await connected(url)
  await client.query('begin; create role plain_for_like; set local role plain_for_like')
  await trustLike(execute)
  const warning = await likeWarning(execute)
  expect(warning).toContain('alter function pg_catalog.textlike(text, text) leakproof')
  await client.query('rollback')
  await trustLike(execute)
  expect(await likeWarning(execute)).toBeNull()
})

it('deploy/postgres/roles.sh creates a database that needs no warning about LIKE', async () => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const script = readFileSync(join(import.meta.dirname, '../../../deploy/postgres/roles.sh'), 'utf8')
  const sql = /<<'SQL'\n(.*)\nSQL\n/s.exec(script)?.[1] ?? ''
  const [before, after] = sql
    .replaceAll('mergewell', name)
    .replaceAll(/:'\w+'/g, "'plain'")
    .split(`\\connect ${name}\n`)
  const { client: admin } = await connected(inject('postgresUrl'))
  onTestFinished(async () => {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`drop role if exists ${name}_owner, ${name}_runtime`)
  })
  for (const statement of before?.split(';') ?? []) await admin.query(statement)
  const { client, execute } = await connected(databaseUrl(inject('postgresUrl'), name))
  expect(await likeWarning(execute)).not.toBeNull()
  await client.query(after ?? '')
  expect(await likeWarning(execute)).toBeNull()
})
