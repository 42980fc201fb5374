import { AppError } from '#domain/errors.ts'

/** PostgreSQL's disk_full, and the operating system's */
const FULL = new Set(['53100', 'ENOSPC'])
/** Minimum ms between two checks for free space. */
const LOOK_EVERY = 5_000

export const DISK_FULL = 'The database disk is full. Nothing can be saved until there is space again.'

/** Detects a full disk from failed writes, and its recovery from test writes. */
export interface DiskSpace {
  /** Passes on the error of a write; if the disk was full, returns an error that says so. */
  failed(error: unknown): unknown
  /** The problem as a sentence; null if there is space. */
  problem(): Promise<string | null>
}

/**
 * `tryToWrite` makes a small temporary write; called only while the disk is full. `changed` is called when the disk is found
 * full, and when there is space again.
 */
export function createDiskSpace(
  tryToWrite: () => Promise<void>,
  now: () => number,
  changed: () => void = () => {},
): DiskSpace {
  let looked: number | null = null
  return {
    failed: (error) => {
      if (!isFull(error)) return error
      const before = looked
      looked = now()
      if (before === null) changed()
      return new AppError('UNAVAILABLE', DISK_FULL, { cause: error })
    },
    problem: async () => {
      if (looked === null) return null
      if (now() - looked < LOOK_EVERY) return DISK_FULL
      looked = now()
      // Any other write failure is not reported here.
      const full = await tryToWrite().then(() => false, isFull)
      if (!full) {
        looked = null
        changed()
      }
      return full ? DISK_FULL : null
    },
  }
}

function isFull(error: unknown): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (FULL.has(String((inner as { code?: unknown }).code))) return true
  }
  return false
}
