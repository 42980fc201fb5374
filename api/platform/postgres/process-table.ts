import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

const PROGRAM = 'postgres'

/**
 * Returns whether process `pid` is a live PostgreSQL server in `folder` (a real path). A pid alone proves nothing: it
 * may be reused, or belong to a zombie.
 */
export async function isServerOf(pid: number, folder: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') return (await linuxServerFolder(pid)) === folder
  if (process.platform === 'win32') return isWindowsServer(pid)
  return isServerByPs(pid, folder)
}

/** Servers still running on a deleted folder (Linux; elsewhere they stop by themselves within a minute). */
export async function serversOfDeleted(folder: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const folders = await Promise.all(pids.map(linuxServerFolder))
  return pids.filter((_, index) => folders[index] === `${folder} (deleted)`)
}

/** Returns whether a process with this pid exists, including zombies. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The working folder of a live PostgreSQL process, which is its data folder. Null for any other process. */
async function linuxServerFolder(pid: number): Promise<string | null> {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8')
    const name = status.slice(status.indexOf('(') + 1, status.lastIndexOf(')'))
    const state = status.slice(status.lastIndexOf(')') + 2, status.lastIndexOf(')') + 3)
    if (name !== PROGRAM || state === 'Z' || state === 'X') return null
    return await readlink(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

async function isServerByPs(pid: number, folder: string): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'stat=,args=', '-p', String(pid)])
    return !stdout.startsWith('Z') && stdout.includes(PROGRAM) && stdout.includes(folder)
  } catch {
    return false
  }
}

async function isWindowsServer(pid: number): Promise<boolean> {
  const { stdout } = await promisify(execFile)('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])
  return stdout.toLowerCase().includes(`${PROGRAM}.exe`)
}
