import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BLOCKS } from './blocks.ts'
import { createElement } from './new-element.ts'
import {
  allElements,
  builderDocument,
  ELEMENT_TYPES,
  emptyDocument,
  type BuilderDocument,
  type BuilderElement,
} from './builder-document.ts'
import { canRedo, canUndo, endStep, redo, startHistory, takeStep, undo, type History } from './undo-history.ts'
import {
  addElement,
  addElements,
  deleteElement,
  duplicateElement,
  elementsAt,
  findElement,
  moveElement,
  nestIntoColumns,
  pasteElements,
  placeOf,
  setColumnCount,
  setColumnWeights,
  setCondition,
  shiftElement,
  unwrapColumns,
  updateDocument,
  updateElement,
} from './element-moves.ts'

const text = (id: string) => createElement('text', id)
const row = (id: string, ...columns: BuilderElement[][]): BuilderElement => ({
  ...createElement('columns', id),
  columns: columns.map((elements) => ({ elements })),
})
const documentOf = (...elements: BuilderElement[]): BuilderDocument => ({ ...emptyDocument(), elements })
const outline = (document: BuilderDocument) =>
  document.elements
    .map(({ id, columns }) =>
      columns ? `${id}[${columns.map(({ elements }) => elements.map((item) => item.id).join(' ')).join('|')}]` : id,
    )
    .join(' ')
const counter = (prefix = 'new') => {
  let count = 0
  return () => `${prefix}${(count += 1)}`
}

const abc = documentOf(text('a'), text('b'), text('c'))
const nested = documentOf(text('a'), row('r', [text('b')], [text('c'), text('d')]), text('e'))

