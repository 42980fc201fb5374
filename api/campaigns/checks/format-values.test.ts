import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canFormat, formatOf } from '#domain/content/tag-formats.ts'
import { plainValues } from './format-values.ts'

const formats = [
  'date:long',
  'date:short:mdy',
  'time',
  'number',
  'number:2',
  'currency:EUR',
  'currency:USD',
  'currency:PLN',
]

it.each(formats)(
  'the pattern of plainValues for the merge tag format %s matches only values that it can format',
  (text) => {
    const format = formatOf(text)
    if (!format) throw new Error(`${text} is not a format`)
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(plainValues(format), 'u')), (value) => canFormat(value, format, 'en')),
    )
  },
)

it.each([
  ['date:long', '2026-07-01'],
  ['date:long', '01.07.2026'],
  ['time', '14:30'],
  ['number', '-1234.5'],
  ['currency:EUR', '1.180,00\u00a0€'],
  ['currency:USD', '1,180.00 $'],
  ['currency:PLN', '12,50 PLN'],
])('the pattern of plainValues for the merge tag format %s matches the common value %s', (text, value) => {
  const format = formatOf(text)
  expect(format && new RegExp(plainValues(format), 'u').test(value)).toBe(true)
})
