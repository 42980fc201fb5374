import { UnderscoreNamingStrategy } from '@mikro-orm/core'
import { AppError } from '#domain/errors.ts'
import { entities } from '#api/database-entities.ts'
import type { Execute } from './system-scope.ts'

/**
 * Refuses a database that a development version before 1.0.0 made: its tables have other names and columns. Must run before
 * the migrations, and changes nothing.
 *
 * @throws AppError CONFLICT
 */
export async function refusePreReleaseDatabase(execute: Execute): Promise<void> {
  const [{ hasMigrations, hasMailboxes }] = await execute<[{ hasMigrations: boolean; hasMailboxes: boolean }]>(
    `select to_regclass('public.migrations') is not null as "hasMigrations",
       to_regclass('public.mailboxes') is not null as "hasMailboxes"`,
  )
  if (!hasMigrations || hasMailboxes) return
  const made = await execute<{ name: string }[]>('select name from migrations limit 1')
  if (made.length > 0) throw madeBefore('Its tables have other names.')
}

/**
 * Refuses a database that lacks columns after all migrations: a development version made it, before the first migration
 * got them.
 *
 * @throws AppError CONFLICT
 */
export async function refuseMissingColumns(execute: Execute): Promise<void> {
  const found = await execute<{ column: string }[]>(
    `select c.relname || '.' || a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`,
  )
  const present = new Set(found.map(({ column }) => column))
  const missing = entities.flatMap(({ meta }) =>
    Object.entries(meta.properties)
      .filter(([, { formula, persist }]) => !formula && persist !== false)
      .map(([name]) => `${meta.tableName}.${NAMES.propertyToColumnName(name)}`)
      .filter((column) => !present.has(column)),
  )
  if (missing.length > 0)
    throw madeBefore(`It lacks ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ' …' : ''}.`)
}

const NAMES = new UnderscoreNamingStrategy()

function madeBefore(difference: string): AppError {
  return new AppError(
    'CONFLICT',
    `This database was made by a development version before 1.0.0. ${difference} Nothing in it was changed. Use an empty database (in local mode: another DATA_DIR, or delete .data). To keep contacts and templates, start that development version once more, export the workspace there, and upload the files here.`,
  )
}
