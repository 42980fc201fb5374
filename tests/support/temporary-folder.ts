import { readFileSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
/** Bytes that a test run may need: databases, data folders and browser profiles, with a reserve. */
const ROOM = 4 * 1024 ** 3

/** Facts that decide whether files may live in memory. */
export interface MemoryFacts {
  /** /proc/self/mounts; empty where there is none */
  mounts: string
  /** bytes free in /dev/shm */
  free: number
  /** bytes of memory available */
  memory: number
}

/**
 * Returns whether /dev/shm is memory with room for a run, and programs may be run from it. Containers often have only
 * 64 MB.
 */
export function fitsInMemory({ mounts, free, memory }: MemoryFacts): boolean {
  const mount = mounts.split('\n').find((line) => line.split(' ')[1] === MEMORY)
  if (!mount) return false
  const [, , type, options = ''] = mount.split(' ')
  return type === 'tmpfs' && !options.split(',').includes('noexec') && Math.min(free, memory) >= ROOM
}

/**
 * Returns where tests put their files: memory if they fit, because each copy of a database creates a thousand files;
 * otherwise the system's folder. TMPDIR, if set, wins.
 */
export function temporaryFolder(): string {
  if (process.env['TMPDIR']) return process.env['TMPDIR']
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    const facts = { mounts: readFileSync('/proc/self/mounts', 'utf8'), free: bavail * bsize, memory: freemem() }
    return fitsInMemory(facts) ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
