import { colorOf } from './colors.ts'
import type { BuilderDocument, GlobalStyles } from './document.ts'
import { GHOST_CLOSE, ghostOpen, layoutTable, renderRows, type Surroundings } from './render-blocks.ts'
import { escapeText } from '../html/write.ts'
import { fontOf, lengthOf } from './values.ts'

/**
 * The mail that a document makes, as one HTML page: the same for the browser's preview and code view and for the server's sending. Tables and
 * inline styles; conditional comments for Outlook on Windows; columns that stack on phones by themselves; every text on a background of its
 * own, so that clients which turn a mail dark turn both. Merge tags pass as they are and are filled afterwards.
 */

/** px around the mail (product: builder.html) */
const PAGE_PADDING = 20
/** px of the white container's corners (product: builder.html) */
const CONTAINER_RADIUS = 8
export const CONTAINER_COLOR = '#ffffff'
const MAX_WIDTH_DEFAULT = 600
/** px that the max width can be: narrower, nothing is read; wider, it fits no window of a mail program. */
export const MAX_WIDTH_LEAST = 200
export const MAX_WIDTH_MOST = 1_200
const RIGHT_TO_LEFT = /^(?:ar|fa|he|ur|yi|ps|sd|ug|dv)(?:-|$)/i
/** After the preheader, lest mailboxes go on with the first lines of the mail. */
const PREHEADER_END = '&#847;&zwnj;&nbsp;'.repeat(60)

/** Renders a document. Pure, and whatever the document says, what comes out is one well-formed page without anything that runs. */
export function renderDocument(document: BuilderDocument, options: { title?: string } = {}): string {
  const { globalStyles } = document
  const title = options.title ?? document.subject
  const lang = document.lang ?? 'en'
  const around = surroundingsOf(document)
  const { width, textAlign } = around
  const direction = textAlign === 'right' ? ' dir="rtl"' : ''
  const background = pageColorOf(globalStyles)
  const rows = renderRows(document.elements, around)
  const container =
    `${ghostOpen(width, `;background-color:${CONTAINER_COLOR}`)}\n` +
    `<div style="max-width:${width}px;margin:0 auto;background-color:${CONTAINER_COLOR};border-radius:${CONTAINER_RADIUS}px;overflow:hidden;word-break:break-word;text-align:${textAlign}">\n` +
    `${layoutTable(rows || '<tr><td style="padding:0">&nbsp;</td></tr>')}\n</div>\n${GHOST_CLOSE}`
  return `<!DOCTYPE html>
<html lang="${lang}"${direction}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeText(title.trim() || 'Email')}</title>
<!--[if mso]><noscript><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]-->
</head>
<body style="margin:0;padding:0;background-color:${background}">
<div lang="${lang}"${direction} style="background-color:${background}">
${preheader(document.preheader, background)}${layoutTable(`<tr><td style="padding:${PAGE_PADDING}px;text-align:center">\n${container}\n</td></tr>`, `;background-color:${background}`)}
</div>
</body>
</html>
`
}

/** What the rows of a mail take from its global styles and its language. */
export function surroundingsOf({
  globalStyles,
  lang = '',
}: Pick<BuilderDocument, 'globalStyles' | 'lang'>): Surroundings {
  const { maxWidth, fontFamily, linkColor } = globalStyles
  return {
    textAlign: RIGHT_TO_LEFT.test(lang) ? 'right' : 'left',
    width: maxWidthOf(maxWidth),
    fontFamily: fontOf(fontFamily) ?? 'Arial,sans-serif',
    linkColor: colorOf(linkColor) ?? '#0056b3',
  }
}

/** The colour around the white container. */
export function pageColorOf({ backgroundColor }: GlobalStyles): string {
  return colorOf(backgroundColor) ?? '#f8f9fa'
}

/** The bytes that a mail client counts, as UTF-8. */
export function sizeInBytes(html: string): number {
  return new TextEncoder().encode(html).length
}

/** How wide a mail is drawn, in px (600 unless said otherwise). */
export function maxWidthOf(value: string): number {
  const width = lengthOf(value, MAX_WIDTH_MOST)
  return width && width >= MAX_WIDTH_LEAST ? width : MAX_WIDTH_DEFAULT
}

/** What a mailbox shows after the subject; in the mail itself nobody sees it. */
function preheader(text: string | undefined, background: string): string {
  if (!text?.trim()) return ''
  const hidden = `display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:${background}`
  return `<div data-preheader="" style="${hidden}">${escapeText(text)}${PREHEADER_END}</div>\n`
}
