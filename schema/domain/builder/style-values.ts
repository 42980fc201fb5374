import { tagsIn } from '../content/merge-tags.ts'
import { trimOf } from '../trim-text.ts'

/**
 * Parses free-text styles and URLs (product: builder.free-text) into values safe for an email. Anything invalid returns
 * null and is omitted. Lengths become px, because Outlook for Windows supports little else.
 */

const LENGTH = /^(\d{1,5}(?:\.\d{1,4})?|\.\d{1,4})(px|pt|em|rem)?$/
const PX: Record<string, number> = { px: 1, pt: 4 / 3, em: 16, rem: 16 }

/** A length in px, rounded, at most `max`; a bare number counts as px. */
export function lengthOf(value: string | undefined, max = 2_000): number | null {
  const match = LENGTH.exec(value?.trim().toLowerCase() ?? '')
  if (!match) return null
  return Math.min(max, Math.round(Number(match[1]) * (PX[match[2] ?? 'px'] ?? 1)))
}

/** A percentage, at most 100. */
export function percentOf(value: string | undefined): number | null {
  const match = /^(\d{1,3}(?:\.\d{1,4})?)%$/.exec(value?.trim() ?? '')
  return match && Math.min(100, Number(match[1]))
}

/** A width in px, at most `available`; percentages are relative to it. */
export function widthOf(value: string | undefined, available: number): number | null {
  const percent = percentOf(value)
  if (percent !== null) return Math.round((available * percent) / 100)
  const px = lengthOf(value)
  return px === null ? null : Math.min(px, available)
}

/** Sizes in px: top, right, bottom, left. */
export type Box = readonly [number, number, number, number]

export const NO_BOX: Box = [0, 0, 0, 0]

/** Reads one to four CSS lengths, as in padding and margin; `auto` counts as 0. */
export function boxOf(value: string | undefined): Box | null {
  const parts = value?.trim().split(/\s+/) ?? []
  const sizes = parts.map((part) => (part === 'auto' ? 0 : lengthOf(part, 400)))
  const [top, right = top, bottom = top, left = right] = sizes
  if (sizes.length > 4 || sizes.includes(null)) return null
  return top == null || right == null || bottom == null || left == null ? null : [top, right, bottom, left]
}

export const addBoxes = (one: Box, other: Box): Box => [
  one[0] + other[0],
  one[1] + other[1],
  one[2] + other[2],
  one[3] + other[3],
]

/** A box as CSS. */
export function boxCss([top, right, bottom, left]: Box): string {
  const css = (size: number) => (size === 0 ? '0' : `${size}px`)
  if (right !== left) return [top, right, bottom, left].map(css).join(' ')
  if (top !== bottom) return [top, right, bottom].map(css).join(' ')
  return top === right ? css(top) : `${css(top)} ${css(right)}`
}

const GENERIC = /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui)$/

/** A font list that ends with a generic family. */
export function fontOf(value: string | undefined): string | null {
  const names = (value ?? '').split(',').map((name) => name.trim().replace(/^(["'])(.*)\1$/, '$2'))
  if (names.length > 12 || names.some((name) => !/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,60}$/u.test(name))) return null
  const quoted = names.map((name) => (/^[a-z-]+$/i.test(name) ? name : `'${name}'`))
  return (GENERIC.test(names.at(-1)?.toLowerCase() ?? '') ? quoted : [...quoted, 'sans-serif']).join(',')
}

/** Returns the value if it is one of the given words. */
export function wordOf<W extends string>(value: string | undefined, words: readonly W[]): W | null {
  const text = value?.trim().toLowerCase()
  return words.find((word) => word === text) ?? null
}

/** normal or bold; numeric weights from 600 are bold. */
export function weightOf(value: string | undefined): 'normal' | 'bold' | null {
  const figure = /^[1-9]00$/.exec(value?.trim() ?? '')
  if (figure) return Number(figure[0]) >= 600 ? 'bold' : 'normal'
  return wordOf(value, ['normal', 'bold'])
}

/** The line height in px for text of `fontSize` px. */
export function lineHeightOf(value: string | undefined, fontSize: number): number | null {
  const factor = /^(\d(?:\.\d{1,3})?|\d{2,3}%)$/.exec(value?.trim() ?? '')?.[1]
  if (!factor) return lengthOf(value, 400)
  const ratio = factor.endsWith('%') ? Number(factor.slice(0, -1)) / 100 : Number(factor)
  return Math.round(clamp(ratio, 0.8, 4) * fontSize)
}

/** Matches characters that browsers ignore in URLs, so that nothing can hide there. */
const IGNORED = /[\t\n\r]/g
const IGNORED_AT_ENDS = String.fromCharCode(...Array.from({ length: 33 }, (_, code) => code))
const SCHEME = /^(?:https?:\/\/[^\s/?#\\]|mailto:[^\s]|tel:[+\d{])/i
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.)+[\p{L}]{2,24}(?::\d{1,5})?(?:[/?#]|$)/u
const MAILBOX = /^[\p{L}\p{N}.+_-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,24}$/u
/** spaces, controls, invisible marks and characters that end an attribute or a comment */
const UNFIT = /[\p{Z}\p{C}"<>\\^`]/gu

/**
 * Returns a link's URL: http, https, mailto, tel, or starting with a merge tag; example.com and me@example.com are
 * completed. Null for anything else. The result must still be escaped for HTML; merge tags are unchanged.
 */
export function linkOf(value: string | undefined): string | null {
  const text = trimOf((value ?? '').replace(IGNORED, ''), IGNORED_AT_ENDS)
  if (startsWithTag(text) || SCHEME.test(text)) return encoded(text)
  if (DOMAIN.test(text)) return encoded(`https://${text}`)
  return MAILBOX.test(text) ? encoded(`mailto:${text}`) : null
}

/**
 * Returns a picture's URL: http, https, or a merge tag; null for anything else. Email programs do not show data:
 * pictures.
 */
export function imageAddressOf(value: string | undefined): string | null {
  const address = linkOf(value)
  return address && /^(?:https?:|\{)/i.test(address) ? address : null
}

/** Returns whether a URL starts with merge tags, without a scheme after them that would apply if they are empty. */
function startsWithTag(text: string): boolean {
  let end = 0
  for (const { index, source } of tagsIn(text)) if (index === end) end += source.length
  return end > 0 && /^(?:$|[/?#]|&(?!#))/.test(text.slice(end))
}

/** Percent-encodes characters that are not allowed in a URL, before merge tags are added. */
function encoded(text: string): string {
  const wellFormed = text.toWellFormed()
  let result = ''
  let end = 0
  for (const { index, source } of tagsIn(wellFormed)) {
    result += encodePart(wellFormed.slice(end, index)) + source
    end = index + source.length
  }
  return result + encodePart(wellFormed.slice(end))
}

const encodePart = (text: string) => text.replace(UNFIT, (character) => encodeURIComponent(character))

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
