import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { AppError } from '#domain/errors.ts'
import { checkRunnable, usableBinaries } from './binaries.ts'
import type { Binaries } from './binaries.ts'
import { gaveUp } from './failures.ts'
import { makeFarFolder, sweepFarFolders } from './far-folders.ts'
import { openInstance } from './instance.ts'
import { instanceLink, NAME } from './layout.ts'
import type { Instance } from './layout.ts'
import { endServers } from './postmaster.ts'
import { serversOfDeleted } from './process-table.ts'
import { canReach, isRoot, newServiceUser } from './service-user.ts'
import type { ServiceUser } from './service-user.ts'

const UNFINISHED = 'postgres-new-'

/**
 * Makes an empty database in `dataDir` (a real path). It is made beside its place and put there by one rename, or one link, at the end: a start that dies
 * in the middle leaves nothing that a later one could take for a database. To be called under the start lock.
 */
export async function createInstance(
  dataDir: string,
  installed: Binaries,
  log: (line: string) => void,
): Promise<Instance> {
  const link = instanceLink(dataDir)
  log(`Making a database in ${link}.`)
  await clear(dataDir, log)
  const user = isRoot() ? await newServiceUser() : null
  const name = randomBytes(6).toString('hex')
  const near = await makeNearFolder(join(dataDir, `${UNFINISHED}${name}`), user)
  const folder = near ?? (await makeFarFolder(name, link))
  try {
    if (near === null) await makeData(folder, user)
    await initialise(folder, await usableBinaries(installed, folder, user, log), user)
    if (near === null) await symlink(folder, link)
    else await rename(near, link)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  const instance = await openInstance(dataDir, log)
  if (instance === null) throw new AppError('UNAVAILABLE', `${link} was deleted while it was being made. Start again.`)
  return instance
}

/** What earlier starts left behind: half-made databases, deleted ones, and servers that still run on those. */
async function clear(dataDir: string, log: (line: string) => void): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(UNFINISHED)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
  const deleted = join(instanceLink(dataDir), 'data')
  const orphans = await serversOfDeleted(deleted)
  if (orphans.length > 0) {
    log(`Ending a PostgreSQL that still runs on a deleted ${deleted}.`)
    await endServers(orphans, `${deleted} (deleted)`)
  }
  if (isRoot()) await sweepFarFolders(instanceLink(dataDir), log)
}

/** Null when the service user cannot work there: a closed folder above it, or a file system that knows no owners. */
async function makeNearFolder(folder: string, user: ServiceUser | null): Promise<string | null> {
  await mkdir(folder)
  await chmod(folder, 0o711)
  try {
    await makeData(folder, user)
    if (user === null || (await canReach(join(folder, 'data'), user))) return folder
  } catch (error) {
    if (user === null) throw error
  }
  await rm(folder, { recursive: true })
  return null
}

async function makeData(folder: string, user: ServiceUser | null): Promise<void> {
  const data = join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  if (user === null) return
  await chown(data, user.uid, user.gid)
  if ((await stat(data)).uid !== user.uid) throw new Error(`${folder} lies on a file system without owners.`)
}

async function initialise(folder: string, binaries: Binaries, user: ServiceUser | null): Promise<void> {
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  if (user) await chown(passwordFile, user.uid, user.gid)
  const child = spawn(
    binaries.initdb,
    [
      `--pgdata=${join(folder, 'data')}`,
      `--username=${NAME}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The locale that PostgreSQL brings itself: text sorts and compares alike on every platform.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ],
    { ...user, cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC' }, stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true },
  )
  const finished = once(child, 'close')
  const [stderr, [code]] = await Promise.all([text(child.stderr), finished]).catch(async (error: unknown) => {
    await checkRunnable(binaries, user)
    throw error
  })
  if (code !== 0) {
    await checkRunnable(binaries, user)
    throw gaveUp('initdb', folder, stderr)
  }
  if (user) await chown(passwordFile, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
}
