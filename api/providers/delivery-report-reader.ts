import PostalMime, { type Attachment } from 'postal-mime'
import { wordsOfHtml } from '#domain/html/visible-words.ts'
import { EMPTY_REPORT, splitCopy, type DeliveryReport } from '#domain/inbox/delivery-report.ts'

/** Maximum bytes of a report to read: its content precedes the returned email. */
export const REPORT_BYTES = 262_144

/** Maximum characters kept of each part. */
const PART_MAX = 16_000

/** Matches the header of a report inside another report: a gateway passes on reports this way. */
const WRAPPED_REPORT = /^content-type:\s{0,20}multipart\/report\b/im
const OPTIONS = { attachmentEncoding: 'utf8', forceRfc822Attachments: true } as const

/**
 * Parses a delivery report or a complaint, and only the headers of the returned email. Never throws: unreadable parts are
 * empty.
 */
export async function readReport(raw: Uint8Array, isWrapped = false): Promise<DeliveryReport> {
  const mail = await PostalMime.parse(raw.subarray(0, REPORT_BYTES), OPTIONS).catch(() => null)
  if (!mail) return EMPTY_REPORT
  const part = (type: RegExp) => mail.attachments.find(({ mimeType }) => type.test(mimeType))
  const html = mail.text?.trim() ? '' : wordsOfHtml((mail.html ?? '').slice(0, REPORT_BYTES))
  const isBroken = !mail.text?.trim() && !html.trim() && mail.attachments.length === 0
  const plain = isBroken ? bodyOf(raw) : html || (mail.text ?? '')
  const { said, copy } = splitCopy(plain.slice(0, PART_MAX))
  const returned = part(/^(message\/(rfc822|global)|text\/rfc822-headers|message\/rfc822-headers)$/i)
  const attached = contentOf(returned)
  const status = contentOf(part(/^message\/(global-)?delivery-status$/i))
  if (!isWrapped && status === '' && WRAPPED_REPORT.test(headOf(attached))) {
    return readReport(Buffer.from(String(returned?.content)), true)
  }
  return {
    text: said,
    status,
    disposition: contentOf(part(/^message\/(global-)?disposition-notification$/i)),
    feedback: contentOf(part(/^message\/feedback-report$/i)),
    original: headOf((attached || copy).trimStart()),
  }
}

/** Returns the body of a bounce report as text without decoding it, for reports whose MIME parts the parser cannot find. */
function bodyOf(raw: Uint8Array): string {
  const text = Buffer.from(raw.subarray(0, PART_MAX * 2)).toString('utf8')
  return text.slice(text.search(/\r?\n\r?\n/)).trim()
}

function contentOf(part: Attachment | undefined): string {
  const content = typeof part?.content === 'string' ? part.content.slice(0, PART_MAX) : ''
  // Japanese servers write their own words into the status, which has no charset.
  return content.includes('\u001b$') ? new TextDecoder('iso-2022-jp').decode(Buffer.from(content, 'latin1')) : content
}

function headOf(message: string): string {
  return message.split(/\r?\n\r?\n/, 1)[0] ?? ''
}
