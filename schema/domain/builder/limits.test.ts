import { expect, it } from 'vitest'
import { readDocument } from './document.ts'
import { FIELD_MAX, PREHEADER_MAX, SOCIAL_ITEMS_MAX } from './limits.ts'
import { documentOf, element } from './testing/documents.ts'

const filled = (field: keyof typeof FIELD_MAX, length: number) => {
  const text = 'x'.repeat(length)
  return readDocument(
    documentOf([element('image', field === 'style' ? { styles: { color: text } } : { [field]: text })]),
  )
}

it.each(Object.entries(FIELD_MAX) as [keyof typeof FIELD_MAX, number][])(
  'a %s of %i characters is the longest allowed',
  (field, max) => {
    expect(filled(field, max)).toHaveProperty('document')
    expect(filled(field, max + 1)).toHaveProperty('problem')
  },
)

it('a preheader and the links of a social row are limited', () => {
  const preheader = (length: number) => readDocument({ ...documentOf([]), preheader: 'x'.repeat(length) })
  expect(preheader(PREHEADER_MAX)).toHaveProperty('document')
  expect(preheader(PREHEADER_MAX + 1)).toHaveProperty('problem')
  const links = (count: number) =>
    readDocument(
      documentOf([element('social', { items: Array.from({ length: count }, () => ({ network: 'x', url: '' })) })]),
    )
  expect(links(SOCIAL_ITEMS_MAX)).toHaveProperty('document')
  expect(links(SOCIAL_ITEMS_MAX + 1)).toHaveProperty('problem')
})
