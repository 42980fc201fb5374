import { describe, expect, it } from 'vitest'
import { BLOCKS, type ElementType } from './blocks.ts'
import { ELEMENT_TYPES } from './document.ts'
import { STYLE_KEYS, type ElementStyles } from './element-properties.ts'
import { renderDocument } from './render.ts'
import { documentOf, element } from './testing/documents.ts'
import { unstyled } from './unstyled.ts'

const htmlOf = (type: ElementType, styles: ElementStyles) => {
  const filled = type === 'columns' ? { columns: [{ elements: [element('text')] }, { elements: [] }] } : {}
  return renderDocument(documentOf([element(type, { content: 'https://x.example/a.png', ...filled, styles })]))
}

describe.each(ELEMENT_TYPES)('a missing style of a %s', (type) => {
  const own = BLOCKS[type].styles
  const bases: ElementStyles[] = [{}, own, { ...own, ...('fontSize' in own ? { fontSize: '30px' } : {}) }]

  it('has the documented default', () => {
    for (const base of bases) {
      for (const key of STYLE_KEYS) {
        const { [key]: _, ...without } = base
        const held = unstyled({ type, styles: without })[key]
        if (held !== undefined) expect(htmlOf(type, { ...without, [key]: held }), key).toBe(htmlOf(type, without))
      }
    }
  })

  it('is documented for everything with a default', () => {
    const styles = unstyled({ type, styles: {} })
    expect(Object.keys(own).filter((key) => !(key in styles))).toEqual([])
  })
})
