import { wordsOfHtml } from '../html/words.ts'
import { allElements, type BuilderDocument } from './document.ts'
import { importHtml } from './import-html.ts'
import { plainText } from './rich-text.ts'

/** A document's text for lists and searches: texts and buttons in order, alternative texts if there are none. */
export function textOfDocument(document: BuilderDocument): string {
  return allElements(document.elements)
    .map(({ type, content, alt, rows = [], links = [] }) => {
      if (type === 'table') return rows.flat().join(' ')
      if (type === 'menu') return links.map(({ text }) => text).join(' ')
      if (type === 'text' || type === 'button') return plainText(content)
      if (type === 'html') return wordsOfHtml(importHtml(content).html)
      return type === 'image' || type === 'video' ? (alt ?? '') : ''
    })
    .filter((text) => text.trim() !== '')
    .join('\n')
}
