import { expect, it } from 'vitest'
import { orderOf } from './field-order.ts'

const sorted = (sheets: string[][], names: string[]) => orderOf(sheets)(names, (name) => name)

it.each([
  ['one sheet', [['Zip', 'City', 'Amount']], ['Amount', 'City', 'Zip'], ['Zip', 'City', 'Amount']],
  [
    'the newest sheet first',
    [
      ['Phone', 'City'],
      ['Company', 'City', 'Due'],
    ],
    ['City', 'Company', 'Due', 'Phone'],
    ['Phone', 'City', 'Company', 'Due'],
  ],
  ['fields of no sheet last, as they were', [['Zip']], ['B', 'A', 'Zip'], ['Zip', 'B', 'A']],
  ['no sheet', [], ['B', 'A'], ['B', 'A']],
])('the list of custom fields has the expected order: %s', (_, sheets, names, expected) => {
  expect(sorted(sheets, names)).toEqual(expected)
})
