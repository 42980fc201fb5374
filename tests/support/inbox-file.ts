import PostalMime from 'postal-mime'
import { isAutomaticAnswer } from '#domain/inbox/automatic-answer.ts'
import { refersToAnother } from '#domain/inbox/automatic-mail.ts'
import { isReaction } from '#domain/inbox/emoji-reaction.ts'
import { mayBeReceipt } from '#domain/inbox/message-receipts.ts'
import { looksLikeReport } from '#domain/inbox/report-signs.ts'
import { INBOX_HEADERS } from '#domain/inbox/returned-mail.ts'
import { splitReply } from '#domain/inbox/reply-text/split-reply.ts'
import { readMailText } from '#api/providers/mail-text.ts'
import { readReport } from '#api/providers/delivery-report-reader.ts'
import type { InboxMail } from '#api/sending/provider.ts'

/** Characters that providers show of the beginning of a text: Gmail 200 or so, Exchange 255. */
const PREVIEW = 200

/**
 * Reads an email file as the inbox readers of both providers do: its headers first, and its body only if it looks like a
 * report or an automatic answer.
 */
export async function inboxMailOf(raw: Uint8Array, receivedAt = new Date('2026-11-23T10:00:00Z')): Promise<InboxMail> {
  const parsed = await PostalMime.parse(raw)
  const wanted: ReadonlySet<string> = new Set(INBOX_HEADERS)
  const headers: Record<string, string> = {}
  for (const { key, value } of parsed.headers) if (wanted.has(key)) headers[key] ??= value
  const mail = { from: parsed.from?.address?.toLowerCase() ?? '', subject: parsed.subject ?? '', headers }
  const report = looksLikeReport(mail) ? await readReport(raw) : null
  const content = await readMailText(raw)
  const preview = (content.text || splitReply(content).whole).replaceAll(/\s+/g, ' ').trim().slice(0, PREVIEW)
  const partTypes = parsed.attachments.map(({ mimeType, method }) => `${mimeType}; method=${method ?? ''}`)
  const isAnswer = isAutomaticAnswer(mail) || (refersToAnother(mail) && mayBeReceipt(preview))
  const text = report === null && isAnswer ? splitReply(content).text : undefined
  return {
    id: 'file',
    threadId: null,
    reaction: isReaction({ ...mail, partTypes, preview }),
    ...mail,
    receivedAt,
    report,
    ...(text !== undefined && { text }),
  }
}
