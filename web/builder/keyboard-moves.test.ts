import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createElement } from '#domain/builder/new-element.ts'
import { allElements, emptyDocument, type BuilderDocument } from '#domain/builder/builder-document.ts'
import { addElement, moveElement } from '#domain/builder/element-moves.ts'
import { neighbor, placeInDirection, type Direction } from './keyboard-moves.ts'

/** s, a row of two columns (a, b | c), z */
function mail(): BuilderDocument {
  let document = emptyDocument()
  for (const id of ['s', 'z']) document = addElement(document, createElement('spacer', id))
  document = addElement(document, createElement('columns', 'r', 2), { index: 1 })
  for (const [id, column] of [
    ['a', 0],
    ['b', 0],
    ['c', 1],
  ] as const) {
    document = addElement(document, createElement('text', id), { row: 'r', column, index: 9 })
  }
  return document
}

const order = (document: BuilderDocument) => allElements(document.elements).map(({ id }) => id)

function press(document: BuilderDocument, id: string, ...directions: Direction[]): BuilderDocument {
  return directions.reduce((now, direction) => moveElement(now, id, placeInDirection(now, id, direction)), document)
}

describe('arrow keys in the builder', () => {
  it.each<[string, Direction[], string]>([
    ['s', ['down'], 'rsabcz'],
    ['s', ['down', 'down', 'down'], 'rabscz'],
    ['s', ['down', 'down', 'down', 'down'], 'rabcsz'],
    ['z', ['up'], 'srabcz'],
    ['b', ['up'], 'srbacz'],
    ['a', ['up'], 'sarbcz'],
    ['a', ['right'], 'srbacz'],
    ['c', ['left'], 'srcabz'],
    ['s', ['up'], 'srabcz'],
    ['z', ['down'], 'srabcz'],
    ['r', ['up'], 'rabcsz'],
    ['r', ['down'], 'szrabc'],
  ])('move block %s by the keys %j, so that the blocks srabcz are in the order %s', (id, directions, expected) => {
    expect(order(press(mail(), id, ...directions)).join('')).toBe(expected)
  })

  it('never lose a block, nor put a row into a column', () => {
    const ids = fc.constantFrom('s', 'z', 'r', 'a', 'b', 'c')
    const steps = fc.array(fc.tuple(ids, fc.constantFrom<Direction>('up', 'down', 'left', 'right')), { maxLength: 30 })
    fc.assert(
      fc.property(steps, (given) => {
        const after = given.reduce((now, [id, direction]) => press(now, id, direction), mail())
        expect(order(after).toSorted()).toEqual(['a', 'b', 'c', 'r', 's', 'z'])
        expect(after.elements.map(({ id }) => id)).toContain('r')
      }),
    )
  })
})

it('arrow keys in the builder walk through blocks in reading order and stop at both ends', () => {
  const walk = (id: string, step: 1 | -1) => neighbor(mail(), id, step)
  expect(['s', 'r', 'a', 'b', 'c', 'z'].map((id) => walk(id, 1)).join('')).toBe('rabczz')
  expect(['s', 'r', 'a', 'b', 'c', 'z'].map((id) => walk(id, -1)).join('')).toBe('ssrabc')
})
