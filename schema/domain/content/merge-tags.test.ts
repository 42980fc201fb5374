import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compileTemplate,
  fileNameValues,
  fillTemplate,
  findTags,
  tagText,
  tagValues,
  type MergeTarget,
} from './merge-tags.ts'

const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  fields: { 'Company Name': 'Engines & Co', Plan: '' },
}
const fill = (text: string, target: MergeTarget = 'text', person = ada) =>
  fillTemplate(compileTemplate(text), tagValues(person), target)

describe('merge tags in a text', () => {
  it.each([
    ['Hello {firstName}', 'Hello Ada'],
    ['{lastName}, {fullName}', 'Lovelace, Ada Lovelace'],
    ['{email}', 'ada@example.com'],
    ['{FIRSTNAME} {first_name} {First Name}', 'Ada Ada Ada'],
    ['at {Company Name} or {companyname}', 'at Engines & Co or Engines & Co'],
    ['your {Plan|free} plan', 'your free plan'],
    ['your {Plan} plan', 'your  plan'],
    ['{nobodyKnows|there} {nobodyKnows}!', 'there !'],
    ['p{color:red;margin:0} {} { } {|x}', 'p{color:red;margin:0} {} { } {|x}'],
    ['{{firstName}}', '{Ada}'],
    ['{lastName|upper}', 'LOVELACE'],
    ['{Plan|upper|none}', 'none'],
    ['{Plan|upper}', ''],
    ['{Plan|}', ''],
    ['{Plan||title}', 'title'],
    ['{lastName|date:long|soon}', 'Lovelace'],
    ['{lastName|a|b} {Plan|a|b}', 'Lovelace a|b'],
  ])('turns %s into %s', (text, result) => {
    expect(fill(text)).toBe(result)
  })

  it.each([
    ['Dr. Anna', 'Hallo Anna! Dr. Anna Lovelace'],
    ['Prof. Dr. med. Anna Maria', 'Hallo Anna Maria! Prof. Dr. med. Anna Maria Lovelace'],
    ['Frau Dr.', 'Hallo du! Frau Dr. Lovelace'],
    ['M. Night', 'Hallo M. Night! M. Night Lovelace'],
    ['Ing', 'Hallo Ing! Ing Lovelace'],
  ])('use the first name without academic titles, which the full name keeps: %s', (firstName, result) => {
    expect(fill('Hallo {firstName|du}! {fullName}', 'text', { ...ada, firstName })).toBe(result)
    expect(fileNameValues({ ...ada, firstName }).get('firstname')).toBe(firstName)
  })

  it('include the serial number, or the custom field of that name if it is not a number', () => {
    const numbered = (serialNumber: number | null, fields: Record<string, string> = {}) =>
      fillTemplate(compileTemplate('{serialNumber}/{S.No|none}'), tagValues({ ...ada, serialNumber, fields }), 'text')
    expect([numbered(101), numbered(0), numbered(null)]).toEqual(['101/101', '0/0', '/none'])
    expect(numbered(null, { 'Serial number': 'A-7' })).toBe('A-7/A-7')
  })

  it('write dates and amounts in the language of the email', () => {
    const values = tagValues({ ...ada, fields: { Due: '2026-07-01', Amount: '1,234.50' } })
    const text = 'By {Due|date:long}: {Amount|currency:EUR}'
    expect(fillTemplate(compileTemplate(text, 'de'), values, 'text')).toBe('By 1. Juli 2026: 1.234,50\u00A0€')
    expect(fillTemplate(compileTemplate(text), values, 'text')).toBe('By July 1, 2026: €1,234.50')
  })

  it.each(['{a}', '{a|}', '{a|b}', '{a|upper}', '{a|upper|}', '{a|upper|b}', '{a||upper}', '{a|date:long:dmy|x|y}'])(
    'are the same after they are written and read again: %s',
    (source) => {
      const [tag] = compileTemplate(source).parts
      expect(typeof tag === 'object' && tagText(tag)).toBe(source)
    },
  )

  it('have values and fallbacks escaped for HTML', () => {
    expect(fill('<b>{Company Name}</b> {x|<i>}', 'html')).toBe('<b>Engines &amp; Co</b> &lt;i&gt;')
  })

  it.each([
    ['https://x.example/?q={Company Name}', 'https://x.example/?q=Engines%20%26%20Co'],
    ['https://x.example/{Company Name}/a', 'https://x.example/Engines%20%26%20Co/a'],
    ['mailto:{email}?subject={Company Name}', 'mailto:ada@example.com?subject=Engines%20%26%20Co'],
    ['https://{Site}', 'https://example.com/a?b=c&amp;d'],
    ['{Site}', 'https://example.com/a?b=c&amp;d'],
    ['{Home}', 'https://ada.example/x'],
    ['{Evil}', ''],
    ['{Plan|javascript:alert(1)}', ''],
    ['https://x.example/{Evil}', 'https://x.example/JavaScript%3Aalert(1)'],
  ])('have values in a URL encoded as parts of it: %s', (address, result) => {
    const person = {
      ...ada,
      fields: {
        ...ada.fields,
        Site: 'example.com/a?b=c&d',
        Home: 'https://ada.example/x',
        Evil: ' JavaScript:alert(1)',
      },
    }
    const filled = (quote: string, name: string) =>
      fill(
        `<p>{email}</p><a title="a > b" ${name}=${quote}${address}${quote} class="{firstName}">x</a>`,
        'html',
        person,
      )
    for (const [quote, name] of [
      ['"', 'href'],
      ["'", 'HREF'],
      ['"', 'src'],
    ] as const) {
      expect(filled(quote, name)).toBe(
        `<p>ada@example.com</p><a title="a > b" ${name}=${quote}${result}${quote} class="Ada">x</a>`,
      )
    }
  })

  it('have values encoded for a URL in addresses only, not in text that looks like one', () => {
    const person = { ...ada, firstName: 'a b' }
    expect(fill('href="{firstName}" <a href="x">{firstName}</a> <b title="{firstName}">', 'html', person)).toBe(
      'href="a b" <a href="x">a b</a> <b title="a b">',
    )
  })

  it.each([
    ['without quotes', '<a href=https://good.example/{firstName}>', '<a href=https://good.example/a%20b>'],
    [
      'with references',
      '<a href="https&#58;//good.example&sol;{firstName}">',
      '<a href="https&#58;//good.example&sol;a%20b">',
    ],
    [
      'far behind the beginning of its tag',
      `<a title="${'y'.repeat(5_000)}" href="https://a.example/{firstName}">`,
      'href="https://a.example/a%20b">',
    ],
    [
      'in a button drawn for Outlook',
      '<!--[if mso]><v:rect href="https://a.example/{firstName}"><![endif]-->',
      'href="https://a.example/a%20b">',
    ],
  ])('are recognized in an address %s', (_, html, result) => {
    expect(fill(html, 'html', { ...ada, firstName: 'a b' })).toContain(result)
  })

  it('let no value change the host of a link', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const html = fill('<a href="https://x.example/p?q={firstName}#end">x</a>', 'html', { ...ada, firstName: value })
        const href = /href="([^"]*)"/.exec(html)?.[1] ?? ''
        const url = new URL(href.replaceAll('&#39;', "'").replaceAll('&amp;', '&'))
        expect([url.origin, url.pathname, url.hash, [...url.searchParams.keys()]]).toEqual([
          'https://x.example',
          '/p',
          '#end',
          ['q'],
        ])
      }),
    )
  })

  it('let no value start a new header line', () => {
    const person = { ...ada, firstName: 'Ada\r\nBcc: all@example.com' }
    expect(fill('Hi {firstName}', 'subject', person)).toBe('Hi Ada Bcc: all@example.com')
  })

  it('are listed once each, in order, however they are spelled', () => {
    expect(findTags('{First Name} {plan|x} {firstName} {email}')).toEqual(['First Name', 'plan', 'email'])
  })

  it('never let a value put markup into HTML or a line break into a subject', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (value, fallback) => {
        const person = { ...ada, firstName: value }
        const tag = `{firstName|${fallback.replace(/[{}\r\n]/g, '')}}`
        expect(fill(tag, 'html', person)).not.toMatch(/[<>"']/)
        expect(fill(tag, 'subject', person)).not.toMatch(/[\r\n]/)
      }),
    )
  })
})
