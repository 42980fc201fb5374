import {
  compileTemplate,
  fillTag,
  fillTemplate,
  tagValues,
  type MergeTag,
  type MergeTarget,
  type MergeTemplate,
  type MergeValues,
} from '#domain/merge-tags.ts'
import { guardedLinks, linksIn } from '#domain/mail-links.ts'
import { escapeText } from '#domain/html/write.ts'
import { renderSimpleText } from '#domain/simple-text.ts'
import { placeInlineImages, type Picture } from './inline-images.ts'
import { plainTextOf } from './message-text.ts'
import { MergedText, type ConstantText } from './merged-text.ts'
import { addOwnLinks, guardLinks, type FilledLinks, type OwnAddresses } from './own-links.ts'
import type { MailAddress, MessageAttachment, OutgoingMessage } from './provider.ts'

/** The parts of a campaign shared by all recipients, split at the merge tags. */
export interface CompiledMessage {
  subject: MergeTemplate
  html: CompiledText
  text: CompiledText
  from: MailAddress
  /** including pictures shown in the HTML */
  attachments: readonly MessageAttachment[]
  /** fills in a recipient's links and returns the headers that go with them */
  fillOwn: FilledLinks['fill']
}

export interface MessageSource {
  subject: string
  content: string
  /** true: `content` is a whole HTML document; false: it is text as typed */
  useHtmlBuilder: boolean
  from: MailAddress
  attachments: readonly MessageAttachment[]
  /** pictures to embed instead of linking: address in the HTML → picture */
  pictures?: ReadonlyMap<string, Picture>
  /** our addresses: tracked links, the pixel, the unsubscribe link; without them the email stays as written */
  own?: OwnAddresses
}

/** A template whose constant pieces are objects, so derived values can be cached. */
type CompiledText = readonly (ConstantText | MergeTag)[]

/** Compiles a campaign for many recipients; pure. */
export function compileMessage(source: MessageSource): CompiledMessage {
  const { html: shown, attachments } = placeInlineImages(writtenHtml(source), source.attachments, source.pictures)
  const html = compileTemplate(shown)
  const written = { html, text: plainTextOf(html) }
  const links = source.own ? addOwnLinks(written, source.own) : guardLinks(written)
  return {
    subject: compileTemplate(source.subject),
    html: compiledText(links.html),
    text: compiledText(links.text),
    from: source.from,
    attachments,
    fillOwn: links.fill,
  }
}

/** The http(s) links of an email, as they would be tracked. */
export function linksOfMail(source: Written): string[] {
  return linksIn(compileTemplate(writtenHtml(source)))
}

/** The addresses of an email whose host depends on a recipient's values. */
export function guardedLinksOfMail(source: Written): MergeTemplate[] {
  return guardedLinks(compileTemplate(writtenHtml(source)))
}

type Written = Pick<MessageSource, 'subject' | 'content' | 'useHtmlBuilder'>

function writtenHtml({ subject, content, useHtmlBuilder }: Written): string {
  return useHtmlBuilder ? content : page(subject, renderSimpleText(content, { linksAddresses: true }))
}

/** The email for one recipient; every value is escaped for its context. */
export function composeMessage(
  compiled: CompiledMessage,
  recipient: MergeValues & { logId?: string; variant?: 'A' | 'B' | null },
): OutgoingMessage {
  const values = tagValues(recipient)
  const { logId = '', email, variant = null } = recipient
  const headers = compiled.fillOwn(values, { logId, email, variant })
  return {
    from: compiled.from,
    to: { name: `${recipient.firstName} ${recipient.lastName}`.trim(), address: recipient.email },
    subject: fillTemplate(compiled.subject, values, 'subject'),
    html: merged(compiled.html, values, 'html'),
    text: merged(compiled.text, values, 'text'),
    headers,
    attachments: compiled.attachments,
  }
}

function compiledText(template: MergeTemplate): CompiledText {
  return template.parts.map((part) => (typeof part === 'string' ? { text: part } : part))
}

function merged(text: CompiledText, values: Map<string, string>, target: MergeTarget): MergedText {
  return new MergedText(text.map((part) => ('text' in part ? part : fillTag(part, values, target))))
}

/** The minimum a mail client needs around a fragment. Styles set only the type, so it reads like a letter. */
function page(title: string, fragment: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeText(title.trim() || 'Email')}</title></head>
<body style="margin:0;padding:16px;font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#1f2328;word-break:break-word">
${fragment}
</body>
</html>
`
}
