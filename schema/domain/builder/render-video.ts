import { escapeAttribute } from '../html/html-writer.ts'
import { PLAY_PATH } from './built-in-pictures.ts'
import type { BuilderElement } from './builder-document.ts'
import { classesOf, paddingRule, VIDEO_RULE } from './phone-styles.ts'
import {
  borderOf,
  cellOf,
  cssUrl,
  hiddenFromWord,
  inner,
  pictureOf,
  radius,
  row,
  type Surroundings,
} from './render-parts.ts'
import { boxCss, boxOf, linkOf, NO_BOX } from './style-values.ts'

/** Renders a video: emails cannot play one, so its picture with a play button links to it. */

/** Size of the play button in px. */
const MARK = 64
/** Color shown behind the picture of a video, and instead of it where pictures are off. */
const DARK = '#1d2433'

const YOUTUBE =
  /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/|embed\/|live\/)|youtu\.be\/)([\w-]{11})(?:[?&#/]|$)/i

/**
 * Returns the preview picture that follows from a video's URL, without fetching anything; null if there is none. Only
 * YouTube's URLs tell it.
 */
export function knownThumbnail(link: string | undefined): string | null {
  const [, id] = YOUTUBE.exec(link?.trim() ?? '') ?? []
  return id === undefined ? null : `https://img.youtube.com/vi/${id}/hqdefault.jpg`
}

/** Renders the picture of a video, stretched behind its play button; Outlook for Windows draws it in VML. */
export function renderVideo({ content, link, alt, styles }: BuilderElement, around: Surroundings): string {
  const margin = boxOf(styles.padding) ?? NO_BOX
  const border = borderOf(styles)
  const width = Math.max(MARK, inner(around.width, margin) - 2 * (border?.width ?? 0))
  const height = Math.round((width * 9) / 16)
  const picture = cssUrl(pictureOf(content, around) ?? knownThumbnail(link))
  const href = linkOf(link)
  const space = Math.max(0, Math.round((height - MARK) / 2))
  const name = escapeAttribute(alt?.trim() || 'Watch the video')
  const src = escapeAttribute(`${around.origin}${PLAY_PATH}`)
  const mark = `<img src="${src}" alt="${name}" width="${MARK}" style="display:inline-block;vertical-align:middle;width:${MARK}px;border:0">`
  const css = `display:block;padding:${space}px 0;color:#ffffff;text-decoration:none`
  const shown = href
    ? `<a href="${escapeAttribute(href)}" class="${VIDEO_RULE.name}" style="${css}">${mark}</a>`
    : `<div class="${VIDEO_RULE.name}" style="${css}">${mark}</div>`
  const fill = picture ? `<v:fill type="frame" src="${escapeAttribute(picture)}" color="${DARK}"/>` : ''
  const drawn =
    `<v:rect xmlns:v="urn:schemas-microsoft-com:vml"${href ? ` href="${escapeAttribute(href)}"` : ''}` +
    ` style="height:${height}px;width:${width}px;v-text-anchor:middle" stroke="f" fillcolor="${DARK}">${fill}` +
    `<v:textbox inset="0,0,0,0"><center style="color:#ffffff;font-size:48px">&#9654;</center></v:textbox></v:rect>`
  const look = [
    'padding:0',
    `background-color:${DARK}`,
    picture && `background-image:url('${escapeAttribute(picture)}')`,
    picture && 'background-size:cover',
    picture && 'background-position:center',
    'font-family:Arial,sans-serif',
    'font-size:16px',
    'line-height:24px',
    'color:#ffffff',
    'text-align:center',
    border && border.css,
    radius(styles),
  ]
  const table = `<table role="presentation" style="border-collapse:separate;border-spacing:0;table-layout:fixed;width:100%"><tr>${cellOf(look, shown, '')}</tr></table>`
  return row(
    [`padding:${boxCss(margin)}`, 'font-size:16px', 'line-height:24px'],
    `<!--[if mso]>${drawn}<![endif]-->${hiddenFromWord(table)}`,
    classesOf(paddingRule(styles)),
  )
}
