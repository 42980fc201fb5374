import { colorOf } from './colors.ts'
import type { BuilderElement } from './builder-document.ts'
import { classesOf, paddingRule, sizeRule } from './phone-styles.ts'
import { renderRichText } from './render-rich-text.ts'
import { borderOf, cell, EXACT, font, fontSizeOf, row, type Surroundings } from './render-parts.ts'

/** A table of rich text. Its cells repeat the font, because Outlook for Windows does not pass it on to tables. */
export function renderTable(
  { rows = [], hasHeader, repeatsRow, styles }: BuilderElement,
  around: Surroundings,
): string {
  const columns = Math.max(1, ...rows.map(({ length }) => length))
  const { backgroundColor, ...outside } = styles
  const head = colorOf(backgroundColor)
  const type = [...font(styles, around, fontSizeOf(styles, 14)), EXACT]
  const css = ['padding:8px 10px', borderOf(styles)?.css ?? 'border:0', 'vertical-align:top', ...type]
  const headCss = [...css.filter((each) => !each.startsWith('font-weight')), 'font-weight:bold']
  if (head) headCss.push(`background-color:${head}`)
  const look = { linkColor: around.linkColor, gap: fontSizeOf(styles, 14) }
  const repeated = hasHeader === true ? 1 : 0
  const lines = rows.map((cells, index) => {
    const isHead = hasHeader === true && index === 0
    const shown = Array.from({ length: columns }, (_, at) => {
      const text = renderRichText(cells[at] ?? '', look) || '&nbsp;'
      return isHead
        ? `<th scope="col" style="${headCss.join(';')}">${text}</th>`
        : `<td style="${css.join(';')}">${text}</td>`
    })
    const line = `<tr>${shown.join('')}</tr>`
    return repeatsRow && index === repeated ? `{#rows}\n${line}\n{/rows}` : line
  })
  const table = `<table style="border-collapse:collapse;table-layout:fixed;width:100%">\n${lines.join('\n')}\n</table>`
  return row(
    [...cell(outside, around), ...type],
    lines.length === 0 ? '&nbsp;' : table,
    classesOf(sizeRule(styles), paddingRule(styles)),
  )
}
