import { download } from '#web/download.ts'
import { sessionToken } from '#web/session.ts'
import type { View } from './filter/contact-view.ts'
import type { Chosen } from './selection.ts'

export const EXPORT_FORMATS = [
  { format: 'csv', label: 'CSV (.csv)' },
  { format: 'xlsx', label: 'Excel (.xlsx)' },
] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]['format']

/** What is exported: what is chosen, or all that a view shows. */
export type Exported = Chosen | { filter: View }

/**
 * Downloads contacts as a file in which no cell is a formula; `onShare` is told how much has come, from 0 to 1. Rejects with the server's
 * own sentence, or TypeError when it cannot be reached.
 */
export async function exportContacts(
  what: Exported,
  format: ExportFormat,
  onShare: (share: number) => void,
): Promise<void> {
  const token = sessionToken()
  const response = await fetch('/api/contacts/export', {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', ...(token !== null && { Authorization: token }) },
    body: JSON.stringify({ format, ...what }),
  })
  if (!response.ok) {
    const answer = (await response.json().catch(() => null)) as { message?: string } | null
    throw new Error(answer?.message ?? `${response.status}: ${response.statusText}`)
  }
  const parts: BlobPart[] = []
  const expected = Number(response.headers.get('X-Estimated-Length')) || 1
  let size = 0
  const reader = response.body?.getReader()
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    parts.push(piece.value)
    size += piece.value.length
    onShare(Math.min(1, size / expected))
  }
  const type = response.headers.get('Content-Type') ?? 'application/octet-stream'
  download(new Blob(parts, { type }), `contacts.${format}`)
}
