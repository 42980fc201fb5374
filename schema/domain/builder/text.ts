import { allElements, type BuilderDocument } from './document.ts'
import { decodeEntities } from './entities.ts'
import { importHtml } from './import-html.ts'
import { plainText } from './rich-text.ts'
import { tokenize } from './tokens.ts'

/** What a document says in words, for lists and searches: the texts and buttons in order, alternative texts where there is no other. */
export function textOfDocument(document: BuilderDocument): string {
  return allElements(document.elements)
    .map(({ type, content, alt }) => {
      if (type === 'text' || type === 'button') return plainText(content)
      if (type === 'html') return textOfHtml(content)
      return type === 'image' ? (alt ?? '') : ''
    })
    .filter((text) => text.trim() !== '')
    .join('\n')
}

function textOfHtml(html: string): string {
  return tokenize(importHtml(html).html)
    .map((token) => (token.kind === 'text' ? decodeEntities(token.source) : ' '))
    .join('')
}
