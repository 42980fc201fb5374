/**
 * The Message-ID that we give an email: it contains its log and the attempt, so that references need no look-up. The
 * provider may replace it.
 */
export function ownMessageId(logId: string, attempt: number, from: string): string {
  return `<mw.${logId.replaceAll('-', '')}.${attempt}@${from.slice(from.lastIndexOf('@') + 1)}>`
}

/** The log and the attempt in a Message-ID of ours; null for any other. */
export function ownMailIn(messageId: string): { logId: string; attempt: number } | null {
  const [, hex, attempt] = /^<mw\.([0-9a-f]{32})\.(\d{1,9})@[^>]+>$/.exec(messageId) ?? []
  if (hex === undefined) return null
  return { logId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), attempt: Number(attempt) }
}
