import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '#domain/errors.ts'
import { USE_YOUR_OWN } from './postgres-failures.ts'

/** The user that PostgreSQL runs as when we are root, which it refuses to run as. */
export interface ServiceUser {
  uid: number
  gid: number
}

const NAME = 'nobody'

/** Returns whether this process runs as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * The user for a new data folder: `nobody`, which exists on every Unix and has the fewest permissions, so no system
 * change is needed. An existing folder keeps its owner.
 */
export async function newServiceUser(): Promise<ServiceUser> {
  try {
    const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')])
    return { uid, gid }
  } catch (cause) {
    throw new AppError(
      'UNAVAILABLE',
      `PostgreSQL does not run as root, and this system has no user "${NAME}" to run it as. Start as an ordinary user. ${USE_YOUR_OWN}`,
      { cause },
    )
  }
}

async function idOf(flag: string): Promise<number> {
  const { stdout } = await promisify(execFile)('id', [flag, NAME])
  const id = Number(stdout.trim()) >>> 0
  if (!/^-?\d+\s*$/.test(stdout) || id === 0) throw new Error(`id ${flag} ${NAME} printed ${stdout}`)
  return id
}

/**
 * Returns whether `user` can enter every folder above `path` and read `path` (and enter it, if it is a folder). Give it
 * a real path.
 */
export async function canReach(path: string, user: ServiceUser): Promise<boolean> {
  const itself = await stat(path)
  if (!allows(itself, user, itself.isDirectory() ? 0o5 : 0o4)) return false
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!allows(await stat(folder), user, 0o1)) return false
    if (folder === dirname(folder)) return true
  }
}

function allows(entry: { mode: number; uid: number; gid: number }, user: ServiceUser, wanted: number): boolean {
  const shift = entry.uid === user.uid ? 6 : entry.gid === user.gid ? 3 : 0
  return ((entry.mode >> shift) & wanted) === wanted
}
