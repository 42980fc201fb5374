import { expect, it } from 'vitest'
import { formatOf } from './tag-formats.ts'
import { formattedTags, unreadText, unreadValue } from './formatted-tags.ts'

const written = (...texts: string[]) => formattedTags(texts).map(({ text }) => text)

it.each<[string, string[], string[]]>([
  [
    'dates, times, numbers and amounts',
    ['{A|date:long} {B|time} {C|number:2} {D|currency:EUR}'],
    ['{A|date:long}', '{B|time}', '{C|number:2}', '{D|currency:EUR}'],
  ],
  ['no others', ['{A} {B|there} {C|upper} {D|title} {E||number}'], []],
  ['tags with a fallback', ['{Due|date:long|soon}'], ['{Due|date:long}']],
  [
    'only one of several equal tags',
    ['{Due|date:long}', '{due|date:short} {Due|date:long:dmy}'],
    ['{Due|date:long}', '{Due|date:long:dmy}'],
  ],
  [
    'each currency of a column',
    ['{Sum|currency:EUR} {Sum|currency:USD} {Sum|number}'],
    ['{Sum|currency:EUR}', '{Sum|currency:USD}', '{Sum|number}'],
  ],
])('formattedTags finds %s', (_, texts, expected) => {
  expect(written(...texts)).toEqual(expected)
})

it('formattedTags finds at most 50 tags', () => {
  const tags = Array.from({ length: 60 }, (_, index) => `{Field${index}|number}`)
  expect(written(...tags)).toEqual(tags.slice(0, 50))
})

it.each<[string, string | null]>([
  ['2026-07-01', null],
  ['asap', 'asap'],
  ['01/07/2026', '01/07/2026'],
  ['  ', null],
])('unreadValue accepts %s as a date, or reports why not', (value, expected) => {
  const [tag] = formattedTags(['{Due|date:long}'])
  expect(tag && unreadValue(tag, new Map([['due', value]]))).toBe(expected)
  expect(tag && unreadValue(tag, new Map())).toBeNull()
})

it('formattedTags reads dates with slashes in the language of the email', () => {
  const [tag] = formattedTags(['{Due|date:long}'], 'de')
  expect(tag && unreadValue(tag, new Map([['due', '01/07/2026']]))).toBeNull()
})

it.each<[string, number, string | null, string]>([
  [
    'date:long',
    1,
    'asap',
    'One recipient has a value for {X|date:long} that is not clearly a date, “asap”. It is sent as it is. Choose another format, or correct the value.',
  ],
  [
    'currency:EUR',
    1_200,
    null,
    '1,200 recipients have a value for {X|currency:EUR} that is not clearly an amount in EUR. It is sent as it is. Choose another format, or correct the values.',
  ],
  [
    'date:short',
    2,
    '01/07/2026',
    '2 recipients have a value for {X|date:short} that is not clearly a date, such as “01/07/2026”. It is sent as it is. Choose in the format whether the day or the month comes first, or correct the values.',
  ],
  [
    'time',
    2,
    ` noon\n${'x'.repeat(50)}`,
    `2 recipients have a value for {X|time} that is not clearly a time, such as “noon ${'x'.repeat(34)}…”. It is sent as it is. Choose another format, or correct the values.`,
  ],
])('unreadText explains for the format %s and %i recipients what does not fit', (text, count, example, expected) => {
  const format = formatOf(text)
  expect(
    format && unreadText({ key: 'x', text: `{X|${text}}`, format: { ...format, language: 'en' } }, count, example),
  ).toBe(expected)
})
