import type { DraftFile } from './campaign-draft.ts'

/**
 * Draft attachments, in IndexedDB because they are too large for session storage. Without IndexedDB nothing is stored.
 */

const DATABASE = 'mergewell-drafts'
const STORE = 'files'
/** Age in ms after which attachments of drafts from closed tabs are deleted. */
const MAX_AGE_MS = 7 * 24 * 3_600_000

interface StoredFiles {
  keptAt: number
  files: readonly DraftFile[]
}

/** Replaces a draft's stored files. Never fails. */
export async function storeTabFiles(draftId: string, files: readonly DraftFile[]): Promise<void> {
  const stored: StoredFiles = { keptAt: Date.now(), files }
  await withStore('readwrite', (store) => (files.length === 0 ? store.delete(draftId) : store.put(stored, draftId)))
}

/** Deletes a draft's stored files. Never fails. */
export function deleteTabFiles(draftId: string): void {
  void storeTabFiles(draftId, [])
}

/** A draft's stored files; empty when they could not be stored. */
export async function loadTabFiles(draftId: string): Promise<readonly DraftFile[]> {
  const stored = (await withStore('readonly', (store) => store.get(draftId))) as StoredFiles | undefined
  return stored?.files ?? []
}

/** Deletes files of expired drafts. */
export async function deleteExpiredTabFiles(now: number): Promise<void> {
  await withStore('readwrite', (store) => {
    const walk = store.openCursor()
    walk.addEventListener('success', () => {
      const cursor = walk.result
      if (!cursor) return
      if ((cursor.value as StoredFiles).keptAt < now - MAX_AGE_MS) cursor.delete()
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
