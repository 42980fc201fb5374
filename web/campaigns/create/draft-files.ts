import type { DraftFile } from './draft.ts'

/** The files of drafts, in the browser's database: they are too large for the tab's storage. Where there is none, nothing is kept. */

const DATABASE = 'mergewell-drafts'
const STORE = 'files'
/** Files of drafts whose tab was closed go after a week, in ms. */
const KEPT_FOR = 7 * 24 * 3_600_000

interface Kept {
  keptAt: number
  files: readonly DraftFile[]
}

/** Keeps the files of a draft in place of those kept before. Never fails. */
export async function keepFiles(draftId: string, files: readonly DraftFile[]): Promise<void> {
  const kept: Kept = { keptAt: Date.now(), files }
  await withStore('readwrite', (store) => (files.length === 0 ? store.delete(draftId) : store.put(kept, draftId)))
}

/** Forgets the files of a draft. Never fails. */
export function dropFiles(draftId: string): void {
  void keepFiles(draftId, [])
}

/** The files kept for a draft; none when they could not be kept. */
export async function loadFiles(draftId: string): Promise<readonly DraftFile[]> {
  const kept = (await withStore('readonly', (store) => store.get(draftId))) as Kept | undefined
  return kept?.files ?? []
}

/** Forgets what drafts of long ago left behind. */
export async function sweepFiles(now: number): Promise<void> {
  await withStore('readwrite', (store) => {
    const walk = store.openCursor()
    walk.addEventListener('success', () => {
      const cursor = walk.result
      if (!cursor) return
      if ((cursor.value as Kept).keptAt < now - KEPT_FOR) cursor.delete()
      cursor.continue()
    })
    return null
  })
}

async function withStore(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest | null,
): Promise<unknown> {
  if (typeof indexedDB === 'undefined') return undefined
  try {
    const database = await open()
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode)
      const request = work(transaction.objectStore(STORE))
      transaction.addEventListener('complete', () => {
        database.close()
        resolve(request?.result)
      })
      transaction.addEventListener('abort', () => {
        database.close()
        reject(transaction.error)
      })
    })
  } catch {
    return undefined
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
