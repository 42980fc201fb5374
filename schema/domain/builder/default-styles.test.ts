import { describe, expect, it } from 'vitest'
import { BLOCKS, type ElementType } from './blocks.ts'
import { ELEMENT_TYPES } from './builder-document.ts'
import { STYLE_KEYS, type ElementStyles } from './element-properties.ts'
import { renderDocument } from './render-document.ts'
import { documentOf, element } from './testing/documents.ts'
import { unstyled } from './default-styles.ts'

const htmlOf = (type: ElementType, styles: ElementStyles) => {
  const filled = type === 'columns' ? { columns: [{ elements: [element('text')] }, { elements: [] }] } : {}
  return renderDocument(documentOf([element(type, { content: 'https://x.example/a.png', ...filled, styles })]))
}

describe.each(ELEMENT_TYPES)('the styles that a %s does not set', (type) => {
  const own = BLOCKS[type].styles
  const bases: ElementStyles[] = [{}, own, { ...own, ...('fontSize' in own ? { fontSize: '30px' } : {}) }]

  it('have the documented defaults', () => {
    for (const base of bases) {
      for (const key of STYLE_KEYS) {
        const { [key]: _, ...without } = base
        const held = unstyled({ type, styles: without })[key]
        if (held !== undefined) expect(htmlOf(type, { ...without, [key]: held }), key).toBe(htmlOf(type, without))
      }
    }
  })

  it('are documented wherever there is a default', () => {
    const styles = unstyled({ type, styles: {} })
    expect(Object.keys(own).filter((key) => !(key in styles))).toEqual([])
  })
})
