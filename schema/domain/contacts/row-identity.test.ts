import { describe, expect, it } from 'vitest'
import { keyColumnOf, matchRows, type KnownRow, type ReadRow } from './row-identity.ts'

/** A row written as "key/rest". */
const row = (text: string): ReadRow => ({
  key: text.split('/')[0] ?? '',
  content: text,
  rest: text.split('/')[1] || null,
})
const known = (...texts: string[]): KnownRow[] =>
  texts.map((text, index) => ({ ...row(text.replace('†', '')), position: index + 2, isGone: text.endsWith('†') }))

describe('matchRows, which finds the known rows of a sheet in a new reading,', () => {
  it.each<[string, boolean, string[], string[], (number | null)[]]>([
    ['sorted rows', false, ['ada/1', 'bob/2', 'cid/3'], ['cid/3', 'ada/1', 'bob/2'], [4, 2, 3]],
    ['a row inserted above', false, ['ada/1', 'bob/2'], ['new/0', 'ada/1', 'bob/2'], [null, 2, 3]],
    ['a second row of a person inserted above the first', false, ['ada/1'], ['ada/0', 'ada/1'], [null, 2]],
    ['an edited cell', false, ['ada/1', 'bob/2'], ['ada/9', 'bob/2'], [2, 3]],
    ['two edited rows of a person', false, ['ada/1', 'ada/2'], ['ada/8', 'ada/9'], [2, 3]],
    ['a deleted row of a person', false, ['ada/1', 'ada/2'], ['ada/2'], [3]],
    ['a corrected address', false, ['adda/1', 'bob/2'], ['ada/1', 'bob/2'], [2, 3]],
    ['corrected addresses of rows that are alike', false, ['x/1', 'y/1'], ['a/1', 'b/1'], [null, null]],
    ['equal rows, one more than before', false, ['ada/1', 'ada/1'], ['ada/1', 'ada/1', 'ada/1'], [2, 3, null]],
    ['a row that comes back as it was', false, ['ada/1†'], ['ada/1'], [2]],
    ['a person who comes back with another matter', false, ['ada/1†'], ['ada/2'], [null]],
    ['a value of the key column that comes back changed', true, ['a-1/1†'], ['a-1/2'], [2]],
    ['a key of its own, whatever the rest says', true, ['a-1/1'], ['a-2/1'], [null]],
    ['a row that is there before one that is gone', true, ['a-1/1†', 'a-1/2'], ['a-1/3'], [3]],
  ])('recognizes %s', (_, hasKeyColumn, before, now, expected) => {
    expect(matchRows(known(...before), now.map(row), { hasKeyColumn })).toEqual(expected)
  })

  it('never assigns one known row to two rows', () => {
    const found = matchRows(known('ada/1', 'ada/2', 'bob/1'), ['ada/1', 'ada/1', 'ada/3', 'bob/9', 'bob/1'].map(row), {
      hasKeyColumn: false,
    })
    const positions = found.filter((position) => position !== null)
    expect(new Set(positions).size).toBe(positions.length)
  })
})

describe('keyColumnOf, which chooses the column that identifies rows,', () => {
  const rows = (name: string, ...values: string[]) => values.map((value) => ({ [name]: value }))
  it.each([
    ['Order', ['A-1', 'A-2'], 'Order'],
    ['Invoice no.', ['1', '2'], 'Invoice no.'],
    ['Order', ['A-1', 'a-1 '], null],
    ['Order', ['A-1', ''], null],
    ['Amount', ['10', '20'], null],
    ['Notes', ['x', 'y'], null],
  ])('for a column %s with the values %j returns %s', (name, values, expected) => {
    expect(keyColumnOf([name], rows(name, ...values))).toBe(expected)
  })
})
