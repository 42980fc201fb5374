import PostalMime, { type Attachment } from 'postal-mime'
import { wordsOfHtml } from '#domain/html/words.ts'
import { EMPTY_REPORT, type DeliveryReport } from '#domain/inbox/delivery-report.ts'

/** Maximum bytes of a report to read: its content precedes the returned email. */
export const REPORT_BYTES = 262_144

/** Maximum characters kept of each part. */
const PART_MAX = 16_000

/** Parses a delivery report or a complaint, and only the headers of the returned email. Never throws: unreadable parts are empty. */
export async function readReport(raw: Uint8Array): Promise<DeliveryReport> {
  const mail = await PostalMime.parse(raw.subarray(0, REPORT_BYTES), { attachmentEncoding: 'utf8' }).catch(() => null)
  if (!mail) return EMPTY_REPORT
  const part = (type: RegExp) => mail.attachments.find(({ mimeType }) => type.test(mimeType))
  const [text = '', copy = ''] = (mail.text ?? wordsOfHtml((mail.html ?? '').slice(0, REPORT_BYTES)))
    .slice(0, PART_MAX)
    .split(COPY_FOLLOWS, 2)
  const attached = contentOf(part(/^(message\/(rfc822|global)|text\/rfc822-headers|message\/rfc822-headers)$/i))
  return {
    text,
    status: contentOf(part(/^message\/(global-)?delivery-status$/i)),
    feedback: contentOf(part(/^message\/feedback-report$/i)),
    original: headOf((attached || copy).trimStart()),
  }
}

/** In a plain-text report the returned email follows a line like this. */
const COPY_FOLLOWS =
  /^-{2,}[^\n]{0,200}?\b(?:copy of (?:the|your) message|original message|returned message|message header)[^\n]*/im

function contentOf(part: Attachment | undefined): string {
  return typeof part?.content === 'string' ? part.content.slice(0, PART_MAX) : ''
}

function headOf(message: string): string {
  return message.split(/\r?\n\r?\n/, 1)[0] ?? ''
}
