import { AppError } from '#domain/errors.ts'

/** PostgreSQL's disk_full, and the operating system's */
const FULL = new Set(['53100', 'ENOSPC'])
/** ms between two looks whether there is space again */
const LOOK_EVERY = 5_000

export const DISK_FULL = 'The disk of the database is full. Nothing can be saved until there is space again.'

/** Knows from failed writes that the disk is full, and by trying that it no longer is. */
export interface DiskSpace {
  /** Passes on what a write failed with; where the disk was full, as an error that says so. */
  failed(error: unknown): unknown
  /** What is wrong, as a sentence; null when there is space. */
  problem(): Promise<string | null>
}

/** `tryToWrite` takes up a little space for a moment; it is called only while the disk is full. */
export function createDiskSpace(tryToWrite: () => Promise<void>, now: () => number): DiskSpace {
  let looked: number | null = null
  return {
    failed: (error) => {
      if (!isFull(error)) return error
      looked = now()
      return new AppError('UNAVAILABLE', DISK_FULL, { cause: error })
    },
    problem: async () => {
      if (looked === null) return null
      if (now() - looked < LOOK_EVERY) return DISK_FULL
      looked = now()
      // Whatever else keeps it from writing is not for us to tell.
      const full = await tryToWrite().then(() => false, isFull)
      if (!full) looked = null
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
