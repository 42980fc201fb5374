import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { craftXlsx, craftZip, textRows } from './fixtures/craft.ts'
import { identify } from './kind.ts'
import { SPREADSHEET_LIMITS } from './limits.ts'

const XLSX = craftXlsx({ People: textRows([['Email']]) })

async function kindOf(file: Buffer): Promise<unknown> {
  try {
    return (await identify(file, SPREADSHEET_LIMITS)).kind
  } catch (error) {
    return error
  }
}

function fixture(name: string): Buffer {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url))
}

test('.xlsx and .xls are recognised by their bytes', async () => {
  expect(await kindOf(XLSX)).toBe('xlsx')
  expect(await kindOf(fixture('guests.xlsx'))).toBe('xlsx')
  expect(await kindOf(fixture('guests.xls'))).toBe('xls')
})

describe('anything else is rejected by name', () => {
  const types = (text: string) => craftZip({ '[Content_Types].xml': `<Types>${text}</Types>` })

  test.each<[what: string, file: Buffer, words: string]>([
    ['a CSV', Buffer.from('First name,Email\r\nZoë,zoe@example.com'), 'text file (such as CSV)'],
    ['a CSV of western Windows', Buffer.from('Name;Email\nJörg;j@example.com', 'latin1'), 'text file (such as CSV)'],
    ["Excel's Unicode Text", Buffer.from('\ufeffName\tEmail', 'utf16le'), 'text file (such as CSV)'],
    ['a web page', Buffer.from('\ufeff\n<html><table><tr><td>Email</td></tr></table>'), 'web page (HTML)'],
    ['an XML spreadsheet', Buffer.from('<?xml version="1.0"?>\n<ss:Workbook xmlns:ss="urn:x">'), 'XML spreadsheet'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'PDF'],
    ['an OpenDocument sheet', fixture('guests.ods'), 'OpenDocument'],
    ['a binary workbook', types('application/vnd.ms-excel.sheet.binary.macroEnabled.main'), '.xlsb'],
    [
      'a Word document',
      types('application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'),
      'Word',
    ],
    ['a presentation', types('application/vnd.openxmlformats-officedocument.presentationml.x'), 'PowerPoint'],
    ['a Numbers file', craftZip({ 'Index/Document.iwa': '' }), 'Numbers'],
    ['a zip with an .xlsx in it', craftZip({ 'contacts.xlsx': XLSX }), 'zip archive'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'not an Excel file'],
  ])('%s', async (_, file, words) => {
    expect(await kindOf(file)).toMatchObject({ code: 'UNSUPPORTED_TYPE', message: expect.stringContaining(words) })
  })

  test('an empty file', async () => {
    expect(await kindOf(Buffer.alloc(0))).toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining('empty'),
    })
  })
})
