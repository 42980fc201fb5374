import { describe, expect, it } from 'vitest'
import type { MergeValues } from '#domain/content/merge-tags.ts'
import { linesOf, paragraph, partOf, table, wordDocument } from '#tests/support/word-document.ts'
import { fillDocument } from './fill-template.ts'

const ADA: MergeValues = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  fields: {
    'First Name': 'x',
    Country: 'Germany',
    Due: '2026-07-01',
    Amount: '1234.5',
    'Straße-Nr.': 'Ring 1',
    Note: 'R&D <x>\nsecond',
  },
}
const ORDERS: MergeValues = {
  ...ADA,
  rows: [
    { Item: 'Lamp', Price: '20', Due: '2026-07-02' },
    { Item: 'Chair', Price: '100.5', Due: '2026-07-01', Paid: 'yes' },
  ],
}
const filled = (body: string, recipient: MergeValues = ADA, language: 'en' | 'de' = 'en') =>
  linesOf(fillDocument({ content: wordDocument({ body }), recipient, language }))

describe('fillDocument, which fills in a Word document,', () => {
  it.each([
    ['a merge tag', [['Dear {firstName},']], ['Dear Ada,']],
    ['a tag split over runs', [['Dear {fir', 'stNa', 'me}, {', 'email', '}']], ['Dear Ada, ada@example.com']],
    ['names with spaces, dots and accents', [['{First Name} {Straße-Nr.}']], ['Ada Ring 1']],
    ['a no-break space and a soft hyphen in a name', [['{First\u00A0Na\u00ADme}']], ['Ada']],
    ['a fallback', [['{Title|none} {firstName|x}']], ['none Ada']],
    ['a format', [['{Due|date:long}, {Amount|currency:EUR}']], ['July 1, 2026, €1,234.50']],
    ['an unknown tag as nothing', [['[{Nope}]']], ['[]']],
    ['values that look like XML or tags', [['{Note}']], ['R&D <x>\nsecond']],
    ['braces that are no tag', [['{ x: 1 } } {']], ['{ x: 1 } } {']],
    ['a condition within a line', [['a{#if Country is "Germany"}b{#else}c{/if}d']], ['abd']],
    ['the {#else} part', [['a{#if Country is “France”}b{#else}c{/if}d']], ['acd']],
    [
      'a condition over paragraphs',
      [['{#if Country is "Germany"}'], ['Hallo {firstName}'], ['{#else}'], ['Hello'], ['{/if}'], ['end']],
      ['Hallo Ada', 'end'],
    ],
    [
      'the {#else} part over paragraphs',
      [['{#if Country is "France"}'], ['Salut'], ['{#else}'], ['Hello'], ['{/if}'], ['end']],
      ['Hello', 'end'],
    ],
    ['nested conditions', [['{#if Country is "Germany"}{#if Nope is empty}x{#else}y{/if}{#else}z{/if}']], ['x']],
  ])('fills %s', (_, runs, lines) => {
    expect(filled(runs.map((each) => paragraph(...each)).join(''))).toEqual(lines)
  })

  it('repeats the table row with {#rows} for each row of the person, in the requested order', () => {
    const body = table(
      ['Item', 'Price'],
      ['{#rows by "Price" descending}{Item}', '{Price|currency:EUR}{/rows}'],
      ['{count}', '{sum of Price}'],
    )
    expect(filled(body, ORDERS)).toEqual(['Item\tPrice', 'Chair\t€100.50', 'Lamp\t€20.00', '2\t120.5'])
  })

  it('evaluates conditions within a row for that row, and leaves its empty cells empty', () => {
    const body = paragraph('{#rows}{Item}: {#if Paid is "yes"}paid{#else}due {Due}{/if} {Paid|no}; {/rows}')
    expect(filled(body, ORDERS)).toEqual(['Lamp: due 2026-07-02 no; Chair: paid yes; '])
  })

  it('writes the {#else} part, or no table row, for a person without rows', () => {
    expect(filled(paragraph('{#rows}{Item}{#else}Nothing due{/rows}'))).toEqual(['Nothing due'])
    expect(filled(table(['Item', 'Price'], ['{#rows}{Item}', '{Price}{/rows}']) + paragraph('end'))).toEqual([
      'Item\tPrice',
      'end',
    ])
  })

  it('gives the same bytes for the same values', () => {
    const content = wordDocument({ body: paragraph('{firstName}') })
    expect(fillDocument({ content, recipient: ADA })).toEqual(fillDocument({ content, recipient: ADA }))
  })

  it('fills in headers, footers, notes and the title', () => {
    const xmlns = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    const parts = {
      'word/header1.xml': `<w:hdr ${xmlns}>${paragraph('{firstName}')}</w:hdr>`,
      'word/footnotes.xml': `<w:footnotes ${xmlns}><w:footnote w:id="1">${paragraph('{lastName}')}</w:footnote></w:footnotes>`,
      'word/endnotes.xml': `<w:endnotes ${xmlns}><w:endnote w:id="1">${paragraph('{email}')}</w:endnote></w:endnotes>`,
    }
    const done = fillDocument({ content: wordDocument({ body: paragraph('x'), parts }), recipient: ADA })
    expect(partOf(done, 'word/header1.xml')).toContain('>Ada<')
    expect(partOf(done, 'word/footnotes.xml')).toContain('>Lovelace<')
    expect(partOf(done, 'word/endnotes.xml')).toContain('>ada@example.com<')
  })

  it('removes characters that XML cannot contain', () => {
    const recipient = { ...ADA, firstName: 'A\u0000da\u000Bx\uD800' }
    expect(filled(paragraph('{firstName}'), recipient)).toEqual(['Ada\nx\uFFFD'])
  })

  it('refuses more rows than a document may have', () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ Item: `${index}` }))
    const body = paragraph('{#rows}{Item}{/rows}').repeat(3)
    expect(() => filled(body, { ...ADA, rows })).toThrow('3,000 rows')
  })
})
