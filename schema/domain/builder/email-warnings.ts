import { BLOCKS, isEditable, PLACEHOLDER_IMAGE } from './blocks.ts'
import { ICON_LOOKS } from './built-in-pictures.ts'
import { colorOf, contrast } from './colors.ts'
import type { BuilderDocument, BuilderElement } from './builder-document.ts'
import { SOCIAL_NETWORKS, type StyleKey } from './element-properties.ts'
import { exampleIn } from './example-text-detection.ts'
import { importHtml } from './import-html.ts'
import { CONTAINER_COLOR, MAX_WIDTH_LEAST, MAX_WIDTH_MOST, maxWidthOf, renderDocument } from './render-document.ts'
import { cssUrl, pictureOf } from './render-parts.ts'
import { sentBytes } from './sent-size.ts'
import { knownThumbnail } from './render-video.ts'
import { linksIn, plainText } from './rich-text.ts'
import { boxOf, fontOf, lengthOf, lineHeightOf, linkOf, weightOf, widthOf, wordOf } from './style-values.ts'

/**
 * Warnings about an email before sending: plain sentences that never block (sizes and colors are free text; product:
 * builder.free-text).
 */

/** Bytes of HTML from which Gmail clips an email. */
export const GMAIL_CLIP_BYTES = 102 * 1_024
/** Minimum contrast of text; below it, text is hard to read. */
const CONTRAST_LEAST = 3

/** Codes of warnings. */
export const WARNING_CODES = [
  'NO_SUBJECT',
  'NO_ELEMENTS',
  'CLIPPED',
  'NEARLY_CLIPPED',
  'NO_TEXT',
  'NO_ALT',
  'NO_IMAGE',
  'PLACEHOLDER',
  'NO_LINK',
  'BAD_LINK',
  'BAD_STYLE',
  'LOW_CONTRAST',
  'TAKEN_OUT',
] as const
export type WarningCode = (typeof WARNING_CODES)[number]

export interface Warning {
  readonly code: WarningCode
  readonly message: string
  /** id of the element that the warning is about */
  readonly elementId?: string
}

/** All warnings, those about the whole email first. `html` is the rendered email before it is merged, if available. */
export function warningsOf(document: BuilderDocument, html = renderDocument(document)): Warning[] {
  const warnings: Warning[] = []
  if (document.subject.trim() === '') warnings.push({ code: 'NO_SUBJECT', message: 'The email has no subject.' })
  if (document.elements.length === 0) warnings.push({ code: 'NO_ELEMENTS', message: 'The email is empty.' })
  warnings.push(...sizeWarnings(sentBytes(html)), ...globalWarnings(document))
  const visit = (element: BuilderElement, background: string) => {
    const own = colorOf(element.styles.backgroundColor)
    for (const warning of elementWarnings(element, own ?? background))
      warnings.push({ ...warning, elementId: element.id })
    for (const column of element.columns ?? []) for (const inner of column.elements) visit(inner, own ?? background)
  }
  for (const element of document.elements) visit(element, CONTAINER_COLOR)
  return warnings
}

/** Returns the sentence about an email that Gmail clips. */
export const clippedMessage = (kilobytes: number) =>
  `With its links and footer, the email will be about ${kilobytes} KB. Gmail clips emails at 102 KB and hides the rest behind a link. Make it shorter.`

function sizeWarnings(bytes: number): Warning[] {
  const kilobytes = Math.ceil(bytes / 1_024)
  if (bytes > GMAIL_CLIP_BYTES) {
    return [{ code: 'CLIPPED', message: clippedMessage(kilobytes) }]
  }
  if (bytes < GMAIL_CLIP_BYTES * 0.85) return []
  const message = `The email will be about ${kilobytes} KB of the 102 KB that Gmail shows.`
  return [{ code: 'NEARLY_CLIPPED', message }]
}

function globalWarnings({ globalStyles }: BuilderDocument): Warning[] {
  const { backgroundColor, fontFamily, maxWidth, linkColor } = globalStyles
  return [
    ...unless(colorOf(backgroundColor), 'backgroundColor', backgroundColor),
    ...unless(fontOf(fontFamily), 'fontFamily', fontFamily),
    ...unless(lengthOf(maxWidth), 'width', maxWidth),
    ...widthWarnings(maxWidth),
    ...unless(colorOf(linkColor), 'color', linkColor),
  ]
}

