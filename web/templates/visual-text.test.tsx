// @vitest-environment jsdom
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderSimpleText } from '#domain/simple-text.ts'
import { simpleTextOf } from './visual-text.ts'

function boxWith(html: string): HTMLElement {
  const box = document.createElement('div')
  box.innerHTML = html
  return box
}

/** Normalizes invisible differences: white space next to tags, empty tags. */
function looks(html: string): string {
  const box = boxWith(html)
  for (const empty of [...box.querySelectorAll('b, strong, i, u, p')].toReversed()) {
    if (empty.textContent?.trim() === '' && !empty.querySelector('img')) empty.replaceWith(empty.textContent)
  }
  return box.innerHTML
    .replaceAll('&nbsp;', ' ')
    .replace(/\s*(<[^>]+>)\s*/g, '$1')
    .trim()
}

const PIECES = [
  'Dear {firstName|friend},',
  'two  spaces',
  ' ',
  '\n',
  '\n\n',
  '<b>bold</b>',
  '<strong>strong ',
  '</strong>',
  '<i>italic</i>',
  '<u>under</u>',
  '<a href="https://example.com/?a=1&b=2">link</a>',
  '<a href="{url}">their link</a>',
  '<a href="#top">no link</a>',
  '<img src="https://example.com/a.png" alt="A &quot;b&quot;" width="20">',
  '<ul><li>one</li><li>two</li></ul>',
  '<ol>\n<li>one\nmore</li>\n</ol>',
  '<h2>Heading</h2>',
  '<br>',
  '<table>',
  'a < b && c > d',
  '&amp;lt;',
  '&copy;',
  '{unknown}',
]

describe('the Visual tab edits Simple Text', () => {
  test.each([
    ['<p>Hello</p><p>World</p>', 'Hello\n\nWorld'],
    ['<p>one<br>two</p>', 'one\ntwo'],
    ['<p>a <b>b</b> c</p>', 'a <b>b</b> c'],
    ['<p><b>Dear</b> {firstName}<br></p>', '<b>Dear</b> {firstName}'],
    ['<div>Hello</div><div><br></div><div>World</div>', 'Hello\n\nWorld'],
    ['bare<p>then</p>', 'bare\n\nthen'],
    ['<p>a&nbsp; b</p>', 'a  b'],
    ['<p>&lt;b&gt; is a tag, &lt;table&gt; is none</p>', '&lt;b> is a tag, <table> is none'],
    ['<p><span style="color:red">kept</span><font> as text</font></p>', 'kept as text'],
    ['<ul><li>one</li><li>two</li></ul>', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>'],
    ['<p><br></p>', ''],
    ['<p>one<br><br>two<br></p>', 'one<br><br>two'],
  ])('%s reads %j', (html, text) => {
    expect(simpleTextOf(boxWith(html))).toBe(text)
  })

  test('unchanged content survives a round trip', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), (pieces) => {
        const shown = renderSimpleText(pieces.join(''))
        const again = renderSimpleText(simpleTextOf(boxWith(shown)))
        expect(looks(again)).toBe(looks(shown))
      }),
      { numRuns: 200 },
    )
  })
})
