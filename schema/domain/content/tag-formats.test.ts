import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canFormat, formatOf, formatText, formatValue, readDate, readNumber, type Format } from './tag-formats.ts'
import { EMAIL_LANGUAGES, type EmailLanguage } from './email-languages.ts'

const shown = (value: string, format: string, language: EmailLanguage = 'en') => {
  const read = formatOf(format)
  if (!read) throw new Error(`${format} is not a format`)
  return formatValue(value, read, language)?.replace(/[\u00A0\u202F]/g, ' ') ?? null
}

describe('a format of a merge tag', () => {
  it.each<[string, string, EmailLanguage, string]>([
    ['2026-07-01', 'date:long', 'en', 'July 1, 2026'],
    ['2026-07-01', 'date:long', 'de', '1. Juli 2026'],
    ['01.07.2026', 'date:long', 'fr', '1 juillet 2026'],
    ['1. Juli 2026', 'date:short', 'de', '01.07.26'],
    ['Jul 1, 2026', 'date:medium', 'pl', '1 lip 2026'],
    ['2026-07-01 14:30', 'date:full', 'en', 'Wednesday, July 1, 2026'],
    ['2026-07-01 14:30', 'time', 'de', '14:30'],
    ['2:05 pm', 'time', 'en', '2:05 PM'],
    ['1234.5', 'currency:EUR', 'de', '1.234,50 €'],
    ['1,234.50', 'currency:EUR', 'en', '€1,234.50'],
    ['1.234,50 €', 'currency:EUR', 'fr', '1 234,50 €'],
    ['PLN 1 234,5', 'currency:PLN', 'pl', '1 234,50 zł'],
    ['(12.00)', 'currency:USD', 'en', '-$12.00'],
    ['1234567.891', 'number', 'de', '1.234.567,891'],
    ['1,234', 'number', 'en', '1,234'],
    ['1 234 567,5', 'number', 'en', '1,234,567.5'],
    ["1'234.50", 'currency:CHF', 'de', '1.234,50 CHF'],
    ['Fr. 12.50', 'currency:CHF', 'de', '12,50 CHF'],
    ['$ -3.00', 'currency:USD', 'en', '-$3.00'],
    ['-$3', 'currency:USD', 'en', '-$3.00'],
    ['€ (3,00)', 'currency:EUR', 'en', '-€3.00'],
    ['(3,00) €', 'currency:EUR', 'en', '-€3.00'],
    ['3,00- €', 'currency:EUR', 'en', '-€3.00'],
    ['\u22123', 'number', 'en', '-3'],
    ['+5', 'number', 'en', '5'],
    ['CHF12.50', 'currency:CHF', 'en', 'CHF 12.50'],
    ['CHF(12.50)', 'currency:CHF', 'en', '-CHF 12.50'],
    ['US$ 5', 'currency:USD', 'en', '$5.00'],
    ['.5', 'number', 'en', '0.5'],
    ['1 234,567', 'number', 'en', '1,234.567'],
    ['250 kr', 'currency:SEK', 'en', 'SEK 250.00'],
    ['3', 'number:2', 'it', '3,00'],
    ['ANNA-LENA MÜLLER', 'title', 'de', 'Anna-Lena Müller'],
    ['anna mcDonald', 'title', 'en', 'Anna McDonald'],
    ["o'neil", 'title', 'en', "O'neil"],
    ['straße', 'upper', 'de', 'STRASSE'],
    ['ÄRGER', 'lower', 'de', 'ärger'],
  ])('writes %s with %s in %s as %s', (value, format, language, expected) => {
    expect(shown(value, format, language)).toBe(expected)
  })

  it.each([
    ['01/07/2026', 'date:long', 'a date that may mean July or January'],
    ['31.02.2026', 'date:long', 'a day that does not exist'],
    ['soon', 'date:long', 'words'],
    ['1.234', 'number', 'a thousand to some, one and a bit to others'],
    ['12 kg', 'number', 'a number with a unit'],
    ['1,2,3', 'currency:EUR', 'several separators'],
    ['2026-07-01', 'time', 'a date without a time'],
    ['25:00', 'time', 'an hour that does not exist'],
    ['', 'number', 'nothing'],
    ['10-20', 'currency:EUR', 'a range'],
    ['10 - 20', 'number', 'a range'],
    ['2026-07-01', 'number', 'a date'],
    ['01.07.2026', 'number', 'a date with dots'],
    ['030-123456', 'number', 'a telephone number'],
    ['(030) 123 456', 'number', 'a telephone number with brackets'],
    ['(212) 555 123', 'number', 'a telephone number in groups of three'],
    ['030 123 456', 'number', 'groups that begin with a zero'],
    ['12 34', 'number', 'two numbers'],
    ['1 2345', 'number', 'a group of four digits'],
    ['1 234 5678', 'number', 'groups of different lengths'],
    ["1'23", 'number', 'a group of two digits'],
    ['1+1', 'number', 'a sum'],
    ['--3', 'number', 'two signs'],
    ['-(3)', 'number', 'a sign and brackets'],
    ['(3', 'number', 'one bracket'],
    ['3)', 'number', 'a list item'],
    ['AB-1234', 'currency:EUR', 'an order number'],
    ['A4', 'currency:EUR', 'a paper size'],
    ['12 kg', 'currency:EUR', 'a weight'],
    ['$100', 'currency:EUR', 'an amount in another currency'],
    ['100 USD', 'currency:EUR', 'an amount in another currency'],
  ])('does not change %s with %s: %s', (value, format) => {
    expect(shown(value, format)).toBeNull()
  })

  it('reads dates with slashes in the chosen order, else in the only possible one, else in that of the language', () => {
    expect(shown('01/07/2026', 'date:long:dmy')).toBe('July 1, 2026')
    expect(shown('01/07/2026', 'date:long:mdy')).toBe('January 7, 2026')
    expect(shown('31/07/2026', 'date:long')).toBe('July 31, 2026')
    expect(shown('07/31/26', 'date:long')).toBe('July 31, 2026')
    expect(shown('01/07/2026', 'date:long', 'fr')).toBe('1 juillet 2026')
    expect(shown('1-7-2026', 'date:long', 'nl')).toBe('1 juli 2026')
    expect(shown('01/07/2026 08:30', 'time', 'it')).toBe('08:30')
    expect(shown('01/07/2026', 'date:long:mdy', 'fr')).toBe('7 janvier 2026')
    expect(shown('07/31/26', 'date:long', 'fr')).toBe('31 juillet 2026')
  })

  it.each(['there', 'Mr', 'date', 'date:tiny', 'currency', 'currency:eur', 'number:9', 'upper:x', 'a:b:c:d', ''])(
    'is not recognized in the fallback text %s',
    (text) => expect(formatOf(text)).toBeNull(),
  )

  it('is the same after it is written and read again', () => {
    const format = fc.oneof(
      fc.constantFrom<Format>(
        { kind: 'upper' },
        { kind: 'lower' },
        { kind: 'title' },
        { kind: 'time' },
        { kind: 'number' },
      ),
      fc.integer({ min: 0, max: 6 }).map((digits): Format => ({ kind: 'number', digits })),
      fc.stringMatching(/^[A-Z]{3}$/).map((currency): Format => ({ kind: 'currency', currency })),
      fc.constantFrom<Format>({ kind: 'date', style: 'long' }, { kind: 'date', style: 'short', order: 'dmy' }),
    )
    fc.assert(
      fc.property(format, (each) => {
        expect(formatOf(formatText(each))).toEqual(each)
      }),
    )
  })

  it('never throws, and reads its own long dates back in every language', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1950-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        fc.constantFrom(...EMAIL_LANGUAGES),
        (date, language) => {
          const iso = date.toISOString().slice(0, 10)
          const long = formatValue(iso, { kind: 'date', style: 'long' }, language) ?? ''
          const read = readDate(long)
          expect(read && `${read.year}-${read.month}-${read.day}`).toBe(
            `${date.getUTCFullYear()}-${date.getUTCMonth() + 1}-${date.getUTCDate()}`,
          )
        },
      ),
    )
    fc.assert(
      fc.property(fc.string(), (text) => void [readDate(text), readNumber(text, true), readNumber(text, false)]),
    )
  })

  it('changes exactly the values for which canFormat is true', () => {
    const part = fc.constantFrom(
      '1',
      '01',
      '7',
      '12',
      '31',
      '2026',
      '.',
      ',',
      '/',
      '-',
      ':',
      ' ',
      '€',
      '$',
      'EUR',
      'Jul',
      'pm',
      'x',
    )
    const formats = ['date:long', 'date:long:dmy', 'time', 'number', 'number:2', 'currency:EUR', 'upper']
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.constantFrom(...formats), (parts, text) => {
        const format = formatOf(text)
        const value = parts.join('')
        expect(format && canFormat(value, format, 'de')).toBe(format && formatValue(value, format, 'de') !== null)
      }),
    )
  })

  it('reads an amount written with two decimals in either style as the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) => {
        const [english, german] = ['en', 'de'].map((language) =>
          new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(cents / 100),
        )
        expect([readNumber(english ?? '', false), readNumber(german ?? '', false)].map(Number)).toEqual([
          cents / 100,
          cents / 100,
        ])
      }),
    )
  })
})
