import { expect, test } from 'vitest'
import * as XLSX from 'xlsx'
import { readSpreadsheet } from './read-spreadsheet.ts'
import { rejectedRowsFile } from './rejected-rows.ts'
import type { RejectedRow } from './contact-rows.ts'
import { itInFull } from '#tests/support/full-run-only.ts'

const FORMULAS = ['=HYPERLINK("http://example.com")', '+1', '-1', '@SUM(A1)', '\t=1+1']

function rejected(row: number, email: string, note: string): RejectedRow {
  return {
    row,
    reason: `“${email}” is not a valid email address`,
    values: [
      ['Email', email],
      ['Note', note],
    ],
  }
}

test('the file of rejected rows contains the number, the reason and the cells of each row', async () => {
  const file = await rejectedRowsFile([rejected(3, 'ann(at)example.com', 'a\nb'), rejected(9, 'bo', '')])
  const sheet = XLSX.read(file).Sheets['Rejected rows']
  expect(XLSX.utils.sheet_to_json(sheet!, { header: 1 })).toEqual([
    ['Rejected row', 'Reason for rejection', 'Email', 'Note'],
    [3, '“ann(at)example.com” is not a valid email address', 'ann(at)example.com', 'a\nb'],
    [9, '“bo” is not a valid email address', 'bo'],
  ])
})

test('the file of rejected rows contains no formula, and an edited cell stays text', async () => {
  const file = await rejectedRowsFile(FORMULAS.map((formula, index) => rejected(index + 2, 'bo', formula)))
  const sheet = XLSX.read(file, { cellFormula: true, cellNF: true }).Sheets['Rejected rows']!
  for (const [index, formula] of FORMULAS.entries()) {
    const cell: XLSX.CellObject = sheet[`D${index + 2}`]
    expect(cell).toMatchObject({ t: 's', v: formula, z: '@' })
    expect(cell.f).toBeUndefined()
  }
})

test('the file of rejected rows keeps any text when it is uploaded again', async () => {
  const texts = [
    '<&>"\'',
    ' padded ',
    'line\nbreak',
    '_x0041_',
    '😀 Zoë 山田',
    '\u0007bell',
    '\ud800',
    'x'.repeat(40_000),
  ]
  const file = await rejectedRowsFile(texts.map((text, index) => rejected(index + 2, 'bo', text)))
  const sheet = XLSX.read(file).Sheets['Rejected rows']!
  expect(texts.map((_, index) => (sheet[`D${index + 2}`] as XLSX.CellObject).v)).toEqual([
    ...texts.slice(0, 5),
    'bell',
    '\ufffd',
    'x'.repeat(32_767),
  ])
})

itInFull(
  'the file of rejected rows can be uploaded again after correction: its own two columns are ignored',
  async () => {
    const file = await rejectedRowsFile([rejected(3, 'ann@example.com', '=1+1'), rejected(9, 'bo', '')])
    const sheet = await readSpreadsheet(file, { workspace: 'one', fileName: 'rejected_rows.xlsx' })
    const [batch] = await Array.fromAsync(sheet.batches)
    expect(batch).toMatchObject({
      contacts: [{ row: 2, email: 'ann@example.com', fields: { Note: '=1+1' } }],
      rejected: [
        {
          row: 3,
          values: [
            ['Email', 'bo'],
            ['Note', ''],
          ],
        },
      ],
    })
  },
)
