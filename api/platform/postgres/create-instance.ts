import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '#domain/errors.ts'
import { checkRunnable, usableBinaries } from './postgres-binaries.ts'
import type { Binaries } from './postgres-binaries.ts'
import { gaveUp, USE_YOUR_OWN } from './postgres-failures.ts'
import { makeFarFolder, sweepFarFolders } from './relocated-data-folders.ts'
import { openInstance } from './postgres-instance.ts'
import { instanceLink, NAME } from './instance-files.ts'
import type { Instance } from './instance-files.ts'
import { endServers } from './postmaster.ts'
import { serversOfDeleted } from './process-table.ts'
import { canReach, isRoot, newServiceUser } from './service-user.ts'
import type { ServiceUser } from './service-user.ts'

const UNFINISHED = 'postgres-new-'

/**
 * Creates an empty database in `dataDir` (a real path). Builds it beside its final place and moves it there with one
 * rename or link: a start that dies midway leaves nothing that looks like a database. Call it under the start lock.
 */
export async function createInstance(
  dataDir: string,
  installed: Binaries,
  log: (line: string) => void,
): Promise<Instance> {
  const link = instanceLink(dataDir)
  log(`Creating a database in ${link}.`)
  await clear(dataDir, log)
  const user = isRoot() ? await newServiceUser() : null
  const name = randomBytes(6).toString('hex')
  const near = await makeNearFolder(join(dataDir, `${UNFINISHED}${name}`), user)
  const folder = near ?? (await makeFarFolder(name, link))
  try {
    if (near === null && !(await makeData(folder, user))) throw cannotGiveAway()
    await initialize(folder, await usableBinaries(installed, folder, user, log), user, link)
    if (near === null) await symlink(folder, link)
    else await rename(near, link)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  const instance = await openInstance(dataDir, log)
  if (instance === null)
    throw new AppError('UNAVAILABLE', `${link} was deleted while it was being created. Start again.`)
  return instance
}

function cannotGiveAway(): AppError {
  return new AppError(
    'UNAVAILABLE',
    `PostgreSQL does not run as root, and this root user cannot change the owner of files (no CAP_CHOWN). Start as an ordinary user. ${USE_YOUR_OWN}`,
  )
}

/** Cleans up after earlier starts: partial and deleted databases, and servers still running on them. */
async function clear(dataDir: string, log: (line: string) => void): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(UNFINISHED)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
  const deleted = join(instanceLink(dataDir), 'data')
  const orphans = await serversOfDeleted(deleted)
  if (orphans.length > 0) {
    log(`Stopping a PostgreSQL server that is still running on a deleted ${deleted}.`)
    await endServers(orphans, `${deleted} (deleted)`)
  }
  if (isRoot()) await sweepFarFolders(instanceLink(dataDir), log)
}

/**
 * Makes a folder beside the data folder; null if the service user cannot work there, because a parent folder is closed
 * or the file system has no owners.
 */
async function makeNearFolder(folder: string, user: ServiceUser | null): Promise<string | null> {
  await mkdir(folder)
  await chmod(folder, 0o711)
  if ((await makeData(folder, user)) && (user === null || (await canReach(join(folder, 'data'), user)))) return folder
  await rm(folder, { recursive: true })
  return null
}

/** Makes an empty folder owned by the service user; false if the owner cannot be changed. */
async function makeData(folder: string, user: ServiceUser | null): Promise<boolean> {
  const data = join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  if (user === null) return true
  const given = await chown(data, user.uid, user.gid).then(
    () => true,
    () => false,
  )
  return given && (await stat(data)).uid === user.uid
}

async function initialize(folder: string, binaries: Binaries, user: ServiceUser | null, place: string): Promise<void> {
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  if (user) await chown(passwordFile, user.uid, user.gid)
  const options = [
    `--pgdata=${join(folder, 'data')}`,
    `--username=${NAME}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // PostgreSQL's built-in locale: text sorts and compares alike on every platform.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ]
  try {
    const env = { LC_ALL: 'C', TZ: 'UTC' }
    await promisify(execFile)(binaries.initdb, options, { ...user, cwd: folder, env, windowsHide: true })
  } catch (error) {
    await checkRunnable(binaries, user)
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
    throw output === '' ? error : gaveUp('initdb', place, output)
  }
  if (user) await chown(passwordFile, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
}
