import { colorOf } from '#domain/builder/colors.ts'

/** The part of a pasted element's inline style that is kept. */
export interface KeptStyle {
  /** names of the elements to wrap its content in */
  tags: string[]
  /** CSS to keep */
  style: string
  /** True for a bold element whose style makes it normal: Google Docs wraps everything in one. */
  isPlain: boolean
}

/** Text colors that programs write although the user chose none. */
const DEFAULT_COLORS = new Set(['#000000', '#222222', '#202124', '#1f1f1f', '#333333', '#212121', '#242424', '#ffffff'])

/** Reads an inline style: bold, italic, underline, strikethrough, color and alignment. Sizes and fonts are dropped. */
export function keptStyle(element: HTMLElement): KeptStyle {
  const { fontWeight, fontStyle, textDecoration, textDecorationLine, color, textAlign } = element.style
  const { tagName } = element
  const isBlock = /^(?:P|DIV|LI|H[1-6])$/.test(tagName)
  const lines = `${textDecoration} ${textDecorationLine}`
  const weight = Number(fontWeight.replace(/^bold(?:er)?$/, '700').replace(/^(?:normal|lighter)$/, '400'))
  const isHeading = /^H[1-6]$/.test(tagName)
  const isLink = element.closest('a') !== null || element.querySelector(':scope > a') !== null
  const tags = [
    !isHeading && fontWeight !== '' && weight >= 600 && !/^(?:B|STRONG)$/.test(tagName) && 'b',
    /^(?:italic|oblique)/.test(fontStyle) && !/^(?:I|EM)$/.test(tagName) && 'i',
    lines.includes('underline') && tagName !== 'U' && !isLink && 'u',
    lines.includes('line-through') && !/^(?:S|DEL|STRIKE)$/.test(tagName) && 's',
  ].filter((tag) => tag !== false)
  const given = colorOf(color || (tagName === 'FONT' ? (element.getAttribute('color') ?? '') : ''))
  const keepsColor = given && !DEFAULT_COLORS.has(given) && !isLink && /^(?:SPAN|FONT)$/.test(tagName)
  const align = /^(?:center|right)$/.exec(textAlign || (element.getAttribute('align') ?? ''))?.[0]
  const style = [keepsColor && `color:${given}`, isBlock && align && `text-align:${align}`].filter(Boolean).join(';')
  const isPlain =
    (/^(?:B|STRONG)$/.test(tagName) && fontWeight !== '' && weight < 600) ||
    (/^(?:I|EM)$/.test(tagName) && fontStyle === 'normal') ||
    (tagName === 'U' && lines.includes('none'))
  return { tags, style, isPlain }
}