/** Warns of a valid width outside the supported range. */
function widthWarnings(maxWidth: string): Warning[] {
  const wanted = lengthOf(maxWidth)
  const drawn = maxWidthOf(maxWidth)
  if (wanted === null || wanted === drawn) return []
  const bounds = `${MAX_WIDTH_LEAST} to ${MAX_WIDTH_MOST} px`
  const message = `An email must be ${bounds} wide. With “${shortened(maxWidth)}”, it is drawn at ${drawn} px.`
  return [{ code: 'BAD_STYLE', message }]
}

function elementWarnings(element: BuilderElement, background: string): Warning[] {
  return [
    ...contentWarnings(element),
    ...exampleWarnings(element),
    ...linkWarnings(element),
    ...styleWarnings(element),
    ...contrastWarnings(element, background),
  ]
}

const NOWHERE = { origin: '' }
const badPicture: Warning = {
  code: 'NO_IMAGE',
  message: 'Emails cannot show this image address; it must begin with https://.',
}

function contentWarnings({ type, content, alt, link, background }: BuilderElement): Warning[] {
  if (background?.trim() && cssUrl(pictureOf(background, NOWHERE)) === null) return [badPicture]
  if (type === 'image') {
    if (pictureOf(content, NOWHERE) === null) {
      const message = content.trim()
        ? 'Emails cannot show this image address; it must begin with https://.'
        : 'This image has no address yet.'
      return [{ code: 'NO_IMAGE', message }]
    }
    const warnings: Warning[] = []
    if (content.trim() === PLACEHOLDER_IMAGE) {
      warnings.push({ code: 'PLACEHOLDER', message: 'This is still the placeholder. Add your own image.' })
    }
    if (alt === undefined) {
      const message = 'This image has no alternative text, so people who cannot see it miss its meaning.'
      warnings.push({ code: 'NO_ALT', message })
    }
    return warnings
  }
  if (type === 'video' && !content.trim() && knownThumbnail(link) === null) {
    const message = link?.trim()
      ? 'Only YouTube links show a thumbnail by themselves. Upload a picture for this video.'
      : 'This video has no picture yet. Choose one for readers to see.'
    return [{ code: 'NO_IMAGE', message }]
  }
  if (type === 'video' && content.trim() && cssUrl(pictureOf(content, NOWHERE)) === null) return [badPicture]
  if (type === 'html') {
    const { removed } = importHtml(content)
    if (removed.length === 0) return []
    return [
      {
        code: 'TAKEN_OUT',
        message: `Removed from the imported HTML, because emails cannot use it: ${removed.join(', ')}.`,
      },
    ]
  }
  if (BLOCKS[type].contentKind === 'richText' && plainText(content).trim() === '') {
    return [{ code: 'NO_TEXT', message: type === 'button' ? 'This button has no text.' : 'This text is empty.' }]
  }
  return []
}

function linkWarnings({
  type,
  content,
  link,
  alt,
  rows = [],
  items = [],
  links: menu = [],
}: BuilderElement): Warning[] {
  if (type === 'text' || type === 'table') {
    const { links, rejected } = linksIn(type === 'table' ? rows.flat().join('\n') : content)
    return [...rejected.map(badLink), ...links.filter(isExample).slice(0, 1).map(exampleLink)]
  }
  if (type === 'social') {
    return items.flatMap(({ network, url, label }): Warning[] => {
      const name = label?.trim() || SOCIAL_NETWORKS[network]
      if (url.trim() === '') return [{ code: 'NO_LINK', message: `${name} has no address yet.` }]
      return linkOf(url) ? [] : [badLink(url)]
    })
  }
  if (type === 'menu') {
    return menu.flatMap(({ text, url }): Warning[] => {
      const name = `The link “${shortened(text.trim())}”`
      if (url.trim() === '') return [{ code: 'NO_LINK', message: `${name} has no address yet.` }]
      return linkOf(url) ? [] : [badLink(url)]
    })
  }
  if (!isEditable(type, 'link')) return []
  if (!link?.trim()) {
    return type === 'image' ? [] : [{ code: 'NO_LINK', message: `This ${type} has no link yet.` }]
  }
  if (!linkOf(link)) return [badLink(link)]
  if (isExample(link)) return [exampleLink(link)]
  if (type !== 'image' || alt === undefined || alt.trim() !== '') return []
  return [{ code: 'NO_ALT', message: 'This image is a link, so it needs alternative text that says where it leads.' }]
}