describe('an edit in the email builder', () => {
  it('adds a block at the end, as a click on the palette does', () => {
    expect(outline(addElement(abc, text('d')))).toBe('a b c d')
    expect(outline(addElement(abc, text('d'), { index: 1 }))).toBe('a d b c')
    expect(outline(addElement(nested, text('x'), { row: 'r', column: 1, index: 9 }))).toBe('a r[b|c d x] e')
  })

  it.each([
    ['down', 'a', { index: 2 }, 'b c a'],
    ['up', 'c', { index: 0 }, 'c a b'],
    ['nowhere', 'b', { index: 1 }, 'a b c'],
    ['outside the list', 'b', null, 'a b c'],
  ])('moves a block %s to the drop position', (_, id, place, result) => {
    expect(outline(moveElement(abc, id, place))).toBe(result)
  })

  it.each([
    ['into a column', 'a', { row: 'r', column: 0, index: 1 }, 'r[b a|c d] e'],
    ['out of a column', 'c', { index: 0 }, 'c a r[b|d] e'],
    ['between columns', 'b', { row: 'r', column: 1, index: 1 }, 'a r[|c b d] e'],
    ['within a column', 'c', { row: 'r', column: 1, index: 1 }, 'a r[b|d c] e'],
    ['of columns not into columns', 'r', { row: 'r', column: 0, index: 0 }, 'a r[b|c d] e'],
    ['not into a missing column', 'a', { row: 'r', column: 2, index: 0 }, 'a r[b|c d] e'],
  ])('moves a block %s', (_, id, place, result) => {
    expect(outline(moveElement(nested, id, place))).toBe(result)
  })

  it('moves a block with the keyboard and stops at the ends', () => {
    expect(outline(shiftElement(abc, 'b', 1))).toBe('a c b')
    expect(shiftElement(abc, 'a', -1)).toBe(abc)
    expect(outline(shiftElement(nested, 'd', -1))).toBe('a r[b|d c] e')
  })

  it('deletes a block, and a row with its content', () => {
    expect(outline(deleteElement(nested, 'r'))).toBe('a e')
    expect(outline(deleteElement(nested, 'd'))).toBe('a r[b|c] e')
    expect(deleteElement(nested, 'nobody')).toBe(nested)
  })

  it('duplicates and pastes with new ids', () => {
    expect(outline(duplicateElement(nested, 'r', counter()))).toBe('a r[b|c d] new1[new2|new3 new4] e')
    expect(outline(duplicateElement(nested, 'c', counter()))).toBe('a r[b|c new1 d] e')
    expect(outline(pasteElements(abc, nested.elements, counter(), { index: 1 }))).toBe(
      'a new1 new2[new3|new4 new5] new6 b c',
    )
    expect(outline(pasteElements(nested, nested.elements, counter(), { row: 'r', column: 0, index: 0 }))).toBe(
      'a r[new1 new2 new3 new4 new5 b|c d] e',
    )
  })

  it('never creates a duplicate id or exceeds the maximum number of elements', () => {
    expect(addElement(nested, text('c'))).toBe(nested)
    expect(addElements(abc, [text('x'), text('x')])).toBe(abc)
    const many = documentOf(...Array.from({ length: 499 }, (_, index) => text(`n${index}`)))
    expect(addElements(many, [text('x'), text('y')])).toBe(many)
    expect(addElement(many, text('x')).elements).toHaveLength(500)
  })

  it('changes the given styles, keeps the others and removes empty ones', () => {
    const changed = updateElement(abc, 'b', { content: 'Hi', styles: { color: 'red', padding: '' } })
    const { padding: _, ...rest } = BLOCKS.text.styles
    expect(findElement(changed, 'b')).toEqual({ ...text('b'), content: 'Hi', styles: { ...rest, color: 'red' } })
    expect(findElement(changed, 'a')).toBe(abc.elements[0])
    expect(updateElement(abc, 'b', { content: text('b').content })).toBe(abc)
  })

  it('of a condition changes the else-block beside it, and no other block', () => {
    const [cork, others] = ['City is "Cork"', 'not (City is "Cork")']
    const document = documentOf(
      { ...text('a'), condition: cork },
      { ...text('b'), condition: others },
      { ...text('c'), condition: others },
      text('d'),
    )
    const conditions = (next: string | undefined, id: string) =>
      setCondition(document, id, next).elements.map(({ condition }) => condition)
    expect(conditions('City is "Bonn"', 'a')).toEqual(['City is "Bonn"', 'not (City is "Bonn")', others, undefined])
    expect(conditions('not (City is "Bonn")', 'b')).toEqual([
      'City is "Bonn"',
      'not (City is "Bonn")',
      others,
      undefined,
    ])
    expect(conditions(undefined, 'a')).toEqual([undefined, others, others, undefined])
    expect(conditions(cork, 'd')).toEqual([cork, others, others, cork])
  })

  it('changes subject and global styles', () => {
    const changed = updateDocument(abc, { subject: 'News', globalStyles: { maxWidth: '480px' } })
    expect(changed).toMatchObject({ subject: 'News', globalStyles: { maxWidth: '480px', backgroundColor: '#f8f9fa' } })
    expect(updateDocument(changed, { subject: 'News', globalStyles: {} })).toBe(changed)
  })

  it('keeps the content of removed columns, and wraps blocks into a row and back', () => {
    expect(outline(setColumnCount(nested, 'r', 1))).toBe('a r[b c d] e')
    expect(outline(setColumnCount(nested, 'r', 3))).toBe('a r[b|c d|] e')
    expect(outline(unwrapColumns(nested, 'r'))).toBe('a b c d e')
    expect(outline(nestIntoColumns(abc, 'b', row('r', [], [])))).toBe('a r[b|] c')
    expect(nestIntoColumns(nested, 'r', row('s', [], []))).toBe(nested)
    const wide = setColumnWeights(nested, 'r', [2, 1])
    expect(findElement(wide, 'r')?.columns?.map(({ weight }) => weight)).toEqual([2, 1])
    expect(setColumnWeights(wide, 'r', null)).toEqual(nested)
  })
})

type Move = (document: BuilderDocument, newId: () => string) => BuilderDocument

