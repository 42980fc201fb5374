import { downloadFrom } from '#web/client/download.ts'
import type { ExportFormat } from '#web/shared/export-menu.tsx'
import type { EmailLogFilter } from '#web/generated/graphql.ts'
import { trimOf } from '#domain/trim-text.ts'

/**
 * Downloads all matching recipients of a campaign as a file without formula cells; `onShare` reports progress from 0 to
 * 1. Rejects as {@link downloadFrom} does.
 */
export async function exportRecipients(
  campaignId: string,
  filter: EmailLogFilter | undefined,
  format: ExportFormat,
  name: string,
  onShare: (share: number) => void,
): Promise<void> {
  const asked = new URLSearchParams({ format })
  for (const [key, value] of Object.entries(filter ?? {})) if (value) asked.set(key, value)
  await downloadFrom(`/api/campaigns/${campaignId}/recipients/export?${asked.toString()}`, name, onShare)
}

/** A portable file name: "Autumn news" → "Autumn-news.csv". */
export function fileName(format: ExportFormat, ...words: readonly string[]): string {
  const text = words
    .join(' ')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return `${trimOf(text, '-').slice(0, 80) || 'recipients'}.${format}`
}
