import { escapeAttribute, escapeText } from '../html/html-writer.ts'
import { ICON_LOOKS, iconPath } from './built-in-pictures.ts'
import { colorOf } from './colors.ts'
import type { BuilderElement } from './builder-document.ts'
import { SOCIAL_NETWORKS, type SocialItem } from './element-properties.ts'
import { alignRule, classesOf, paddingRule, sizeRule } from './phone-styles.ts'
import { cell, EXACT, font, fontSizeOf, ownLine, row, TEXT_COLOR, type Surroundings } from './render-parts.ts'
import { lengthOf, linkOf, wordOf } from './style-values.ts'

/** Rows of links: social networks and menus. */

/** Size of an icon in px: `normal` by default, `most` at most. */
const ICON_SIZE = { normal: 32, most: 96 } as const

/** A social row: words, or icons that are pictures with the network's name as alternative text. */
export function renderSocial(element: BuilderElement, around: Surroundings): string {
  const { items = [], styles } = element
  const look = wordOf(styles.icons, ICON_LOOKS)
  const color = colorOf(styles.color) ?? TEXT_COLOR
  const size = Math.max(1, Math.min(ICON_SIZE.most, lengthOf(styles.width) ?? ICON_SIZE.normal))
  const shown = ({ network, label }: SocialItem) => {
    const name = label?.trim() || SOCIAL_NETWORKS[network]
    if (!look) return escapeText(name).replaceAll(' ', '&nbsp;')
    const address = `${around.origin}${iconPath(network, look)}`
    const css = `display:inline-block;vertical-align:middle;width:${size}px;border:0`
    return `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(name)}" width="${size}" style="${css}">`
  }
  const links = items.map((item) => linkTo(item.url, shown(item), `color:${color}`))
  return rowOfLinks(element, around, links.join(look ? ' &nbsp; ' : ' &nbsp;·&nbsp; '), look ? [] : [EXACT])
}

/** A menu: words in a row. */
export function renderMenu(element: BuilderElement, around: Surroundings): string {
  const { links = [], styles } = element
  const color = colorOf(styles.color) ?? TEXT_COLOR
  const words = links.map(({ text, url }) =>
    linkTo(url, escapeText(text).replaceAll(' ', '&nbsp;'), `color:${color};text-decoration:none`),
  )
  return rowOfLinks(element, around, words.join(' &nbsp;&nbsp; '), [EXACT])
}

function linkTo(url: string, html: string, css: string): string {
  const href = linkOf(url)
  return href ? `<a href="${escapeAttribute(href)}" style="${css}">${html}</a>` : `<span>${html}</span>`
}

function rowOfLinks({ styles }: BuilderElement, around: Surroundings, html: string, more: readonly string[]): string {
  const type = font({ ...styles, textAlign: styles.textAlign ?? 'center' }, around, fontSizeOf(styles, 14))
  return row(
    [...cell(styles, around), ...type, ...more],
    ownLine(html || '&nbsp;'),
    classesOf(sizeRule(styles), paddingRule(styles), alignRule(styles)),
  )
}
