import { convert } from 'html-to-text'
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
import { renderSimpleText } from '#domain/simple-text.ts'
import { placeInlineImages, type Picture } from './inline-images.ts'
import { MergedText, type ConstantText } from './merged-text.ts'
import type { MailAddress, MessageAttachment, OutgoingMessage } from './provider.ts'

/** What is the same for every recipient of a campaign, cut at its merge tags once. */
export interface CompiledMessage {
  subject: MergeTemplate
  html: CompiledText
  text: CompiledText
  from: MailAddress
  /** pictures that the HTML shows among them */
  attachments: readonly MessageAttachment[]
}

export interface MessageSource {
  subject: string
  content: string
  /** true: `content` is a whole HTML document; false: it is text as somebody typed it */
  useHtmlBuilder: boolean
  from: MailAddress
  attachments: readonly MessageAttachment[]
  /** pictures to send along instead of linking them: address in the HTML → picture */
  pictures?: ReadonlyMap<string, Picture>
}

/** A template whose constant pieces are objects, so that what is made of them can be kept. */
type CompiledText = readonly (ConstantText | MergeTag)[]

/** Compiles a campaign for many recipients; pure. */
export function compileMessage(source: MessageSource): CompiledMessage {
  const written = source.useHtmlBuilder ? source.content : page(renderSimpleText(source.content))
  const { html: shown, attachments } = placeInlineImages(written, source.attachments, source.pictures)
  const html = compileTemplate(shown)
  const text = convert(mark(html), {
    wordwrap: false,
    formatters: { alternative: (element, _walk, builder) => builder.addInline(String(element.attribs['alt'] ?? '')) },
    selectors: [{ selector: 'img', format: 'alternative' }],
  })
  return {
    subject: compileTemplate(source.subject),
    html: compiledText(html),
    text: compiledText(unmark(text, html)),
    from: source.from,
    attachments,
  }
}

/** The mail for one recipient; every value is escaped for where it lands. */
export function composeMessage(compiled: CompiledMessage, recipient: MergeValues): OutgoingMessage {
  const values = tagValues(recipient)
  return {
    from: compiled.from,
    to: { name: `${recipient.firstName} ${recipient.lastName}`.trim(), address: recipient.email },
    subject: fillTemplate(compiled.subject, values, 'subject'),
    html: merged(compiled.html, values, 'html'),
    text: merged(compiled.text, values, 'text'),
    headers: [],
    attachments: compiled.attachments,
  }
}

function compiledText(template: MergeTemplate): CompiledText {
  return template.parts.map((part) => (typeof part === 'string' ? { text: part } : part))
}

function merged(text: CompiledText, values: Map<string, string>, target: MergeTarget): MergedText {
  return new MergedText(text.map((part) => ('text' in part ? part : fillTag(part, values, target))))
}

/** Lets a number stand for each tag while HTML is turned into text; no keyboard types these marks. */
const mark = (template: MergeTemplate) =>
  template.parts
    .map((part, index) => (typeof part === 'string' ? part.replace(MARKS, '') : `\uE000${index}\uE001`))
    .join('')
const MARKS = /[\uE000\uE001]/g

function unmark(text: string, template: MergeTemplate): MergeTemplate {
  const pieces = text.split(/\uE000(\d+)\uE001/)
  const parts = pieces.map((piece, index) => (index % 2 === 0 ? piece : (template.parts[Number(piece)] ?? '')))
  return { parts: parts.filter((part) => part !== '') }
}

/** The least a mail client needs around a fragment: no styles beyond type, so that it reads like a letter. */
function page(fragment: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title></title></head>
<body style="margin:0;padding:16px;font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#1f2328">
${fragment}
</body>
</html>
`
}
