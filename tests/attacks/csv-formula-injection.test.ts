import { describe, expect, it } from 'vitest'
import { csvCell, csvValue } from '#domain/contacts/csv.ts'

/** Values that become formulas where a spreadsheet program splits a CSV file at another separator. */

const FORMULAS = [
  '=1+1',
  '+A1',
  '-A1',
  '@SUM(A1)',
  '＝1+1',
  ' =1+1',
  '"=1+1"',
  '=HYPERLINK("https://collect.example";"x")',
]
const MARKS = [';', '\t', '|', '\n', '\r\n', '\r']

describe('a cell of a CSV export', () => {
  it.each(MARKS.flatMap((mark) => FORMULAS.map((formula) => `Ann${mark}${formula}${mark}Bo`)))(
    'contains no formula, by whichever separator it is split: %j',
    (value) => {
      const cell = csvCell(value)
      for (const mark of [...MARKS, ',']) {
        for (const part of cell.split(mark).slice(1)) expect(part).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/)
      }
      expect(csvValue(cell.slice(1, -1).replaceAll('""', '"'))).toBe(value)
    },
  )

  it.each(['Call; +49 30 456', 'Cold\n-6.5', 'a;b|c', 'Ann - Bo; Co', 'a=b;c=d', 'first\nsecond'])(
    'stays unchanged where nothing is a formula: %j',
    (value) => expect(csvCell(value).slice(1, -1)).toBe(value),
  )
})
