import { join } from 'node:path'
import type { ServiceUser } from './service-user.ts'

/**
 * Where one server keeps its things: `<dataDir>/postgres`, or, when root's service user cannot go there, a folder under /var/lib that
 * `<dataDir>/postgres` links to.
 */
export interface Instance {
  /** real path; holds data/, password, server.log and, if need be, a copy of the programs */
  folder: string
  data: string
  logFile: string
  password: string
  /** whom the server runs as; null: as ourselves */
  user: ServiceUser | null
}

/** The superuser, and the name of the database. */
export const NAME = 'mergewell'

/** The place of the instance in a data folder. */
export function instanceLink(dataDir: string): string {
  return join(dataDir, 'postgres')
}

/** The file that starts and stops of all processes on a data folder take turns by. */
export function lockFile(dataDir: string): string {
  return join(dataDir, 'postgres.lock')
}
