import { lookOf, type Look } from './element-styles.ts'
import { noteLostLooks } from './lost-styles.ts'
import type { Piece } from './imported-piece.ts'
import { at, INLINE, linkIn, note, type Place } from './import-position.ts'
import { mainLook, richTextOf, textStyles, tidied, type Run } from './text-runs.ts'
import type { StyledElement, StyledNode } from './styled-tree.ts'

/** Converts lists of an imported email to rich text. */

/** A list as a text block. */
export function listPieces(node: StyledElement, look: Look, place: Place): Piece[] {
  const runs: Run[] = []
  const html = listHtml(node, look, place, runs)
  if (html === '') return []
  const base = { ...mainLook(runs, look), link: null }
  noteLostLooks(runs, { ...base, background: look.background }, place)
  return [at(look, { type: 'text', content: listHtml(node, base, place, []), styles: textStyles(base) })]
}

function listHtml(node: StyledElement, look: Look, place: Place, all: Run[]): string {
  const items: string[] = []
  for (const item of node.children) {
    // Google Docs and old editors put a list beside the item that it belongs to.
    if (item.kind === 'element' && (item.name === 'ul' || item.name === 'ol')) {
      const nested = listHtml(item, lookOf(item, look), place, all)
      const before = items.pop() ?? '<li></li>'
      items.push(`${before.slice(0, -'</li>'.length)}${nested}</li>`)
      continue
    }
    const runs: Run[] = []
    let inner = ''
    const visit = (child: StyledNode, around: Look) => {
      if (child.kind === 'text') runs.push({ text: child.text, look: around })
      else if (child.name === 'br') runs.push({ text: '\n', look: around })
      else if (child.name === 'ul' || child.name === 'ol') inner += listHtml(child, lookOf(child, around), place, all)
      else if (child.name === 'img') note(place, 'A picture in a list', child.attributes.get('alt') ?? '')
      else {
        const own = lookOf(child, around)
        const link = child.name === 'a' ? linkIn(child, place) : null
        if (!INLINE.has(child.name) && runs.length > 0) runs.push({ text: '\n', look: around })
        for (const each of child.children) visit(each, link ? { ...own, link } : own)
      }
    }
    if (item.kind === 'text') visit(item, look)
    else for (const child of item.children) visit(child, lookOf(item, look))
    const tidy = tidied(runs)
    for (const run of tidy) all.push(run)
    if (tidy.length > 0 || inner !== '') items.push(`<li>${richTextOf(tidy, look)}${inner}</li>`)
  }
  return items.length === 0 ? '' : `<${node.name}>${items.join('')}</${node.name}>`
}
