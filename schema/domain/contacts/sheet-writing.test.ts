import { describe, expect, it } from 'vitest'
import { planWriting, withoutWritten, type WritableRow } from './sheet-writing.ts'

const TITLES = ['Status', 'Sent']
const row = (position: number, line: number, written: WritableRow['written'] = {}): WritableRow => ({
  ...{ position, line, written },
})
const plan = (cells: string[][], rows: WritableRow[], texts: [number, string[]][]) =>
  planWriting({ cells, header: 0, titles: TITLES, rows, texts: new Map(texts) })

describe('planWriting, for email outcomes in a connected sheet,', () => {
  it('adds the columns at the right of the table, with their titles, in one block', () => {
    const { blocks } = plan(
      [
        ['Email', 'Order'],
        ['a', '1'],
        ['b', '2'],
      ],
      [row(2, 2), row(3, 3)],
      [
        [2, ['Sent', '9:00']],
        [3, ['Waiting', '']],
      ],
    )
    expect(blocks).toEqual([
      {
        ...{ row: 0, column: 2 },
        values: [
          ['Status', 'Sent'],
          ['Sent', '9:00'],
          ['Waiting', null],
        ],
      },
    ])
  })

  it('finds its columns and the rows where they were moved', () => {
    const cells = [
      ['sent ', 'Email', 'Status'],
      ['', 'b', ''],
      ['', 'a', 'Waiting'],
    ]
    const { blocks } = plan(cells, [row(2, 3, { Status: ['Waiting'] })], [[2, ['Sent', '9:00']]])
    expect(blocks).toEqual([
      { row: 2, column: 0, values: [['9:00']] },
      { row: 2, column: 2, values: [['Sent']] },
    ])
  })

  it.each<[string, string, string[] | undefined, boolean]>([
    ['is empty', '', ['Waiting'], true],
    ['contains what the product wrote', 'Waiting', ['Waiting'], true],
    ['contains what the product wrote before a write that failed', 'Waiting', ['Opened', 'Waiting'], true],
    ['already contains the text', 'Sent', undefined, false],
    ['was changed by a person', 'call her', ['Waiting'], false],
    ['was filled before the product wrote anything', 'done', undefined, false],
  ])(
    'decides about a cell that %s (text %j, written by the product %j) whether to overwrite it: %s',
    (_, current, ours, isWritten) => {
      const cells = [
        ['Email', 'Status', 'Sent'],
        ['a', current, ''],
      ]
      const { blocks, rows } = plan(cells, [row(2, 2, ours ? { Status: ours } : {})], [[2, ['Sent', '']]])
      expect(blocks).toEqual(isWritten ? [{ row: 1, column: 1, values: [['Sent']] }] : [])
      expect(rows[0]?.conflicts).toEqual(['call her', 'done'].includes(current) ? ['Status'] : [])
    },
  )

  it('remembers the previous text too, as long as it is not known which of them the cell contains', () => {
    const cells = [
      ['Email', 'Status', 'Sent'],
      ['a', 'Sent', '9:00'],
    ]
    const { rows } = plan(cells, [row(2, 2, { Status: ['Sent'], Sent: ['9:00'] })], [[2, ['Opened', '9:00']]])
    expect(rows).toEqual([{ position: 2, written: { Status: ['Opened', 'Sent'], Sent: ['9:00'] }, conflicts: [] }])
  })

  it('leaves rows alone that no email is about, and writes no titles if there is nothing to write', () => {
    expect(plan([['Email'], ['a']], [row(2, 2)], [])).toEqual({ blocks: [], rows: [] })
  })
})

describe('withoutWritten, which removes written outcomes from a sheet that was read,', () => {
  it("empties the columns below the product's titles, and leaves others with the same texts", () => {
    const cells = [
      ['Email', 'STATUS', 'Note'],
      ['a', 'Sent', 'Sent'],
    ]
    expect(withoutWritten(cells, 0, TITLES)).toEqual([
      ['Email', '', 'Note'],
      ['a', '', 'Sent'],
    ])
    expect(withoutWritten(cells, 0, [])).toBe(cells)
  })
})
