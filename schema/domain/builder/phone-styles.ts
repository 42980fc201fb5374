import { allElements, type BuilderElement } from './builder-document.ts'
import type { ElementStyles } from './element-properties.ts'
import { ALIGNMENTS, hiddenFromWord, lineRatio } from './render-parts.ts'
import { boxCss, boxOf, lengthOf, lineHeightOf, wordOf } from './style-values.ts'

/**
 * Writes the differences on phones as media queries. Clients without them (Outlook for Windows, and Gmail's app with
 * accounts of other providers) show the email as on a desktop: what is only for phones stays hidden there, and what is
 * hidden on phones is shown, so that readers never see both or neither.
 */

/** Width in px up to which a screen counts as a phone. */
const PHONE_MOST = 480
/** Space in px above and below the play button of a video on phones. */
const VIDEO_SPACE = 64

interface Rule {
  readonly name: string
  readonly css: string
}

/** The class that makes a video less high on phones. */
export const VIDEO_RULE: Rule = { name: 'm-v', css: `.m-v{padding:${VIDEO_SPACE}px 0!important}` }
const HIDDEN: Rule = { name: 'm-hide', css: '.m-hide{display:none!important}' }
const ONLY: Rule = { name: 'm-only', css: '.m-only{display:table-row!important}' }

/** The size of text on phones. */
export function sizeRule({ phoneFontSize, lineHeight }: ElementStyles): Rule | null {
  const size = lengthOf(phoneFontSize, 120)
  if (!size) return null
  const line = lineHeightOf(lineHeight, size) ?? Math.round(size * lineRatio(size))
  const name = `m-s${size}-${line}`
  const selectors = ['', ' h1', ' h2', ' h3', ' th', ' td'].map((inner) => `.${name}${inner}`).join(',')
  return { name, css: `${selectors}{font-size:${size}px!important;line-height:${line}px!important}` }
}

/** The padding on phones. */
export function paddingRule({ phonePadding }: ElementStyles): Rule | null {
  const box = boxOf(phonePadding)
  const name = box && `m-p${box.join('-')}`
  return box && name ? { name, css: `.${name}{padding:${boxCss(box)}!important}` } : null
}

/** The alignment on phones. */
export function alignRule({ phoneTextAlign }: ElementStyles): Rule | null {
  const align = wordOf(phoneTextAlign, ALIGNMENTS)
  const name = align && `m-a${align}`
  return align && name
    ? { name, css: `.${name},.${name} p,.${name} h1,.${name} h2,.${name} h3{text-align:${align}!important}` }
    : null
}

/** The class names of rules. */
export const classesOf = (...rules: readonly (Rule | null)[]): string =>
  rules.flatMap((rule) => rule?.name ?? []).join(' ')

const HIDE_RULES: Readonly<Record<string, Rule>> = { phone: HIDDEN, desktop: ONLY }

const hideRule = ({ hideOn }: ElementStyles): Rule | null =>
  HIDE_RULES[wordOf(hideOn, ['phone', 'desktop']) ?? ''] ?? null

/** Marks an element's table rows as hidden on phones, or shown only there. */
export function hiddenRows({ styles }: BuilderElement, rows: string): string {
  const rule = hideRule(styles)
  if (!rule || !rows.startsWith('<tr>')) return rows
  const rest = rows.slice('<tr>'.length)
  if (rule === HIDDEN) return `<tr class="${rule.name}">${rest}`
  return hiddenFromWord(`<tr class="${rule.name}" data-phones-only="" style="display:none">${rest}`)
}

/** The style sheet for what a document has different on phones; '' if nothing. */
export function phoneSheet(elements: readonly BuilderElement[]): string {
  const rules = allElements(elements).flatMap(({ type, styles }) => [
    sizeRule(styles),
    paddingRule(styles),
    alignRule(styles),
    hideRule(styles),
    type === 'video' ? VIDEO_RULE : null,
  ])
  const css = new Map(rules.flatMap((rule) => (rule ? [[rule.name, rule.css] as const] : [])))
  if (css.size === 0) return ''
  return `<style>\n@media only screen and (max-width:${PHONE_MOST}px){\n${[...css.values()].join('\n')}\n}\n</style>\n`
}
