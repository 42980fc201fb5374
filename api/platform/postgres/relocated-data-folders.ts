import { chmod, lstat, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { endServers, readPostmasterFile } from './postmaster.ts'
import { isServerOf } from './process-table.ts'

/** Location of root's data folders if PostgreSQL's service user cannot reach the folder they belong to. */
const RELOCATED_ROOT = '/var/lib/mergewell'

/**
 * The link that leads to a far folder. `home` identifies the folder above the data folder by device and inode, so a new
 * folder at the same path does not match.
 */
interface LinkRecord {
  link: string
  home: string
}

/** Creates an empty far folder of that name for `link` to point to. */
export async function makeFarFolder(name: string, link: string): Promise<string> {
  await mkdir(RELOCATED_ROOT, { recursive: true })
  await chmod(RELOCATED_ROOT, 0o711)
  const folder = join(RELOCATED_ROOT, name)
  await mkdir(folder)
  await chmod(folder, 0o711)
  await recordLink(folder, link)
  return folder
}

/** Records in a far folder which link leads to it; repeat at each start, because clones get moved. */
export async function recordLink(folder: string, link: string): Promise<void> {
  const record: LinkRecord = { link, home: await homeOf(link) }
  await writeFile(join(folder, 'link.json'), JSON.stringify(record), { mode: 0o600 })
}

/** Returns whether `link` is a copy of another link that still leads to `folder`. */
export async function isCopiedLink(folder: string, link: string): Promise<boolean> {
  const record = await readRecord(folder)
  return record !== null && record.link !== link && (await leadsTo(record.link, folder))
}

/**
 * Deletes far folders that belonged to `link` but no longer do, because the data folder was deleted. Stops a server
 * still running in one. Leaves folders of other places alone: a clone that was moved, or is not mounted, only looks
 * abandoned.
 */
export async function sweepFarFolders(link: string, log: (line: string) => void): Promise<void> {
  const home = await homeOf(link)
  for (const name of await readdir(RELOCATED_ROOT).catch(() => [])) {
    const folder = join(RELOCATED_ROOT, name)
    const record = await readRecord(folder)
    if (record === null || record.link !== link || record.home !== home || (await leadsTo(link, folder))) continue
    log(`Deleting ${folder}, the database of a data folder that was deleted.`)
    const data = join(folder, 'data')
    const server = await readPostmasterFile(data)
    if (server && (await isServerOf(server.pid, data))) await endServers([server.pid], data)
    await rm(folder, { recursive: true, force: true })
  }
}

async function readRecord(folder: string): Promise<LinkRecord | null> {
  try {
    return JSON.parse(await readFile(join(folder, 'link.json'), 'utf8')) as LinkRecord
  } catch {
    return null
  }
}

async function leadsTo(link: string, folder: string): Promise<boolean> {
  try {
    return (await lstat(link)).isSymbolicLink() && (await realpath(link)) === folder
  } catch {
    return false
  }
}

async function homeOf(link: string): Promise<string> {
  const { dev, ino } = await stat(dirname(dirname(link)))
  return `${dev}:${ino}`
}
