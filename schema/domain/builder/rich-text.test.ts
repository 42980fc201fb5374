import fc from 'fast-check'
import { parseFragment, serialize } from 'parse5'
import { describe, expect, it } from 'vitest'
import { BLOCKS } from './blocks.ts'
import { renderLabel, renderRichText } from './render-rich-text.ts'
import { linksIn, plainText } from './rich-text.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

const look = { linkColor: '#0000ff', gap: 16 }
const render = (content: string) => renderRichText(content, look)

describe('rich text in the email builder', () => {
  it('shows the default text: a greeting, a blank line, a sentence', () => {
    expect(render(BLOCKS.text.content)).toBe(
      '<p style="margin:0 0 16px">Hello {firstName}!</p><p style="margin:0">Welcome to our newsletter.</p>',
    )
  })

  it.each([
    ['line breaks', 'a\nb\r\nc', 'a<br>b<br>c'],
    ['breaks as tags, with or without a line break behind them', 'a<br>b<br/>\nc', 'a<br>b<br>c'],
    ['blank lines more than one', 'a\n\n\n\nb', '<p style="margin:0 0 16px">a</p><p style="margin:0"><br><br>b</p>'],
    [
      'paragraphs and blocks as editors write them',
      '<p>a</p><p>b</p><div>c</div><div>d</div>',
      '<p style="margin:0 0 16px">a</p><p style="margin:0 0 16px">b</p><p style="margin:0">c<br>d</p>',
    ],
    [
      'lists',
      'a\n\n<ul>\n<li>b</li>\n<li>c\nd</li>\n</ul>\n\ne',
      '<p style="margin:0 0 16px">a</p><ul style="margin:0 0 16px 24px;padding:0">' +
        '<li style="margin:0">b</li><li style="margin:0">c<br>d</li></ul><p style="margin:0">e</p>',
    ],
    [
      'lists in lists',
      '<ol><li>a<ul><li>b</ul><li>c</ol>',
      '<ol style="margin:0 0 0 24px;padding:0"><li style="margin:0">a<ul style="margin:0 0 0 24px;padding:0">' +
        '<li style="margin:0">b</li></ul></li><li style="margin:0">c</li></ol>',
    ],
    [
      'items without a list',
      '<li dir="rtl">a<li>b',
      '<ul style="margin:0 24px 0 0;padding:0" dir="rtl"><li style="margin:0" dir="rtl">a</li><li style="margin:0">b</li></ul>',
    ],
    [
      'aligned paragraphs and their direction',
      '<p style="text-align:center">a\nb</p>\n\nc\n\n<p dir="rtl">d</p>',
      '<p style="margin:0 0 16px;text-align:center">a<br>b</p><p style="margin:0 0 16px">c</p><p style="margin:0" dir="rtl">d</p>',
    ],
    ['empty paragraphs of the editor', 'a\n\n&nbsp;\n\nb', /<\/p><p style="margin:0 0 16px">&nbsp;<\/p><p/],
    [
      'words of another size',
      '<span style="font-size:20px">a</span><span style="font-size:9000px;color:red">b</span>',
      '<span style="font-size:20px;line-height:28px">a</span><span style="color:#ff0000;font-size:72px;line-height:101px">b</span>',
    ],
    ['spaces in a row', 'a  b   c', 'a&nbsp; b&nbsp;&nbsp; c'],
    [
      'bold, italic, underlined and struck text',
      '<b>a</b><strong>b</strong><i>c</i><em>d</em><u>e</u><s>f</s>',
      '<b>ab</b><i>cd</i><u>e</u><s>f</s>',
    ],
    [
      'colored text',
      '<span style="color: red">a</span><font color="#123">b</font>',
      '<span style="color:#ff0000">a</span><span style="color:#112233">b</span>',
    ],
    [
      'text as pasted editors style it',
      '<span style="font-weight:700;font-style:italic;text-decoration:underline">a</span>',
      '<b><i><u>a</u></i></b>',
    ],
    ['overlapping tags', '<b>a<i>b</b>c</i>', '<b>a</b><b><i>b</i></b><i>c</i>'],
    ['tags without an end', '<b>a\n\nb', '<p style="margin:0 0 16px"><b>a</b></p><p style="margin:0"><b>b</b></p>'],
    ['character references', '&lt;b&gt; &amp; &copy; &#8364; &x;', '&lt;b&gt; &amp; © € &amp;x;'],
  ])('keeps %s', (_, content, html) => {
    if (typeof html === 'string') expect(render(content)).toBe(html)
    else expect(render(content)).toMatch(html)
  })

  it.each([
    ['scripts', '<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['pictures', '<img src=x onerror="alert(1)">', '&lt;img src=x onerror=&quot;alert(1)&quot;&gt;'],
    ['comments', '<!-- a --> -->', '&lt;!-- a --&gt; --&gt;'],
    ['text that looks like a tag', 'a <b and c> d < e', 'a &lt;b and c&gt; d &lt; e'],
    ['an unclosed tag', '<a href="x', '&lt;a href=&quot;x'],
  ])('shows %s as typed', (_, content, html) => {
    expect(render(content)).toBe(html)
  })

  it('drops event handlers and all unknown styles, and reduces a harmful link to its text', () => {
    expect(render('<b onclick="x()">a</b><span style="color:expression(x);background:url(y)">b</span>')).toBe(
      '<b>a</b>b',
    )
    expect(render('<a href="javascript:x">a</a> <a href="java&#10;script:x">b</a> <a>c</a>')).toBe('a b c')
  })

  it('merges adjacent links to the same address, in the link color or their own', () => {
    expect(render('<a href="x.example">a <b>b</b></a><a href="y.example" style="color:#f00">c</a>')).toBe(
      '<a href="https://x.example" style="color:#0000ff">a <b>b</b></a><a href="https://y.example" style="color:#ff0000">c</a>',
    )
  })

  it('leaves merge tags as they are, in text and in addresses', () => {
    const content = '{firstName|you & me} <a href="https://x.example/{id|a b}?q={x}">{lastName}</a>'
    expect(render(content)).toBe(
      '{firstName|you & me} <a href="https://x.example/{id|a b}?q={x}" style="color:#0000ff">{lastName}</a>',
    )
  })

  it('prevents a stray brace from forming a merge tag with the markup after it', () => {
    expect(render('{x|<b>y</b>} {{firstName}} {')).toBe('&#123;x|<b>y</b>} &#123;{firstName}} &#123;')
  })

  it('cannot contain links on a button', () => {
    expect(renderLabel('<a href="x.example">Read</a> <b>more</b>\nnow')).toBe('Read <b>more</b><br>now')
    expect(renderLabel('<ol><li>a<li>b</ol>')).toBe('1. a<br>2. b')
  })

  it('can be read as words and links', () => {
    expect(plainText('<b>a</b> &amp; b\n\n<a href="x.example">c</a>')).toBe('a & b\n\nc')
    expect(plainText('a\n\n<ul><li>b<ol><li>c</ol></ul>')).toBe('a\n\n• b\n  1. c')
    expect(linksIn('<a href="x.example">a</a><a href="javascript:x">b</a>')).toEqual({
      links: ['https://x.example'],
      rejected: ['javascript:x'],
    })
  })
})

const piece = fc.oneof(
  fc.constantFrom(
    '<b>',
    '</b>',
    '<i>',
    '</i>',
    '<u>',
    '</u>',
    '<a href="x.de">',
    '</a>',
    '<br>',
    '<p>',
    '</p>',
    '<div>',
    '</div>',
  ),
  fc.constantFrom(
    '<span style="color:red">',
    '</span>',
    '<li>',
    '<ul>',
    '</ol>',
    '</li>',
    '<p style="text-align:right" dir=rtl>',
    '<span style="font-size:3em">',
    '\n',
    '\n\n',
    ' ',
    '  ',
    'word',
    '{firstName|x}',
    '{',
    '}',
    '&amp;',
    '&lt;',
    '&',
  ),
  fc.string({ maxLength: 5, unit: 'binary' }),
)
const anything = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''))

const TAGS = new Set(['p', 'br', 'a', 'b', 'i', 'u', 's', 'span', 'ul', 'ol', 'li'])

describe('any rich text', () => {
  it('renders as well-formed HTML with few tags', () => {
    fc.assert(
      fc.property(anything, (content) => {
        const html = render(content)
        const read = serialize(parseFragment(html))
        const same = (source: string) =>
          source.replace(/&#123;/g, '{').replace(/&(?:amp|quot|nbsp|#39);|["'\u00A0]/g, '')
        expect(same(read).replace(/&/g, '')).toBe(same(html).replace(/&/g, ''))
        const tags = [...html.matchAll(/<\/?([a-z]+)/g)].map(([, name]) => name)
        expect(tags.filter((name) => !TAGS.has(name ?? ''))).toEqual([])
      }),
      { numRuns: runsOf(500) },
    )
  })
})
