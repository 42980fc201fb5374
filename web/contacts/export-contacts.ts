import { downloadFrom } from '#web/download.ts'
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
export function exportContacts(what: Exported, format: ExportFormat, onShare: (share: number) => void): Promise<void> {
  return downloadFrom('/api/contacts/export', `contacts.${format}`, onShare, { format, ...what })
}
