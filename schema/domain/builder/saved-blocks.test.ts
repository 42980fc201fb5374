import { describe, expect, it } from 'vitest'
import { createElement } from './new-element.ts'
import { emptyDocument, readDocument, type BuilderDocument, type BuilderElement } from './builder-document.ts'
import {
  deleteElement,
  duplicateElement,
  moveElement,
  pasteElements,
  setColumnCount,
  unwrapColumns,
  updateElement,
  wholeOf,
} from './element-moves.ts'
import { renderDocument } from './render-document.ts'
import { ownPartOf, savedIdsIn } from './document-without-saved-blocks.ts'
import { savedBlockInput, useOf, withSavedBlocks } from './saved-blocks.ts'

const text = (id: string, content: string): BuilderElement => ({ ...createElement('text', id), content })
const band = (id: string, ...elements: BuilderElement[]): BuilderElement => ({
  ...createElement('columns', id, 1),
  columns: [{ elements }],
})
const documentOf = (...elements: BuilderElement[]): BuilderDocument => ({ ...emptyDocument(), subject: 'S', elements })
const footer = { ...text('f', 'Old'), condition: 'City is "Galway"' }
const use = { ...text('u', 'Old'), saved: { id: 'blk_1' } }
const section = band('s', text('s1', 'One'), text('s2', 'Two'))
const sectionUse = { ...band('r', text('r1', 'One'), text('r2', 'Two')), saved: { id: 'blk_2' } }
const read = (document: BuilderDocument) => {
  const result = readDocument(structuredClone(document))
  if ('problem' in result) throw new Error(result.problem)
  return result.document
}
let count = 0
const newId = () => `n${(count += 1)}`

describe('the uses of a saved block in emails', () => {
  it('are copies that every member sees, and remain uses when an email is stored', () => {
    const made = { ...useOf('blk_1', [footer]), id: 'x' } as BuilderElement
    expect(made).toMatchObject({ content: 'Old', saved: { id: 'blk_1' } })
    expect(made.condition).toBeUndefined()
    expect(read(documentOf(made)).elements[0]?.saved).toEqual({ id: 'blk_1' })
    expect(savedIdsIn(documentOf(use, band('b', { ...use, id: 'v' }), sectionUse))).toEqual(['blk_1', 'blk_2'])
    expect(useOf('blk_1', [])).toBeUndefined()
    expect(savedIdsIn({ elements: [null, 1, { saved: 1, columns: [{ elements: 'x' }, null] }] })).toEqual([])
    expect(savedIdsIn('x')).toEqual([])
  })

  it('follow changes of the block wherever they are, and keep their id and their recipients', () => {
    const condition = 'Plan is "Pro"'
    const document = documentOf(text('a', 'Own'), { ...use, condition }, band('b', { ...use, id: 'v' }))
    const now = withSavedBlocks(document, new Map([['blk_1', [{ ...footer, content: 'New' }]]]))
    expect(now.elements[0]).toBe(document.elements[0])
    expect(now.elements[1]).toEqual({ ...use, condition, content: 'New' })
    expect(now.elements[2]?.columns?.[0]?.elements[0]).toEqual({ ...use, id: 'v', content: 'New' })
    expect(renderDocument(now)).toContain('New')
  })

  it('do not change when nothing changed, whatever the order of keys and the ids inside', () => {
    const document = documentOf(sectionUse)
    const reordered = Object.fromEntries(Object.entries(section).toReversed()) as unknown as BuilderElement
    expect(withSavedBlocks(document, new Map([['blk_2', [reordered]]]))).toBe(document)
  })

  it('have ids of their own inside, even twice in one email', () => {
    const other = { ...sectionUse, id: 'q', columns: [{ elements: [text('q1', 'One')] }] }
    const longer = band('s', text('s1', 'One'), text('s2', 'Two'), text('s3', 'Three'))
    const now = withSavedBlocks(documentOf(sectionUse, other), new Map([['blk_2', [longer]]]))
    expect(read(now)).toEqual(now)
    expect(now.elements.map(({ columns }) => columns?.[0]?.elements.map(({ id }) => id))).toEqual([
      ['r-b1', 'r-b2', 'r-b3'],
      ['q-b1', 'q-b2', 'q-b3'],
    ])
    expect(withSavedBlocks(now, new Map([['blk_2', [longer]]]))).toBe(now)
  })

  it('stay unchanged while they are edited', () => {
    const document = documentOf({ ...use, content: 'Mine', saved: { id: 'blk_1', editing: '' } })
    expect(withSavedBlocks(document, new Map([['blk_1', [footer]]]))).toBe(document)
  })

  it.each([
    ['it is gone', use, []],
    ['it has several elements', use, [footer, text('g', 'More')]],
  ])('become ordinary blocks when %s', (_, element, block) => {
    const now = withSavedBlocks(documentOf(element), new Map([['blk_1', block]]))
    expect(now.elements[0]).toEqual(text('u', 'Old'))
    expect(withSavedBlocks(documentOf(element), new Map(), 'some').elements[0]).toBe(element)
  })

  it('become ordinary blocks where columns would be inside columns', () => {
    const inRow = documentOf(band('b', use))
    const columns = withSavedBlocks(inRow, new Map([['blk_1', [section]]]))
    expect(columns.elements[0]?.columns?.[0]?.elements[0]).toEqual(text('u', 'Old'))
  })

  it('do not count as changes of the email when the block changes', () => {
    const mine = (content: string, own: string) => ownPartOf(documentOf(text('a', own), { ...use, content }))
    expect(mine('Old', 'x')).toEqual(mine('New', 'x'))
    expect(mine('Old', 'x')).not.toEqual(mine('Old', 'y'))
    const inRow = (content: string) => ownPartOf(documentOf(band('b', { ...use, content })))
    expect(inRow('Old')).toEqual(inRow('New'))
    const edited = (content: string) => ownPartOf(documentOf({ ...use, content, saved: { id: 'blk_1', editing: '' } }))
    expect(edited('Old')).not.toEqual(edited('New'))
    expect([null, 'x', { elements: 1 }].map(ownPartOf)).toEqual([null, 'x', { elements: 1 }])
  })
})

