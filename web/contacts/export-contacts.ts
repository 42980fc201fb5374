import { downloadFrom } from '#web/client/download.ts'
import type { ExportFormat } from '#web/shared/export-menu.tsx'
import type { View } from './filter/contact-view.ts'
import type { Chosen } from './selection.ts'

/** The exported contacts: the selection, or a whole view. */
export type Exported = Chosen | { filter: View }

/**
 * Downloads contacts as a file without formula cells and returns its name; `onShare` reports progress from 0 to 1.
 * Rejects with the server's message, or TypeError when it is unreachable.
 */
export async function exportContacts(
  what: Exported,
  format: ExportFormat,
  onShare: (share: number) => void,
): Promise<string> {
  const name = `contacts.${format}`
  await downloadFrom('/api/contacts/export', name, onShare, { format, ...what })
  return name
}
