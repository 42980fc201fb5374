import { chown, lchown, lstat, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#domain/errors.ts'
import { errnoOf, USE_YOUR_OWN } from './postgres-failures.ts'
import { isCopiedLink, recordLink } from './relocated-data-folders.ts'
import { instanceLink } from './instance-files.ts'
import type { Instance } from './instance-files.ts'
import { canReach, isRoot, newServiceUser } from './service-user.ts'
import type { ServiceUser } from './service-user.ts'

/**
 * Opens the instance that an earlier start left in `dataDir`; null if there is none and a fresh start is due.
 * @throws AppError if the folder contains something unusable
 */
export async function openInstance(dataDir: string, log: (line: string) => void): Promise<Instance | null> {
  const link = instanceLink(dataDir)
  const folder = await followLink(link, log)
  if (folder === null) return null
  const data = join(folder, 'data')
  const user = await ownerOf(data)
  const password = await readFile(join(folder, 'password'), 'utf8')
  return { folder, data, logFile: join(folder, 'server.log'), password: password.trim(), user }
}

async function followLink(link: string, log: (line: string) => void): Promise<string | null> {
  const entry = await lstat(link).catch(nullIfMissing)
  if (entry === null) return null
  const folder = await realpath(link).catch(nullIfMissing)
  if (folder === null) {
    log(`The database that ${link} points to is gone; starting with an empty one.`)
    await rm(link)
    return null
  }
  if (!entry.isSymbolicLink()) return folder
  if (await isCopiedLink(folder, link)) {
    log(
      `${link} is a copy of another folder's link; that folder keeps its database, and this one starts with an empty one.`,
    )
    await rm(link)
    return null
  }
  await recordLink(folder, link)
  return folder
}

async function ownerOf(data: string): Promise<ServiceUser | null> {
  const owner = await stat(join(data, 'PG_VERSION')).then(
    () => stat(data),
    (cause: unknown) => {
      if (errnoOf(cause) === 'EACCES') throw foreign(data, cause)
      throw new AppError(
        'UNAVAILABLE',
        `${dirname(data)} is not a Mergewell database. Move it, or set DATA_DIR to another folder.`,
        { cause },
      )
    },
  )
  if (!isRoot()) {
    if (process.getuid && owner.uid !== process.getuid()) throw foreign(data)
    return null
  }
  const user = owner.uid === 0 ? await handOver(data) : { uid: owner.uid, gid: owner.gid }
  if (!(await canReach(data, user))) {
    throw new AppError(
      'UNAVAILABLE',
      `PostgreSQL, which does not run as root, cannot reach its data in ${data}, because it has no access to a folder above it. ` +
        `Move it back to where it was, open that folder (chmod o+x), or delete ${dirname(data)} to start over. ${USE_YOUR_OWN}`,
    )
  }
  return user
}

/** Handles a folder that root copied and so owns: gives it back to the service user. */
async function handOver(data: string): Promise<ServiceUser> {
  const user = await newServiceUser()
  await chown(data, user.uid, user.gid)
  for (const entry of await readdir(data, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), user.uid, user.gid)
  }
  return user
}

function foreign(data: string, cause?: unknown): AppError {
  return new AppError(
    'UNAVAILABLE',
    `The database in ${dirname(data)} belongs to another user: it was created as root or by another user. ` +
      `Start as that user again, or set DATA_DIR to another folder. ${USE_YOUR_OWN}`,
    { cause },
  )
}

function nullIfMissing(error: unknown): null {
  if (errnoOf(error) === 'ENOENT') return null
  throw error
}
