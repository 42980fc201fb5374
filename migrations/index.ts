import { FirstMigration } from './0001-first.ts'

/** Every migration in order; names are kept in the database and never change. */
export const migrations = [{ name: '0001-first', class: FirstMigration }]