describe('a saved block that an email uses', () => {
  const document = documentOf(text('a', 'A'), sectionUse, use)

  it('is moved, copied and deleted as a whole', () => {
    expect(moveElement(document, 'r', { index: 0 }).elements[0]).toBe(sectionUse)
    expect(duplicateElement(document, 'u', newId).elements[3]).toMatchObject({ content: 'Old', saved: { id: 'blk_1' } })
    expect(deleteElement(document, 'r').elements).toHaveLength(2)
    expect(wholeOf(document, 'r1')).toBe('r')
    expect(wholeOf(document, 'a')).toBe('a')
  })

  it('is not changed in place, except for its recipients', () => {
    expect(updateElement(document, 'u', { content: 'X', styles: { color: 'red' } })).toBe(document)
    expect(updateElement(document, 'r1', { content: 'X' })).toBe(document)
    expect(deleteElement(document, 'r1')).toBe(document)
    expect(moveElement(document, 'a', { row: 'r', index: 0 })).toBe(document)
    expect(moveElement(document, 'r1', { index: 0 })).toBe(document)
    expect(setColumnCount(document, 'r', 2)).toBe(document)
    expect(unwrapColumns(document, 'r')).toBe(document)
    const condition = 'Plan is "Pro"'
    expect(updateElement(document, 'u', { condition, content: 'X' }).elements[2]).toEqual({ ...use, condition })
  })

  it('can be changed while it is edited; a copy of it is then an ordinary block', () => {
    const editing = documentOf({ ...sectionUse, saved: { id: 'blk_2', editing: '' } })
    const now = updateElement(editing, 'r1', { content: 'X' })
    expect(now.elements[0]?.columns?.[0]?.elements[0]?.content).toBe('X')
    expect(duplicateElement(now, 'r', newId).elements[1]?.saved).toBeUndefined()
  })

  it('leaves only its content when pasted into a column', () => {
    const pasted = pasteElements(documentOf(band('b')), [sectionUse], newId, { row: 'b', index: 0 })
    expect(pasted.elements[0]?.columns?.[0]?.elements.map(({ content, saved }) => [content, saved])).toEqual([
      ['One', undefined],
      ['Two', undefined],
    ])
  })
})

it('a saved block cannot contain another one', () => {
  for (const element of [use, band('b', use)]) {
    const result = savedBlockInput.safeParse({ name: 'N', elements: [element] })
    expect(result.error?.issues[0]?.message).toContain('cannot contain another saved block')
  }
})
