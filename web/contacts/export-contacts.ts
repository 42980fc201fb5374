import { downloadFrom } from '#web/download.ts'
import type { ExportFormat } from '#web/export-menu.tsx'
import type { View } from './filter/contact-view.ts'
import type { Chosen } from './selection.ts'

/** What is exported: what is chosen, or all that a view shows. */
export type Exported = Chosen | { filter: View }

/**
 * Downloads contacts as a file in which no cell is a formula and answers its name; `onShare` is told how much has come, from 0 to 1. Rejects with the server's
 * own sentence, or TypeError when it cannot be reached.
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
