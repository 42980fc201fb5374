import { AppError } from '#domain/errors.ts'
import type { Execute } from './system-scope.ts'

/** How many migrations there were before 1.0.0. All of them together made what `0001-initial` makes. */
const MIGRATIONS_BEFORE_1_0 = 88

/** What they left for processes of versions that are gone. */
const LEFTOVERS = [
  'drop operator if exists ~~@ (text, text)',
  'drop function if exists contact_like(text, text)',
  'drop operator family if exists contact_search_ops using gin',
  'drop function if exists forget_audit_events(timestamptz, integer)',
]

/**
 * Records a database of the last version before 1.0.0 as one that `0001-initial` made. Leaves any other database as it is.
 * Must run in a transaction, by one process at a time.
 *
 * @throws AppError CONFLICT if the database lacks migrations of the versions before 1.0.0
 */
export async function adoptPreReleaseDatabase(execute: Execute): Promise<void> {
  const [{ exists }] = await execute<[{ exists: boolean }]>(
    `select to_regclass('public.migrations') is not null as exists`,
  )
  if (!exists) return
  const names = (await execute<{ name: string }[]>('select name from migrations')).map(({ name }) => name)
  if (names.length === 0 || names.includes('0001-initial')) return
  if (names.length !== MIGRATIONS_BEFORE_1_0) {
    throw new AppError(
      'CONFLICT',
      'This database was made by a version before 1.0.0, and not by the last one. Start the last version before 1.0.0 on it once, then start this version again.',
    )
  }
  for (const statement of LEFTOVERS) await execute(statement)
  await execute('delete from migrations')
  await execute(`insert into migrations (name) values ('0001-initial')`)
}
