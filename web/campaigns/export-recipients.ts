import { downloadFrom } from '#web/download.ts'
import type { EmailLogFilter } from '#web/generated/graphql.ts'

/**
 * Downloads all recipients of a campaign that match, however many, as a CSV file that Excel reads right and in which no cell is a formula;
 * `onShare` is told how much has come, from 0 to 1. Rejects as {@link downloadFrom} does.
 */
export function exportRecipients(
  campaignId: string,
  filter: EmailLogFilter | undefined,
  name: string,
  onShare: (share: number) => void,
): Promise<void> {
  const asked = new URLSearchParams({ format: 'csv' })
  for (const [key, value] of Object.entries(filter ?? {})) if (value) asked.set(key, value)
  return downloadFrom(`/api/campaigns/${campaignId}/recipients/export?${asked.toString()}`, name, onShare)
}

/** A name that every file system takes: "Autumn news" → "Autumn-news.csv". */
export function fileName(...words: readonly string[]): string {
  const text = words
    .join(' ')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return `${text.replaceAll(/^-+|-+$/g, '').slice(0, 80) || 'recipients'}.csv`
}