/** Warns of text that is still an example; one warning per block. */
function exampleWarnings({ type, content, rows = [] }: BuilderElement): Warning[] {
  const texts = BLOCKS[type].contentKind === 'richText' ? [plainText(content)] : rows.flat().map(plainText)
  const found = texts.map(exampleIn).find((each) => each !== null)
  if (found === undefined) return []
  return [{ code: 'PLACEHOLDER', message: `“${shortened(found)}” is still an example text. Write your own.` }]
}

const badLink = (link: string): Warning => ({
  code: 'BAD_LINK',
  message: `“${shortened(link)}” is not a valid link for emails; it must begin with https://, mailto: or tel:.`,
})

/** Returns whether a link is a placeholder URL (RFC 2606), such as example.com. */
const isExample = (link: string) => /^[a-z]+:(?:\/\/)?(?:[^/?#]*[.@])?example\.(?:com|org|net)(?:[/?#:]|$)/i.test(link)

const exampleLink = (link: string): Warning => ({
  code: 'PLACEHOLDER',
  message: `“${shortened(link)}” is still an example. Add your own address.`,
})

const READERS: Readonly<Record<StyleKey, (value: string, fontSize: number) => unknown>> = {
  backgroundColor: colorOf,
  borderColor: colorOf,
  borderRadius: (value) => lengthOf(value),
  borderWidth: (value) => lengthOf(value),
  color: colorOf,
  fontFamily: fontOf,
  fontSize: (value) => lengthOf(value) || null,
  fontStyle: (value) => wordOf(value, ['normal', 'italic']),
  fontWeight: weightOf,
  gap: (value) => lengthOf(value),
  height: (value) => lengthOf(value),
  hideOn: (value) => wordOf(value, ['none', 'phone', 'desktop']),
  icons: (value) => wordOf(value, ['words', ...ICON_LOOKS]),
  lineHeight: lineHeightOf,
  margin: boxOf,
  onPhones: (value) => wordOf(value, ['stack', 'keep']),
  padding: boxOf,
  phoneFontSize: (value) => lengthOf(value) || null,
  phonePadding: boxOf,
  phoneTextAlign: (value) => wordOf(value, ['left', 'center', 'right']),
  textAlign: (value) => wordOf(value, ['left', 'center', 'right']),
  verticalAlign: (value) => wordOf(value, ['top', 'middle', 'bottom']),
  width: (value) => widthOf(value, 600),
}

const STYLE_NAMES: Readonly<Record<StyleKey, string>> = {
  backgroundColor: 'background color',
  borderColor: 'border color',
  borderRadius: 'border radius',
  borderWidth: 'border width',
  color: 'color',
  fontFamily: 'font family',
  fontSize: 'font size',
  fontStyle: 'font style',
  fontWeight: 'font weight',
  gap: 'space between columns',
  height: 'height',
  hideOn: 'screens',
  icons: 'icons',
  lineHeight: 'line height',
  margin: 'margin',
  onPhones: 'phone layout',
  padding: 'padding',
  phoneFontSize: 'font size on phones',
  phonePadding: 'padding on phones',
  phoneTextAlign: 'alignment on phones',
  textAlign: 'alignment',
  verticalAlign: 'vertical alignment',
  width: 'width',
}

function styleWarnings({ styles }: BuilderElement): Warning[] {
  return Object.entries(styles).flatMap(([key, value]) =>
    isStyleKey(key) && value.trim() !== '' ? unless(READERS[key](value, 16), key, value) : [],
  )
}

const isStyleKey = (key: string): key is StyleKey => key in READERS

/** Warns if `read` is null: the typed style is not supported in emails. */
function unless(read: unknown, key: StyleKey, value: string | undefined): Warning[] {
  if (read !== null || !value?.trim()) return []
  const message = `Emails do not support the ${STYLE_NAMES[key]} “${shortened(value)}”, so it is ignored.`
  return [{ code: 'BAD_STYLE', message }]
}

function contrastWarnings({ type, styles }: BuilderElement, background: string): Warning[] {
  if (!BLOCKS[type].showsText) return []
  const color = colorOf(styles.color)
  const behind = type === 'button' ? (colorOf(styles.backgroundColor) ?? '#007bff') : background
  if (!color || contrast(color, behind) >= CONTRAST_LEAST) return []
  return [{ code: 'LOW_CONTRAST', message: `${color} on ${behind} is hard to read.` }]
}

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
