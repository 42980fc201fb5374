import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conditionOf, conditionText, elseOf, OPERATORS, type Condition } from './tag-conditions.ts'
import { conditionsIn, mailFor, piecesOf, withAllParts } from './email-parts.ts'

const person = (fields: Record<string, string>, tags: string[] = []) => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  fields,
  tags,
})
const seenBy = (content: string, fields: Record<string, string>, tags: string[] = []) =>
  mailFor({ subject: content, content }, person(fields, tags)).content

describe('a condition in an email', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['Country is "Germany"', { Country: ' germany ' }, true],
    ['Country is "Germany"', { Country: 'France' }, false],
    ['Country is "Germany"', {}, false],
    ['country is not "Germany"', { COUNTRY: 'France' }, true],
    ['Country is not "Germany"', {}, true],
    ['Company contains "gmbh"', { Company: 'Muster GmbH & Co.' }, true],
    ['Company contains ""', { Company: 'Muster' }, false],
    ['Company is empty', { Company: '  ' }, true],
    ['Company is empty', { Company: 'x' }, false],
    ['Company is not empty', { Company: 'x' }, true],
    ['Amount above "100"', { Amount: '1.234,50 €' }, true],
    ['Amount above "100"', { Amount: '100' }, false],
    ['Amount below "100"', { Amount: 'unknown' }, false],
    ['Amount above "100"', { Amount: '200-300' }, false],
    ['Amount below "100"', { Amount: '-5' }, true],
    ['Amount above "10"', { Amount: '12 kg' }, true],
    ['Amount above "1"', { Amount: 'A4' }, false],
    ['Due above "2026-07-01"', { Due: '2026-11-15' }, true],
    ['Due above "2026-07-01"', { Due: '2026-07-01T14:30' }, true],
    ['Due above "2026-07-01"', { Due: '2026-07-01' }, false],
    ['Due below "2026-07-01"', { Due: '2025-12-31' }, true],
    ['Due above "01.07.2026"', { Due: '15.06.2026' }, false],
    ['Due above "01.07.2026"', { Due: '02.08.2026' }, true],
    ['Due below "7/31/2026"', { Due: '6/15/2026' }, true],
    ['Due below "1 August 2026"', { Due: '31 July 2026' }, true],
    ['Due below "7/31/2026"', { Due: '7/1/2026' }, false],
    ['Due above "7/31/2026"', { Due: '7/1/2026' }, false],
    ['Due above "2026-07-01"', { Due: '02.08.2026' }, false],
    ['Due below "2026-07-01"', { Due: '01.06.2026' }, false],
    ['Due above "2026-07-01"', { Due: '2027' }, false],
    ['Due above "2026-07-01"', { Due: '46000' }, false],
    ['Start above "9:00"', { Start: '14:30' }, true],
    ['First name is "ada"', {}, true],
    ['Country is "Germany" and Amount above "5"', { Country: 'Germany', Amount: '6' }, true],
    ['not (Country is "Germany")', { Country: 'Germany' }, false],
    ['not (Country is "Germany")', {}, true],
    ['not (Country is "Germany" and Amount above "5")', { Country: 'Germany', Amount: '5' }, true],
    ['not (Amount above "5")', { Amount: 'unknown' }, true],
    ['Country is "Germany" and Amount above "5"', { Country: 'Germany', Amount: '4' }, false],
    ['Country is "Germany" or Amount above "5"', { Country: 'Germany', Amount: '4' }, true],
    ['Country is "Rock and Roll or Jazz"', { Country: 'Rock and Roll or Jazz' }, true],
    ['This is it is "yes"', { 'This is it': 'yes' }, true],
  ])('%s holds for %o: %s', (text, fields, expected) => {
    expect(seenBy(`{#if ${text}}yes{#else}no{/if}`, fields)).toBe(expected ? 'yes' : 'no')
    const escaped = text.replaceAll('"', '&quot;')
    expect(seenBy(`{#if ${escaped}}yes{#else}no{/if}`, fields)).toBe(expected ? 'yes' : 'no')
  })

  it.each([
    ['fr', 'yes'],
    ['en', 'no'],
  ] as const)('compares dates with slashes in the order usual in the email’s language, %s', (language, expected) => {
    const content = '{#if Due above "05/06/2026"}yes{#else}no{/if}'
    expect(mailFor({ subject: '', content, language }, person({ Due: '01/07/2026' })).content).toBe(expected)
  })

  it.each<[string, string[], string]>([
    ['tag has "VIP"', ['vip', 'other'], 'yes'],
    ['tag has "VIP"', [], 'no'],
    ['tag has not "VIP"', ['other'], 'yes'],
  ])('{#if %s} holds for a contact with the tags %o: %s', (text, tags, expected) => {
    expect(seenBy(`{#if ${text}}yes{#else}no{/if}`, {}, tags)).toBe(expected)
  })

  it.each([
    '',
    'Country',
    'Country is Germany',
    'Country equals "x"',
    'A is "1" and B is "2" or C is "3"',
    'tag has ""',
  ])('is refused as “%s”', (text) => expect(conditionOf(text)).toBeNull())

  it('is the same after it is written and read again', () => {
    const word = fc
      .stringMatching(/^[A-Za-z][A-Za-z0-9]{0,8}( [A-Z][a-z]{0,5})?$/)
      .filter((each) => !/\b(?:is|and|or|tag|contains|above|below)\b/i.test(each))
    const value = fc.stringMatching(/^[a-z0-9€ß]{1,8}$/)
    const test = fc.oneof(
      fc
        .record({ field: word, operator: fc.constantFrom(...OPERATORS), value })
        .map((each) => (each.operator.endsWith('empty') ? { ...each, value: '' } : each)),
      fc.record({ tag: value, operator: fc.constantFrom('has' as const, 'has not' as const) }),
    )
    const condition = fc.record({
      not: fc.constantFrom(true, undefined),
      all: fc.boolean(),
      tests: fc.array(test, { minLength: 1, maxLength: 4 }),
    })
    fc.assert(
      fc.property(condition, (each: Condition) => {
        const read = conditionOf(conditionText(each))
        expect(read).toEqual(each.tests.length > 1 ? each : { ...each, all: true })
      }),
    )
  })
})

