import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mailFor, piecesOf, readerOf, versionNamer } from './email-parts.ts'
import { sumOf, type MergeRow } from './merge-rows.ts'
import { compileTemplate, fillTemplate, tagValues, type MergeTarget } from './merge-tags.ts'

const ORDERS: MergeRow[] = [
  { Order: 'A-1', Amount: '1,200.50', Due: '2026-12-24', Status: 'open' },
  { Order: 'A-2', Amount: '99.5', Due: '2026-11-30', Status: 'paid' },
  { Order: 'A-3', Amount: '10', Due: '2027-01-05', Status: 'open' },
]

const person = (rows: readonly MergeRow[], fields: Record<string, string> = {}) => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  fields,
  rows,
})

/** The text as a person with these rows gets it. */
function written(
  content: string,
  rows: readonly MergeRow[] = ORDERS,
  target: MergeTarget = 'text',
  fields = {},
): string {
  const reader = person(rows, fields)
  const mail = mailFor({ subject: '', content }, reader)
  return fillTemplate(compileTemplate(mail.content), tagValues(reader), target)
}

describe('the sheet rows of a person in an email', () => {
  it('are written by repeating the {#rows} part once for each row, with its values', () => {
    expect(written('{#rows}{Order}: {Amount|currency:EUR}; {/rows}')).toBe('A-1: €1,200.50; A-2: €99.50; A-3: €10.00; ')
  })

  it('keep the values of the person inside the part, and fallbacks of rows without a value', () => {
    const rows: MergeRow[] = [{ Order: 'A-1', Note: 'fragile' }, { Order: 'A-2' }]
    expect(written('{#rows}{firstName}/{Order}/{Note|nothing} {/rows}', rows)).toBe('Ada/A-1/fragile Ada/A-2/nothing ')
  })

  it('are replaced by the {#else} part for somebody without rows', () => {
    expect(written('{#rows}{Order}{#else}Nothing is open.{/rows}', [])).toBe('Nothing is open.')
    expect(written('{#rows}{Order} {#else}Nothing is open.{/rows}')).toBe('A-1 A-2 A-3 ')
  })

  it.each([
    ['{#rows by "Due"}{Order} {/rows}', 'A-2 A-1 A-3 '],
    ['{#rows by "Amount" descending}{Order} {/rows}', 'A-1 A-2 A-3 '],
    ['{#rows by &quot;Order&quot; descending}{Order} {/rows}', 'A-3 A-2 A-1 '],
  ])('are ordered: %s', (text, result) => {
    expect(written(text)).toBe(result)
  })

  it('are used by the conditions inside the part', () => {
    const text = '{#rows}{#if Status is "open"}{Order} is open. {#else}{Order} is paid. {/if}{/rows}'
    expect(written(text)).toBe('A-1 is open. A-2 is paid. A-3 is open. ')
  })

  it('have a count, and totals of their columns', () => {
    expect(written('{count} orders, {sum of Amount|currency:EUR}')).toBe('3 orders, €1,310.00')
    expect(written('{#if count above "2"}many{#else}few{/if}')).toBe('many')
    expect(written('{#if sum of Amount below "2000"}small{/if}')).toBe('small')
  })

  it('have no total if some values are not numbers', () => {
    expect(written('{sum of Amount|unknown}', [{ Amount: '10' }, { Amount: 'ten' }])).toBe('unknown')
    expect(written('{sum of Amount}', [{ Amount: '10' }, { Amount: ' ' }])).toBe('10')
  })

  it("have the first row's value, or else the contact's, outside of the part", () => {
    expect(written('{Order}', ORDERS, 'text', { Order: 'own' })).toBe('A-1')
    expect(written('{Order}', [{ Order: ' ' }], 'text', { Order: 'own' })).toBe('own')
  })

  it('are escaped for HTML', () => {
    const rows = [{ Item: '<b>&' }, { Item: '"x"' }]
    expect(written('<ul>{#rows}<li>{Item}</li>{/rows}</ul>', rows, 'html')).toBe(
      '<ul><li>&lt;b&gt;&amp;</li><li>&quot;x&quot;</li></ul>',
    )
  })

  it('fill tags that an editor cut apart by formatting', () => {
    expect(written('{#rows}{<b>Or</b>der} {/rows}', ORDERS, 'html').replace(/<\/?b>/g, '')).toBe('A-1 A-2 A-3 ')
  })

  it.each([
    ['{#rows}x', '{#rows} has no {/rows}.'],
    ['x{/rows}', '{/rows} has no {#rows} before it.'],
    ['{#rows}{#rows}x{/rows}{/rows}', '{#rows} cannot stand inside {#rows}.'],
    ['{#if A is "1"}{#rows}x{/if}{/rows}', '{/if} has no {#if …} before it.'],
    ['{#rows by Due}x{/rows}', '{#rows by Due} cannot be read. Write {#rows by "Column"}.'],
  ])('are refused with an explanation in %s', (text, problem) => {
    expect(piecesOf(text).problem).toBe(problem)
  })

  it('get different keys for two texts exactly if their texts differ', () => {
    const text = '{#if count above "1"}a{/if}{#rows by "Due"}{#if Status is "open"}{Order}{#else}-{/if}{/rows}'
    const row = fc.record({
      Order: fc.constant('A'),
      Due: fc.constantFrom('1', '2'),
      Status: fc.constantFrom('open', 'paid'),
    })
    const rows = fc.array(row, { maxLength: 4 })
    const versionOf = versionNamer([text])
    fc.assert(
      fc.property(rows, rows, (one, other) => {
        const [first, second] = [one, other].map(
          (each) => mailFor({ subject: '', content: text }, person(each)).content,
        )
        const names = [one, other].map((each) => versionOf(readerOf(person(each))))
        if (names[0] === names[1]) expect(first).toBe(second)
      }),
    )
  })
})

describe('sumOf, the total of a column,', () => {
  it.each([
    [['0.1', '0.2'], '0.3'],
    [['1.234,50 €', '-0,50'], '1234'],
    [['-5', '2.25'], '-2.75'],
    [['9007199254740993', '1'], '9007199254740994'],
    [['', ' '], null],
    [['1', 'x'], null],
  ])('adds up %j exactly', (values, sum) => {
    expect(sumOf(values)).toBe(sum)
  })
})
