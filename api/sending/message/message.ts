import {
  compileTemplate,
  fillTag,
  findTags,
  fillTemplate,
  tagValues,
  type MergeTag,
  type MergeTarget,
  type MergeTemplate,
  type MergeValues,
} from '#domain/content/merge-tags.ts'
import { guardedLinks, linksIn } from '#domain/content/mail-links.ts'
import { partsOfRows, withAllParts } from '#domain/content/email-parts.ts'
import { AppError } from '#domain/errors.ts'
import { emailKey } from '#domain/contacts/contacts.ts'
import { compileSender, fillSender, type CompiledSender, type SenderTexts } from '#domain/content/sender-fields.ts'
import { DEFAULT_LANGUAGE, type EmailLanguage } from '#domain/content/email-languages.ts'
import { repairMergeTags } from '#domain/content/merge-tag-repair.ts'
import { escapeText } from '#domain/html/html-writer.ts'
import { renderSimpleText, SIMPLE_TEXT_BODY } from '#domain/content/simple-text.ts'
import { placeInlineImages, type Picture } from './inline-images.ts'
import { plainTextOf } from './message-text.ts'
import { MergedText, type ConstantText } from './merged-text.ts'
import {
  linkFiller,
  placeLinks,
  placesFor,
  type FillLinks,
  type OwnAddresses,
  type PlacedLinks,
} from './recipient-links.ts'
import type { MailAddress, MessageAttachment, OutgoingMessage } from '../provider.ts'

/** The parts of a campaign shared by all recipients, split at the merge tags. */
export interface CompiledMessage {
  subject: MergeTemplate
  html: CompiledText
  text: CompiledText
  from: MailAddress
  language: EmailLanguage | undefined
  /** the campaign's From name, if any, with the Reply-To, Cc and Bcc recipients */
  sender: CompiledSender
  /** files of the email, including pictures shown in the HTML */
  attachments: readonly MessageAttachment[]
  /** fills in a recipient's links and returns the headers that go with them */
  fillOwn: FillLinks
  /** number of times that each merge tag occurs in HTML and text, by its key */
  uses: ReadonlyMap<string, number>
}

export const MESSAGE_LIMITS = {
  /** maximum merge tags and links that depend on the recipient, in HTML and text together */
  places: 20_000,
  /** maximum characters that a recipient's values add to HTML and text together */
  filled: 1_000_000,
} as const

export interface MessageSource extends SenderTexts {
  subject: string
  content: string
  /** true: `content` is a whole HTML document; false: it is text as typed */
  useHtmlBuilder: boolean
  /** language of dates, amounts and our own words; English by default */
  language?: EmailLanguage
  from: MailAddress
  attachments: readonly MessageAttachment[]
  /** pictures to embed instead of linking: URL in the HTML → picture */
  pictures?: ReadonlyMap<string, Picture>
  /** URLs of ours: tracked links, the pixel, the unsubscribe link; without them the email stays as written */
  own?: OwnAddresses
}

/** A template whose constant pieces are objects, so derived values can be cached. */
type CompiledText = readonly (ConstantText | MergeTag)[]

/**
 * A message split at its places (merge tags and links that differ per recipient), as plain data that can pass between
 * threads.
 */
export interface MessageParts extends PlacedLinks {
  subject: MergeTemplate
  attachments: MessageAttachment[]
}

/** Compiles a campaign for many recipients; pure. Throws TOO_LARGE past {@link MESSAGE_LIMITS}. */
export function compileMessage(source: MessageSource): CompiledMessage {
  return compiledFrom(messageParts({ ...source, places: source.own && placesFor(source.own) }), source)
}

/** The expensive part of compiling. Pure. Throws TOO_LARGE past {@link MESSAGE_LIMITS}. */
export function messageParts(
  source: Omit<MessageSource, 'from' | 'own'> & { places?: ReturnType<typeof placesFor> | undefined },
): MessageParts {
  const { html: shown, attachments } = placeInlineImages(writtenHtml(source), source.attachments, source.pictures)
  const html = compileTemplate(shown, source.language)
  const placed = placeLinks({ html, text: plainTextOf(html) }, source.places ?? null, source.language)
  const places = [...placed.html.parts, ...placed.text.parts].filter((part) => typeof part !== 'string').length
  if (places > MESSAGE_LIMITS.places) {
    const [found, most] = [places, MESSAGE_LIMITS.places].map((number) => number.toLocaleString('en-US'))
    throw new AppError(
      'TOO_LARGE',
      `This email has too many merge tags and links: ${found}, and the limit is ${most}. Remove some.`,
    )
  }
  return { ...placed, subject: compileTemplate(source.subject, source.language), attachments }
}

