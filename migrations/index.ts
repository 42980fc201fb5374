import { InitialMigration } from './0001-initial.ts'

/** Every migration in order; names are kept in the database and never change. */
export const migrations = [{ name: '0001-initial', class: InitialMigration }]
