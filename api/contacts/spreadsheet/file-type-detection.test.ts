import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { craftXlsx, craftZip, textRows } from './fixtures/crafted-spreadsheets.ts'
import { identify } from './file-type-detection.ts'
import { SPREADSHEET_LIMITS } from './spreadsheet-limits.ts'

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

test('.xlsx, .xls and .ods are recognized by their bytes', async () => {
  expect(await kindOf(XLSX)).toBe('xlsx')
  expect(await kindOf(fixture('guests.xlsx'))).toBe('xlsx')
  expect(await kindOf(fixture('guests.xls'))).toBe('xls')
  expect(await kindOf(fixture('guests.ods'))).toBe('ods')
})

describe('the kind of file recognizes text in any encoding, and passes it on in UTF-8,', () => {
  const text = 'Name;Email\nJörg;j@example.com'
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without', Buffer.from(text, 'utf16le')],
    ['big-endian UTF-16 with a byte order mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['big-endian UTF-16 without a byte order mark', Buffer.from(text, 'utf16le').swap16()],
  ])('a file in %s', async (_, file) => {
    const found = await identify(file, SPREADSHEET_LIMITS)
    expect('bytes' in found && [found.kind, found.bytes.toString()]).toEqual(['text', text])
  })

  test('as Polish Excel saves it in Windows-1250', async () => {
    const found = await identify(Buffer.from('Imi\xea;Nazwisko\n\xa3ukasz;Wa\xb3\xeasa', 'latin1'), SPREADSHEET_LIMITS)
    expect('bytes' in found && found.bytes.toString()).toBe('Imię;Nazwisko\nŁukasz;Wałęsa')
  })

  test('with the characters that Windows-1252 has beyond Latin-1', async () => {
    const found = await identify(Buffer.from('Fee\n5 \x80 \x96 \x84x\x93', 'latin1'), SPREADSHEET_LIMITS)
    expect('bytes' in found && found.bytes.toString()).toBe('Fee\n5 € – „x“')
  })
})

describe('an uploaded file of another kind is refused by name', () => {
  const types = (text: string) => craftZip({ '[Content_Types].xml': `<Types>${text}</Types>` })

  test.each<[what: string, file: Buffer, words: string]>([
    ['a web page', Buffer.from('\ufeff\n<html><table><tr><td>Email</td></tr></table>'), 'web page (HTML)'],
    ['an XML spreadsheet', Buffer.from('<?xml version="1.0"?>\n<ss:Workbook xmlns:ss="urn:x">'), 'XML spreadsheet'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'PDF'],
    ['a binary workbook', types('application/vnd.ms-excel.sheet.binary.macroEnabled.main'), '.xlsb'],
    [
      'a Word document',
      types('application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'),
      'Word',
    ],
    ['a presentation', types('application/vnd.openxmlformats-officedocument.presentationml.x'), 'PowerPoint'],
    ['a Numbers file', craftZip({ 'Index/Document.iwa': '' }), 'Numbers'],
    ['a zip with an .xlsx in it', craftZip({ 'contacts.xlsx': XLSX }), 'zip archive'],
    ['an OpenDocument text', craftZip({ mimetype: 'application/vnd.oasis.opendocument.text' }), 'not a spreadsheet'],
    ['a text with a zero byte', Buffer.from('Email,Name\r\na@b.co,Bo\0b\r\n'), 'a zero byte (NUL) in line 2,'],
    ['mostly zero bytes', Buffer.from('Email\0\0\0\n'), 'not an Excel file'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'not an Excel file'],
  ])('when it is %s', async (_, file, words) => {
    expect(await kindOf(file)).toMatchObject({ code: 'UNSUPPORTED_TYPE', message: expect.stringContaining(words) })
  })

  test('when it is an OpenDocument sheet with a password', async () => {
    const file = craftZip({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'META-INF/manifest.xml': '<manifest:manifest><manifest:encryption-data/></manifest:manifest>',
    })
    expect(await kindOf(file)).toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining('protected with a password'),
    })
  })

  test('when it is empty', async () => {
    expect(await kindOf(Buffer.alloc(0))).toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining('empty'),
    })
  })
})
