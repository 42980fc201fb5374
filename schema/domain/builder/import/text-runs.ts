import { escapeAttribute, escapeText } from '../../html/html-writer.ts'
import type { ElementStyles } from '../element-properties.ts'
import type { Look } from './element-styles.ts'

/**
 * A stretch of an imported email's text with one look (font, color, weight). Runs in a row become a text block of the
 * builder.
 */
export interface Run {
  readonly text: string
  readonly look: Look
}

/** Runs as one line: white space as browsers show it, line breaks as \n. */
export function tidied(runs: readonly Run[]): Run[] {
  const result: Run[] = []
  let before = '\n'
  for (const { text, look } of runs) {
    const single = text === '\n' ? text : text.replace(/[ \t\r\n\f]+/g, ' ')
    const kept = before.endsWith(' ') || before.endsWith('\n') ? single.replace(/^ /, '') : single
    if (kept === '') continue
    if (kept === '\n') trimEnd(result)
    result.push({ text: kept, look })
    before = kept
  }
  trimEnd(result)
  return result
}

function trimEnd(runs: Run[]): void {
  const last = runs.at(-1)
  if (last && last.text.endsWith(' ')) {
    runs.pop()
    const text = last.text.slice(0, -1)
    if (text !== '') runs.push({ text, look: last.look })
  }
}

/** The look that most of the text has. */
export function mainLook(runs: readonly Run[], otherwise: Look): Look {
  const counts = new Map<string, { look: Look; count: number }>()
  for (const { text, look } of runs) {
    if (text.trim() === '') continue
    const key = JSON.stringify([look.link ? '' : look.color, look.fontFamily, look.fontSize, look.bold])
    const known = counts.get(key)
    counts.set(key, { look: known?.look ?? look, count: (known?.count ?? 0) + text.length })
  }
  return [...counts.values()].toSorted((one, other) => other.count - one.count)[0]?.look ?? otherwise
}

/** Rich text of runs, with tags for what differs from the block's own look. */
export function richTextOf(runs: readonly Run[], base: Look): string {
  return runs.map((run) => (run.text === '\n' ? '<br>' : marked(run, base))).join('')
}

function marked({ text, look }: Run, base: Look): string {
  let html = escapeText(text)
  const css = [
    look.color !== base.color && `color:${look.color}`,
    look.fontSize !== base.fontSize && `font-size:${look.fontSize}px`,
  ].filter(Boolean)
  if (look.strike) html = `<s>${html}</s>`
  if (look.underline && !look.link) html = `<u>${html}</u>`
  if (look.italic) html = `<i>${html}</i>`
  if (look.bold && !base.bold) html = `<b>${html}</b>`
  if (css.length > 0) html = `<span style="${css.join(';')}">${html}</span>`
  return look.link ? `<a href="${escapeAttribute(look.link)}">${html}</a>` : html
}

/** The styles of a text block with a look. */
export function textStyles(look: Look): ElementStyles {
  return {
    fontSize: `${look.fontSize}px`,
    color: look.color,
    textAlign: look.align,
    fontWeight: look.bold ? 'bold' : 'normal',
    padding: '0',
    ...(look.fontFamily ? { fontFamily: look.fontFamily.replaceAll("'", '') } : {}),
    ...(look.lineHeight && look.lineHeight !== 'normal' ? { lineHeight: look.lineHeight } : {}),
  }
}
