import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Progress } from './database-fingerprint.ts'

/** Remembers how far the database has progressed, outside of the database, to notice a restored backup. */
export interface Witness {
  read(): Promise<Progress | null>
  write(progress: Progress): Promise<void>
}

const progress = z.object({ id: z.string(), incarnation: z.number(), beats: z.number() })

/** Makes a witness that is stored in a file in `dataDir`. An unreadable file counts as missing. */
export function fileWitness(dataDir: string): Witness {
  const path = join(dataDir, 'last-heartbeat.json')
  return {
    read: async () => {
      const text = await readFile(path, 'utf8').catch(() => '')
      try {
        return progress.parse(JSON.parse(text))
      } catch {
        return null
      }
    },
    write: async (latest) => {
      await mkdir(dataDir, { recursive: true })
      // Containers that share the folder have the same process id.
      const fresh = `${path}.${randomUUID()}`
      await writeFile(fresh, JSON.stringify(latest))
      await rename(fresh, path)
    },
  }
}

/** Makes a witness that is stored only in the memory of this process. */
export function memoryWitness(): Witness {
  let latest: Progress | null = null
  return { read: async () => latest, write: async (next) => void (latest = next) }
}