describe('the condition of an {#else} part', () => {
  it('is the opposite of the {#if}, and its own opposite is the {#if} again', () => {
    expect(elseOf('City is "Cork" or tag has "VIP"')).toBe('not (City is "Cork" or tag has "VIP")')
    expect(elseOf('not (City is "Cork")')).toBe('City is "Cork"')
    expect(elseOf('City')).toBeNull()
  })
})

describe('a text with conditions', () => {
  it('loses lines and paragraphs that contain nothing but {#if} or {/if}', () => {
    const typed = 'Hello\n{#if Country is "Germany"}\nGuten Tag\n{#else}\nGood day\n{/if}\nBye'
    expect(seenBy(typed, { Country: 'Germany' })).toBe('Hello\nGuten Tag\nBye')
    expect(seenBy(typed, {})).toBe('Hello\nGood day\nBye')
    const html = '<p>A</p><p class="x">{#if Country is "Germany"}</p><p>B</p><p>{/if}</p><p>C</p>'
    expect(seenBy(html, { Country: 'Germany' })).toBe('<p>A</p><p>B</p><p>C</p>')
    expect(seenBy(html, {})).toBe('<p>A</p><p>C</p>')
  })

  it('can contain conditions within conditions, and lists each once', () => {
    const text = '{#if A is "1"}a{#if B is "2"}b{/if}{#else}c{#if A is "1"}d{/if}{/if}'
    expect(seenBy(text, { A: '1', B: '2' })).toBe('ab')
    expect(seenBy(text, { A: '1' })).toBe('a')
    expect(seenBy(text, {})).toBe('c')
    expect(conditionsIn([text]).map(conditionText)).toEqual(['A is "1"', 'B is "2"'])
    expect(withAllParts(text)).toBe('abcd')
  })

  it.each([
    ['{#if A is "1"}x', 'has no {/if}'],
    ['x{/if}', 'has no {#if …} before it'],
    ['{#else}', 'has no {#if …} before it'],
    ['{#if A is "1"}x{#else}y{#else}z{/if}', 'two {#else}'],
    ['{#if A}x{/if}', 'cannot be read'],
    [`${'{#if A is "1"}'.repeat(6)}${'{/if}'.repeat(6)}`, 'at most 5'],
    ['{#if A is "1"}{/if}'.repeat(51), 'at most 50'],
  ])('stays as written when its {#if} and {/if} do not match: %s', (text, problem) => {
    expect(piecesOf(text)).toEqual({ pieces: [text], problem: expect.stringContaining(problem) })
    expect(seenBy(text, { A: '1' })).toBe(text)
  })

  it('is unchanged if it has no conditions', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/\{[#/]/.test(text)),
        (text) => {
          expect(seenBy(text, {})).toBe(text)
        },
      ),
    )
  })
})
