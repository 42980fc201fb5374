import { AppError } from '#domain/errors.ts'
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
  if (made.length === 0) return
  throw new AppError(
    'CONFLICT',
    'This database was made by a development version before 1.0.0, and its tables differ. Nothing in it was changed. Use an empty database (in local mode: another DATA_DIR, or delete .data). To keep contacts and templates, start that development version once more, export the workspace there, and upload the files here.',
  )
}