/** A message that can be filled, from its parts. Cheap: it runs on the main thread. */
export function compiledFrom(
  parts: MessageParts,
  { from, language, own, ...source }: Pick<MessageSource, 'from' | 'own' | 'language'> & SenderTexts,
): CompiledMessage {
  const uses = new Map<string, number>()
  for (const part of [...parts.html.parts, ...parts.text.parts]) {
    if (typeof part !== 'string') uses.set(part.key, (uses.get(part.key) ?? 0) + 1)
  }
  return {
    subject: parts.subject,
    html: compiledText(parts.html),
    text: compiledText(parts.text),
    from,
    language,
    sender: compileSender(source, language),
    attachments: parts.attachments,
    fillOwn: linkFiller(parts.slots, own),
    uses,
  }
}

/** The http(s) links of an email, as they would be tracked: none that differs from row to row. */
export function linksOfMail(source: Written): string[] {
  const links = linksIn(compileTemplate(writtenHtml(withAllOf(source))))
  const ofRows = partsOfRows(source.content)
  if (ofRows === '') return links
  const differing = new Set(
    linksIn(compileTemplate(writtenHtml({ ...source, content: ofRows }))).filter((link) => findTags(link).length > 0),
  )
  return links.filter((link) => !differing.has(link))
}

/** Returns the URLs in an email whose host depends on a recipient's values. */
export function guardedLinksOfMail(source: Written): MergeTemplate[] {
  return guardedLinks(compileTemplate(writtenHtml(withAllOf(source))))
}

/** Checks before the launch whether an email can be sent at all. Throws TOO_LARGE. */
export function checkSendable(source: Written): void {
  const links = new Set(linksOfMail(source))
  const places = { links, opens: true, postalAddress: null }
  messageParts({ ...withAllOf(source), attachments: [], places })
}

type Written = Pick<MessageSource, 'subject' | 'content' | 'useHtmlBuilder' | 'language'>

/** Returns the email with the parts of all conditions: everything that any recipient may see. */
const withAllOf = (source: Written): Written => ({ ...source, content: withAllParts(source.content) })

function writtenHtml({ subject, content, useHtmlBuilder, language = DEFAULT_LANGUAGE }: Written): string {
  const html = useHtmlBuilder ? content : page(subject, renderSimpleText(content, { linksAddresses: true }), language)
  return repairMergeTags(html)
}

/**
 * The email for one recipient; every value is escaped for its context. Copies go to `copies` only, if that is given.
 * Throws TOO_LARGE if the values make it too long.
 */
export function composeMessage(
  compiled: CompiledMessage,
  recipient: MergeValues & { logId?: string; variant?: 'A' | 'B' | null; copies?: readonly string[] },
): OutgoingMessage {
  const values = tagValues(recipient, compiled.language)
  const { logId = '', email, variant = null } = recipient
  const headers = compiled.fillOwn(values, { logId, email, variant })
  let filled = 0
  for (const [key, times] of compiled.uses) filled += times * (values.get(key)?.length ?? 0)
  if (filled > MESSAGE_LIMITS.filled) throw tooLong(filled)
  const { fromName, replyTo, ...copied } = fillSender(compiled.sender, values, email)
  const isAllowed = ({ address }: MailAddress) => recipient.copies?.includes(emailKey(address)) ?? true
  const [cc, bcc] = [copied.cc.filter(isAllowed), copied.bcc.filter(isAllowed)]
  return {
    from: fromName === '' ? compiled.from : { ...compiled.from, name: fromName },
    to: { name: `${recipient.firstName} ${recipient.lastName}`.trim(), address: recipient.email },
    ...(replyTo.length > 0 && { replyTo }),
    ...(cc.length > 0 && { cc }),
    ...(bcc.length > 0 && { bcc }),
    subject: fillTemplate(compiled.subject, values, 'subject'),
    html: merged(compiled.html, values, 'html'),
    text: merged(compiled.text, values, 'text'),
    headers,
    attachments: compiled.attachments,
  }
}

function tooLong(filled: number): AppError {
  const [found, most] = [filled, MESSAGE_LIMITS.filled].map((number) => number.toLocaleString('en-US'))
  return new AppError(
    'TOO_LARGE',
    `The values of this recipient add ${found} characters to the email, and the limit is ${most}. Use fewer merge tags or shorter values.`,
  )
}

function compiledText(template: MergeTemplate): CompiledText {
  return template.parts.map((part) => (typeof part === 'string' ? { text: part } : part))
}

function merged(text: CompiledText, values: Map<string, string>, target: MergeTarget): MergedText {
  return new MergedText(text.map((part) => ('text' in part ? part : fillTag(part, values, target))))
}

/**
 * Wraps an HTML fragment in the minimum that an email program needs. Styles set only the type, so that it reads like a
 * letter.
 */
function page(title: string, fragment: string, language: EmailLanguage): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeText(title.trim() || 'Email')}</title></head>
<body style="${SIMPLE_TEXT_BODY}">
${fragment}
</body>
</html>
`
}
