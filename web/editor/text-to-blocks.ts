import { getSchema } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import { createElement } from '#domain/builder/blocks.ts'
import type { BuilderElement } from '#domain/builder/document.ts'
import { extensionsOf } from './extensions.ts'
import { storedText } from './serialise.ts'
import { htmlOf } from './stored-html.ts'

/**
 * Simple Text as blocks of the builder: one text with its formatting, merge tags and conditions, then its pictures. A
 * heading becomes a bold line, as a text block has no headings.
 */
export function blocksOf(content: string, newId: () => string): BuilderElement[] {
  const box = document.createElement('div')
  box.innerHTML = htmlOf(content, 'simple')
  const pictures = [...box.querySelectorAll('img')].map((picture): BuilderElement => {
    picture.remove()
    return { ...createElement('image', newId()), content: picture.src, alt: picture.alt }
  })
  for (const heading of box.querySelectorAll('h1, h2, h3')) {
    const line = document.createElement('p')
    const bold = document.createElement('b')
    bold.append(...heading.childNodes)
    line.append(bold)
    heading.replaceWith(line)
  }
  const schema = getSchema(
    extensionsOf('block', {
      ...{ placeholder: '', fields: () => [] },
      ...{ onList: () => undefined, onEdit: () => undefined, onPicture: () => undefined },
    }),
  )
  const text = storedText(DOMParser.fromSchema(schema).parse(box, { preserveWhitespace: true }), 'block')
  return [...(text === '' ? [] : [{ ...createElement('text', newId()), content: text }]), ...pictures]
}
