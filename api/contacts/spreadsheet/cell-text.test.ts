import { beforeAll, describe, expect, test } from 'vitest'
import { dateOrderOf, readDate, readNumber } from '#domain/content/tag-formats.ts'
import { EMAIL_LANGUAGES, type EmailLanguage } from '#domain/content/email-languages.ts'
import { cellText } from './cell-text.ts'
import { loadNumberFormats } from './number-formats.ts'

beforeAll(loadNumberFormats)

const shown = (v: number, z: string | number, date1904 = false): string => cellText({ t: 'n', v, z }, date1904)

describe('cellText, for a number,', () => {
  test.each([
    [123, '00000', '00123'],
    [1234.5, '#,##0.00', '1,234.50'],
    [1234.5, '"$"#,##0.00', '$1,234.50'],
    [-5, '0;(0)', '(5)'],
    [0.15, '0%', '15%'],
    [5551234, '000-0000', '555-1234'],
    [7, '_-* 0_-', '7'],
    [1234.5, 7, '1,234.50'],
    [1234.5, '#,##0.00\\ "€"', '1,234.50 €'],
    [1234.5, '#,##0.00\\ [$€-407]', '1,234.50 €'],
    [-1234.5, '[$CHF-807] #,##0.00', '-CHF 1,234.50'],
    [1234.5, '_-* #,##0.00\\ "€"_-', '1,234.50 €'],
  ])('%d in the format %s returns what the sheet shows: %s', (value, format, text) =>
    expect(shown(value, format)).toBe(text),
  )

  test.each([
    [12345678901, 'General', '12345678901'],
    [491701234567890, 'General', '491701234567890'],
    [12345678901, '0.00E+00', '12345678901'],
    [1e21, 'General', '1000000000000000000000'],
    [0.1 + 0.2, 'General', '0.3'],
    [1e-7, 'General', '0.0000001'],
    [-1.5, 'General', '-1.5'],
    [42, '@', '42'],
    [5, ';;;', '5'],
    [5, '[', '5'],
  ])('%d in the format %s returns the number in full: %s', (value, format, text) =>
    expect(shown(value, format)).toBe(text),
  )
})

describe('cellText, for a number in another language,', () => {
  test.each<[number, string | number, EmailLanguage, string]>([
    [1180, '#,##0.00\\ "€"', 'de', '1.180,00 €'],
    [1180, '#,##0.00\\ [$€-407]', 'de', '1.180,00 €'],
    [1180.5, 'General', 'de', '1180,5'],
    [1180.5, 4, 'de', '1.180,50'],
    [1180, '#,##0.00', 'fr', '1\u202F180,00'],
    [1180, '#,##0.00', 'es', '1.180,00'],
    [1180, '#,##0.00', 'pl', '1\u00A0180,00'],
    [1180, '#,##0.00', 'en', '1,180.00'],
    [1234567, '#,##0', 'de', '1.234.567'],
    [-1234.5, '#,##0.00;(#,##0.00)', 'it', '(1.234,50)'],
    [0.045, '0.0%', 'nl', '4,5%'],
    [1234.5, '[$Fr.-807] #,##0.00', 'de', 'Fr. 1.234,50'],
    [3, '"No. "0" p.a., net"', 'de', 'No. 3 p.a., net'],
    [7.5, '0.0\\.', 'de', '7,5.'],
    [42, 'General', 'de', '42'],
    [123, '00000', 'de', '00123'],
    [46204, 'dd.mm.yyyy', 'de', '01.07.2026'],
    [0.354166666664, 'h:mm', 'de', '8:30'],
    [1.5, '[h]:mm', 'de', '36:00'],
  ])('%d in the format %s in %s returns what the sheet shows there: %s', (v, z, language, text) =>
    expect(cellText({ t: 'n', v, z }, false, language)).toBe(text),
  )

  test.each<[number, string, EmailLanguage, string]>([
    [1180, '#,##0', 'de', '1180'],
    [1180, '#,##0\\ "€"', 'de', '1180 €'],
    [1180, '#,##0', 'fr', '1\u202F180'],
    [1.125, 'General', 'de', '1,1250'],
    [1.899, '0.000\\ "€"', 'de', '1,8990 €'],
    [1.125, '0.000', 'fr', '1,1250'],
    [0.125, '0.000', 'de', '0,125'],
  ])('%d in the format %s in %s returns a text that merge tags read as the same number: %s', (v, z, language, text) => {
    expect(cellText({ t: 'n', v, z }, false, language)).toBe(text)
    expect(Number(readNumber(text, true))).toBe(v)
  })

  test('formats the number itself, even if the library already has a text for a cell of an .xls file', () => {
    expect(cellText({ t: 'n', v: 1180, z: '#,##0.00', w: '1,180.00' }, false, 'de')).toBe('1.180,00')
  })
})

