import { join } from 'node:path'
import type { ServiceUser } from './service-user.ts'

/**
 * The folder of one server: `<dataDir>/postgres`, or, if root's service user cannot reach that, a folder under /var/lib
 * that `<dataDir>/postgres` links to.
 */
export interface Instance {
  /** real path; contains data/, password, server.log and, if needed, a copy of the programs */
  folder: string
  data: string
  logFile: string
  password: string
  /** the user that the server runs as; null: as ourselves */
  user: ServiceUser | null
}

/** Name of the superuser and of the database. */
export const NAME = 'mergewell'

/** Path of the instance in a data folder. */
export function instanceLink(dataDir: string): string {
  return join(dataDir, 'postgres')
}

/** Path of the lock file for starts and stops of all processes on a data folder. */
export function lockFile(dataDir: string): string {
  return join(dataDir, 'postgres.lock')
}
