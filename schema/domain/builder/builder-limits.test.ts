import { expect, it } from 'vitest'
import { readDocument, type BuilderElement } from './builder-document.ts'
import { FIELD_MAX, MENU_LINKS_MAX, PREHEADER_MAX, SOCIAL_ITEMS_MAX, TABLE_MAX } from './builder-limits.ts'
import { documentOf, element } from './testing/documents.ts'

const filled = (field: keyof typeof FIELD_MAX, length: number) => {
  const text = 'x'.repeat(length)
  const PLACES: Partial<Record<keyof typeof FIELD_MAX, Partial<BuilderElement>>> = {
    style: { styles: { color: text } },
    cell: { rows: [[text]] },
    menuText: { links: [{ text, url: '' }] },
  }
  return readDocument(documentOf([element('image', PLACES[field] ?? { [field]: text })]))
}

it.each(Object.entries(FIELD_MAX) as [keyof typeof FIELD_MAX, number][])(
  'the field %s of a builder block may have at most %i characters',
  (field, max) => {
    expect(filled(field, max)).toHaveProperty('document')
    expect(filled(field, max + 1)).toHaveProperty('problem')
  },
)

it('the preheader and the links of a social row have a maximum length', () => {
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

it('a menu and a table have a maximum size', () => {
  const menu = (count: number) =>
    readDocument(
      documentOf([element('menu', { links: Array.from({ length: count }, () => ({ text: 'x', url: '' })) })]),
    )
  expect(menu(MENU_LINKS_MAX)).toHaveProperty('document')
  expect(menu(MENU_LINKS_MAX + 1)).toHaveProperty('problem')
  const table = (rows: number, columns: number) =>
    readDocument(
      documentOf([
        element('table', { rows: Array.from({ length: rows }, () => Array.from({ length: columns }, () => 'x')) }),
      ]),
    )
  expect(table(TABLE_MAX.rows, TABLE_MAX.columns)).toHaveProperty('document')
  expect(table(TABLE_MAX.rows + 1, 1)).toHaveProperty('problem')
  expect(table(1, TABLE_MAX.columns + 1)).toHaveProperty('problem')
  expect(table(0, 0)).toHaveProperty('problem')
})