/** A random move on an element picked by index. */
const anyMove: fc.Arbitrary<Move> = fc
  .record({
    kind: fc.nat(12),
    pick: fc.nat(40),
    other: fc.nat(40),
    index: fc.integer({ min: -2, max: 9 }),
    column: fc.nat(3),
    inside: fc.boolean(),
    type: fc.constantFrom(...ELEMENT_TYPES),
    value: fc.string({ maxLength: 8 }),
  })
  .map(({ kind, pick, other, index, column, inside, type, value }) => (document, newId) => {
    const all = allElements(document.elements)
    const id = all[pick % Math.max(1, all.length)]?.id ?? 'nobody'
    const rows = all.filter((element) => element.columns)
    const rowId = rows[other % Math.max(1, rows.length)]?.id
    const place = inside && rowId ? { row: rowId, column, index } : { index }
    const moves = [
      () => addElement(document, createElement(type, newId(), column + 1), place),
      () => addElement(document, createElement(type, newId())),
      () => moveElement(document, id, place),
      () => shiftElement(document, id, index),
      () => deleteElement(document, id),
      () => duplicateElement(document, id, newId),
      () => pasteElements(document, all.slice(0, 3), newId, place),
      () => updateElement(document, id, { content: value, styles: { color: value } }),
      () => updateDocument(document, { subject: value, globalStyles: { fontFamily: value } }),
      () => setColumnCount(document, id, index),
      () => setColumnWeights(document, id, column ? [column, 1] : null),
      () => nestIntoColumns(document, id, createElement('columns', newId())),
      () => unwrapColumns(document, id),
    ]
    return moves[kind]?.() ?? document
  })

describe('any sequence of edits in the email builder', () => {
  it('keeps ids unique, rows outside of rows, and the document valid', () => {
    fc.assert(
      fc.property(fc.array(anyMove, { maxLength: 40 }), (moves) => {
        const newId = counter('e')
        const end = moves.reduce((document, move) => move(document, newId), nested)
        const all = allElements(end.elements)
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
        expect(builderDocument.parse(structuredClone(end))).toEqual(end)
        for (const { id } of all) {
          const place = placeOf(end, id)
          expect(place && elementsAt(end, place)?.[place.index]?.id).toBe(id)
        }
      }),
    )
  })

  it('can be undone to the start and redone to the end, whatever was undone and redone in between', () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: anyMove },
      { weight: 1, arbitrary: fc.constantFrom('undo' as const, 'redo' as const) },
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const newId = counter('e')
        let history: History<BuilderDocument> = startHistory(nested)
        for (const next of steps) {
          if (next === 'undo') history = undo(history)
          else if (next === 'redo') history = redo(history)
          else history = takeStep(history, next(history.present, newId))
        }
        const end = history.present
        let back = history
        while (canUndo(back)) back = undo(back)
        expect(back.present).toBe(nested)
        for (let count = 0; count < history.past.length; count += 1) back = redo(back)
        expect(back.present).toBe(end)
        expect(back.future).toEqual(history.future)
      }),
    )
  })

  it('gives every edit that changes something its own undo step', () => {
    fc.assert(
      fc.property(fc.array(anyMove, { maxLength: 20 }), (moves) => {
        const newId = counter('e')
        let history = startHistory(nested)
        for (const move of moves) {
          const before = history.present
          const taken = takeStep(history, move(before, newId))
          if (taken !== history) expect(undo(taken).present).toBe(before)
          history = taken
        }
      }),
    )
  })
})

describe('the undo history of the email builder', () => {
  it('undoes typing into one field as one step, and later typing as another', () => {
    const typed = ['a', 'ab', 'abc'].reduce(
      (history, value) => takeStep(history, value, 'content:e1'),
      startHistory(''),
    )
    expect(undo(typed).present).toBe('')
    expect(undo(takeStep(endStep(typed), 'abcd', 'content:e1')).present).toBe('abc')
    expect(undo(takeStep(typed, 'abcd', 'content:e2')).present).toBe('abc')
    expect(takeStep(undo(typed), 'x', 'content:e1').past).toEqual([''])
  })

  it('drops undone steps after a new edit, and ignores undo and redo with nothing to do', () => {
    const history = takeStep(undo(takeStep(startHistory(1), 2)), 3)
    expect(canRedo(history)).toBe(false)
    expect(redo(history)).toBe(history)
    expect(undo(startHistory(1))).toEqual(startHistory(1))
    expect(takeStep(history, 3)).toBe(history)
  })
})