describe('cellText, for a date,', () => {
  test.each([
    [46204, 'dd.mm.yyyy', '01.07.2026'],
    [46204, 'dd\\.mm\\.yyyy;@', '01.07.2026'],
    [46204, 'dd/mm/yyyy', '01/07/2026'],
    [46204, '[$-407]dd/mm/yyyy;@', '01.07.2026'],
    [46204, '[$-407]d. mmmm yyyy', '1. Juli 2026'],
    [46204, '[$-de-DE]dddd, d. mmmm yyyy', 'Mittwoch, 1. Juli 2026'],
    [46204, '[$-40C]d mmmm yyyy', '1 juillet 2026'],
    [46204, '[$-415]d mmmm yyyy', '1 lipca 2026'],
    [46204, '[$-415]mmmm yyyy', 'lipiec 2026'],
    [46204, '[$-411]yyyy/mmmm', '2026/7月'],
    [46204, '[$-10409]m/d/yyyy', '7/1/2026'],
    [46204, 'd mmm yyyy', '1 Jul 2026'],
    [46204, '[Red]yyyy"年"m"月"', '2026年7月'],
    [45650.354166666664, 'm/d/yy h:mm AM/PM', '12/24/24 8:30 AM'],
    [45650.354166666664, 'dd.mm.yyyy hh:mm', '24.12.2024 08:30'],
    [45650.9999999999, 'yyyy-mm-dd hh:mm', '2024-12-25 00:00'],
    [45650.75, 'yyyy-mm-dd', '2024-12-24'],
    [59, 'yyyy-mm-dd', '1900-02-28'],
    [61, 'yyyy-mm-dd', '1900-03-01'],
    [2958465, 'yyyy-mm-dd', '9999-12-31'],
  ])('%d in the format %s returns what the sheet shows: %s', (value, format, text) =>
    expect(shown(value, format)).toBe(text),
  )

  test.each([
    [45650, 14, '2024-12-24'],
    [45650.354166666664, 22, '2024-12-24 08:30'],
    [45650, 31, '2024-12-24'],
    [45650, '[$-F800]dddd, mmmm dd, yyyy', '2024-12-24'],
    [45650, '[$-x-sysdate]dddd, mmmm dd, yyyy', '2024-12-24'],
    [45650, '[$-D07041E]d mmmm yyyy', '2024-12-24'],
    [45650, '[$-411]ggge"年"m"月"d"日"', '2024-12-24'],
    [45650.354166666664, '[$-F400]h:mm:ss AM/PM', '08:30:00'],
  ])('%d in the format %s, which depends on the machine, returns ISO 8601: %s', (value, format, text) =>
    expect(shown(value, format)).toBe(text),
  )

  test.each<[EmailLanguage, string, string]>([
    ['de', '01.07.2026', '01.07.2026 08:30'],
    ['pl', '01.07.2026', '01.07.2026 08:30'],
    ['fr', '01/07/2026', '01/07/2026 08:30'],
    ['es', '01/07/2026', '01/07/2026 08:30'],
    ['it', '01/07/2026', '01/07/2026 08:30'],
    ['pt', '01/07/2026', '01/07/2026 08:30'],
    ['nl', '1-7-2026', '1-7-2026 08:30'],
    ['en', '2026-07-01', '2026-07-01 08:30'],
  ])('in %s returns what Excel writes as a short date there: %s, with a time %s', (language, date, withTime) => {
    const text = (v: number, z?: number, w?: string) =>
      cellText({ t: 'n', v, ...(z !== undefined && { z }), ...(w !== undefined && { w }) }, false, language)
    expect([text(46204, 14), text(46204.354166666664, 22)]).toEqual([date, withTime])
    expect(text(46204, undefined, '7/1/26')).toBe(date)
    expect(text(46204, 17)).toBe('2026-07-01')
  })

  test('never returns a text that merge tags and conditions read as another day', () => {
    for (const language of EMAIL_LANGUAGES)
      for (let serial = 46023; serial < 46388; serial += 1) {
        const { year, month, day } = readDate(
          cellText({ t: 'n', v: serial, z: 14 }, false, language),
          dateOrderOf(language),
        )!
        expect(Date.UTC(year, month - 1, day) / 86_400_000 + 25_569).toBe(serial)
      }
  })

  test('supports the calendar that starts in 1904', () => {
    expect(shown(44188, 14, true)).toBe('2024-12-24')
    expect(shown(44188, 'dd.mm.yyyy', true)).toBe('24.12.2024')
  })

  test.each([
    [0.354166666664, 'h:mm AM/PM', '8:30 AM'],
    [45650.354166666664, 'h:mm', '8:30'],
    [1.5, '[h]:mm', '36:00'],
  ])('returns a time or duration as displayed: %d in %s is %s', (value, format, text) =>
    expect(shown(value, format)).toBe(text),
  )

  test('returns a number for a value outside any calendar', () => expect(shown(3e6, 'yyyy-mm-dd')).toBe('3000000'))
})

test('cellText returns text unchanged, booleans as words, and errors and non-numbers as empty text', () => {
  expect(cellText({ t: 's', v: '007' }, false)).toBe('007')
  expect(cellText({ t: 'b', v: true }, false)).toBe('TRUE')
  expect(cellText({ t: 'e', v: 42, w: '#N/A' }, false)).toBe('')
  expect(cellText({ t: 'n', v: Number.NaN, z: 'General' }, false)).toBe('')
  expect(cellText({ t: 'n', v: Number.POSITIVE_INFINITY, z: '0' }, false)).toBe('')
  expect(cellText(undefined, false)).toBe('')
})
