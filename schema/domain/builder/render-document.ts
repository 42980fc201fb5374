import { colorOf } from './colors.ts'
import type { BuilderDocument, GlobalStyles } from './builder-document.ts'
import { phoneSheet } from './phone-styles.ts'
import { renderRows } from './render-blocks.ts'
import { GHOST_CLOSE, ghostOpen, layoutTable, type Surroundings } from './render-parts.ts'
import { escapeText } from '../html/html-writer.ts'
import { fontOf, lengthOf } from './style-values.ts'

/**
 * Renders a document as one HTML page: the same for the browser's preview and code view and for the server's sending.
 * Uses tables, inline styles and conditional comments for Outlook on Windows; columns stack on phones automatically.
 * Every text has its own background, so dark mode changes both. Merge tags are kept and filled later.
 */

/** px of space around the white container of an email (product: builder.html). */
const PAGE_PADDING = 20
/** Radius in px of the white container's corners (product: builder.html). */
const CONTAINER_RADIUS = 8
export const CONTAINER_COLOR = '#ffffff'
const MAX_WIDTH_DEFAULT = 600
/** Smallest max-width of an email in px: a narrower email is unreadable. */
export const MAX_WIDTH_LEAST = 200
/** Largest max-width of an email in px: a wider email fits no window of an email program. */
export const MAX_WIDTH_MOST = 1_200
const RIGHT_TO_LEFT = /^(?:ar|fa|he|ur|yi|ps|sd|ug|dv)(?:-|$)/i
/** Mark for the place of the unsubscribe line and the postal address: at the end of the white container. */
export const ENDING_PLACE = '<!-- ending -->'
/** Invisible characters after the preheader, so that mailboxes do not preview the first lines of the email. */
const PREHEADER_END = '&#847;&zwnj;&nbsp;'.repeat(60)

/**
 * Renders a document as HTML. Pure; the result is always one well-formed page without active content. `origin`: the
 * product's own origin (https://host), for pictures that come with it.
 */
export function renderDocument(document: BuilderDocument, options: { title?: string; origin?: string } = {}): string {
  const { globalStyles } = document
  const title = options.title ?? document.subject
  const lang = document.lang ?? 'en'
  const around = surroundingsOf(document, options.origin)
  const { width, textAlign } = around
  const direction = textAlign === 'right' ? ' dir="rtl"' : ''
  const background = pageColorOf(globalStyles)
  const rows = renderRows(document.elements, around)
  const container =
    `${ghostOpen(width, `;background-color:${CONTAINER_COLOR}`)}\n` +
    `<div style="max-width:${width}px;margin:0 auto;background-color:${CONTAINER_COLOR};border-radius:${CONTAINER_RADIUS}px;overflow:hidden;word-break:break-word;text-align:${textAlign}">\n` +
    `${layoutTable(rows || '<tr><td style="padding:0">&nbsp;</td></tr>')}\n${ENDING_PLACE}</div>\n${GHOST_CLOSE}`
  return `<!DOCTYPE html>
<html lang="${lang}"${direction}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeText(title.trim() || 'Email')}</title>
<!--[if mso]><noscript><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]-->
${phoneSheet(document.elements)}</head>
<body style="margin:0;padding:0;background-color:${background}">
<div lang="${lang}"${direction} style="background-color:${background}">
${preheader(document.preheader)}${layoutTable(`<tr><td style="padding:${PAGE_PADDING}px;text-align:center">\n${container}\n</td></tr>`, `;background-color:${background}`)}
</div>
</body>
</html>
`
}

/** Returns what an email's rows inherit from its global styles and language. */
export function surroundingsOf(
  { globalStyles, lang = '' }: Pick<BuilderDocument, 'globalStyles' | 'lang'>,
  origin = '',
): Surroundings {
  const { maxWidth, fontFamily, linkColor } = globalStyles
  return {
    textAlign: RIGHT_TO_LEFT.test(lang) ? 'right' : 'left',
    width: maxWidthOf(maxWidth),
    fontFamily: fontOf(fontFamily) ?? 'Arial,sans-serif',
    linkColor: colorOf(linkColor) ?? '#0056b3',
    origin,
  }
}

/** The color around the white container. */
export function pageColorOf({ backgroundColor }: GlobalStyles): string {
  return colorOf(backgroundColor) ?? '#f8f9fa'
}

/** The size that mail clients count, in UTF-8 bytes. */
export function sizeInBytes(html: string): number {
  return new TextEncoder().encode(html).length
}

/** An email's width in px (600 by default). */
export function maxWidthOf(value: string): number {
  const width = lengthOf(value, MAX_WIDTH_MOST)
  return width && width >= MAX_WIDTH_LEAST ? width : MAX_WIDTH_DEFAULT
}

/** The hidden preheader, which mailboxes show after the subject. */
function preheader(text: string | undefined): string {
  if (!text?.trim()) return ''
  // A color equal to the background costs points at spam filters, and what is not displayed needs none.
  const hidden = 'display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px'
  return `<div data-preheader="" style="${hidden}">${escapeText(text)}${PREHEADER_END}</div>\n`
}
