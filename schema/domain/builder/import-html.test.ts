import fc from 'fast-check'
import { parse, serialize } from 'parse5'
import { describe, expect, it } from 'vitest'
import { importHtml } from './import-html.ts'
import { readHtml } from '../html/html-tokenizer.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

const html = (source: string) => importHtml(source).html

describe('pasted HTML, imported into the email builder,', () => {
  it.each([
    [
      'tables with their old attributes',
      '<table border=0 cellpadding="5" width=600><tr><td bgcolor=#ff0000 align=center>x</td></tr></table>',
    ],
    ['headings, lists and quotes', '<h1>a</h1><ul><li>b</li></ul><blockquote>c</blockquote>'],
    ['links and pictures', '<a href="https://x.example"><img src="https://x.example/a.png" alt="A" width="10"></a>'],
  ])('keeps %s', (_, source) => {
    expect(html(source).replaceAll('"', '')).toBe(source.replaceAll('"', ''))
  })

  it.each([
    ['scripts', '<p>a</p><script>alert("<p>")</script>b', '<p>a</p>b', ['script']],
    ['handlers', '<p onclick="x()">a</p>', '<p>a</p>', ['on…']],
    ['forms', '<form action=x>a<input><select><option>b</select></form>', 'a', ['form', 'input', 'select']],
    ['frames', '<iframe src=x>a</iframe>b<object>c</object>', 'b', ['iframe', 'object']],
    ['style sheets', '<style>p{color:red}</style>a<link rel=stylesheet href=x>', 'a', ['style sheet', 'link']],
    ['comments', '<!--[if mso]><b>a</b><![endif]-->b<!doctype html>', 'b', []],
    ['executable addresses', '<a href="java&#115;cript:x">a</a><a href="  data:x">b</a>', 'ab', ['link']],
    [
      'addresses with named references',
      '<a href="javascript&colon;x">a</a><a href="java&Tab;script:x">b</a>',
      'ab',
      ['link'],
    ],
    ['data: images', '<img src="data:image/png;base64,x">a', 'a', ['image']],
    ['the frame of a page', '<html><head><title>t</title></head><body bgcolor="red">a</body></html>', 'a', []],
  ])('removes %s', (_, source, result, removed) => {
    expect(importHtml(source)).toEqual({ html: result, removed })
  })

  it('keeps styles used in emails, and no value that loads or runs anything', () => {
    const source =
      '<td style="color:RGB(1,2,3);background:url(https://x) red;padding:0 auto;position:fixed;width:expression(alert(1));' +
      `font-family:'Open Sans',Arial;margin:-9px;border:1px solid #ccc !important;height:calc(1px);line-height:1.5;color:\\72 ed">`
    expect(html(`<table><tr>${source}a</td></tr></table>`)).toBe(
      `<table><tr><td style="padding:0;font-family:'Open Sans',Arial,sans-serif;border:1px solid #ccc;line-height:1.5">a</td></tr></table>`,
    )
  })

  it.each([
    ['end tags of another cell', 'a</td></tr></table></div>b', 'ab'],
    ['cells without a table', '<td>a</td><tr>b', 'ab'],
    [
      'cells and rows without an end',
      '<table><td>a<td>b<tr><td>c</table>',
      '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>',
    ],
    ['text between cells', '<table>a<tr>b<td>c', '<table><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr></table>'],
    ['paragraphs without an end', '<p>a<p>b<div>c', '<p>a</p><p>b</p><div>c</div>'],
    ['lists in lists', '<ul><li>a<ul><li>b</ul><li>c', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'],
    ['links in links', '<a href=x.de>a<a href=y.de>b', '<a href="https://x.de">a</a><a href="https://y.de">b</a>'],
    [
      'end tags that reach outside their cell',
      '<b><table><tr><td>a</b>b</table>c',
      '<b><table><tr><td>ab</td></tr></table>c</b>',
    ],
    ['overlapping tags', '<b>a<i>b</b>c</i>', '<b>a<i>b</i></b>c'],
  ])('has its tags closed and repaired: %s', (_, source, result) => {
    expect(html(source)).toBe(result)
  })

  it('keeps merge tags, also in addresses', () => {
    expect(html('<a href="https://x.de/{id}">{firstName|you & me} {x|</a>}')).toBe(
      '<a href="https://x.de/{id}">{firstName|you & me} &#123;x|</a>}',
    )
  })

  it('has the text around removed tags joined', () => {
    for (const nothing of ['<tr>', '<a>', '<img>', '</b>', '</td>', '<!-- -->', '<script>x</script>'])
      expect(html(`{x|${nothing}}`)).toBe('{x|}')
    expect(html('{x|<b></b>}')).toBe('&#123;x|<b></b>}')
  })

  it('stays the same when a merge tag’s fallback looks like a character reference', () => {
    const once = html('{x|&amp;lt;} {x|AT&T}')
    expect(html(once)).toBe(once)
    expect(once).toContain('{x|AT&T}')
  })

  it('stays in its cell and is stable when imported again, whatever the input', () => {
    const piece = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const result = html(pieces.join(''))
        expect(html(result)).toBe(result)
        const page = `<!DOCTYPE html><html><head></head><body><table><tbody><tr><td>${result}</td></tr></tbody></table><i>end</i></body></html>`
        expect(comparable(serialize(parse(page)))).toBe(comparable(page))
      }),
      { numRuns: runsOf(2_000) },
    )
  })

  it('is imported fast with thousands of any tag', () => {
    for (const piece of PIECES) {
      const source = piece.repeat(1_000)
      const tokens = readHtml(source)
      expect(tokens.length).toBeLessThanOrEqual(2_000)
      expect(html(source).length).toBeLessThan(60 * source.length + 10_000)
    }
  })
})

/** HTML normalized for comparing parsers. */
const comparable = (source: string) =>
  source
    .replace(/<\/?tbody>/g, '')
    .replace(/&#123;/g, '{')
    .replace(/&quot;|&#39;|&apos;|["']/g, '"')
    .replace(/&nbsp;|&amp;nbsp;|\u00A0/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&(?:gt|lt);/g, '')
    .replace(/<pre>\s*/g, '<pre>')

const PIECES = [
  ...[
    'table',
    'tr',
    'td',
    'th',
    'tbody',
    'thead',
    'p',
    'div',
    'ul',
    'ol',
    'li',
    'b',
    'i',
    'h1',
    'h3',
    'pre',
    'center',
  ].flatMap((name) => [`<${name}>`, `</${name}>`]),
  ...[
    'blockquote',
    'form',
    'select',
    'svg',
    'style',
    'body',
    'html',
    'font',
    'span',
    'strike',
    'template',
    'math',
  ].flatMap((name) => [`<${name} style="color:red">`, `</${name}>`]),
  ...[
    '<a href="x.de">',
    '</a>',
    '<img src="https://a.b/c">',
    '<image src="https://a.b/c">',
    '<br>',
    '</br>',
    '</p >',
    '<hr>',
  ],
  ...[
    '<!--',
    '-->',
    '<title>',
    '<td',
    '">',
    '<caption>',
    '<colgroup>',
    '<col>',
    '<textarea>',
    '<noscript>',
    '<plaintext>',
  ],
  ...[
    '<frameset>',
    '<button>',
    '<option>',
    '<nobr>',
    '<dd>',
    '<dt>',
    'text',
    ' ',
    '\n',
    '{firstName|x}',
    '{x|',
    '}',
    '&lt;',
    '&amp;lt;',
  ],
]
