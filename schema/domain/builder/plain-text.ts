import { wordsOfHtml } from '../html/visible-words.ts'
import { BLOCKS } from './blocks.ts'
import { allElements, type BuilderDocument } from './builder-document.ts'
import { importHtml } from './import-html.ts'
import { plainText } from './rich-text.ts'

/** A document's text for lists and searches: texts and buttons in order, alternative texts if there are none. */
export function textOfDocument(document: BuilderDocument): string {
  return allElements(document.elements)
    .map(({ type, content, alt = '', rows, links }) => {
      const { contentKind } = BLOCKS[type]
      if (contentKind === 'html') return wordsOfHtml(importHtml(content).html)
      if (contentKind) return contentKind === 'picture' ? alt : plainText(content)
      return rows?.flat().join(' ') ?? links?.map(({ text }) => text).join(' ') ?? ''
    })
    .filter((text) => text.trim() !== '')
    .join('\n')
}
