import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

const PROGRAM = 'postgres'

/**
 * Whether process `pid` is a live PostgreSQL that works in `folder` (a real path). A number alone proves nothing: the process may be long gone
 * and its number given to another, or it may be dead but not yet reaped.
 */
export async function isServerOf(pid: number, folder: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') return (await linuxServerFolder(pid)) === folder
  if (process.platform === 'win32') return isWindowsServer(pid)
  return isServerByPs(pid, folder)
}

/** The servers that still run on a folder that was deleted under them (Linux; elsewhere they end by themselves within a minute). */
export async function serversOfDeleted(folder: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const folders = await Promise.all(pids.map(linuxServerFolder))
  return pids.filter((_, index) => folders[index] === `${folder} (deleted)`)
}

/** Whether a process of that number exists, dead but unreaped ones included. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The folder a live PostgreSQL process works in: the server changes into its data folder. Null for any other process. */
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
