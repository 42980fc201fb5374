import fc from 'fast-check'
import { parse, type DefaultTreeAdapterTypes as T } from 'parse5'
import { describe, expect, it } from 'vitest'
import { cleanHtml } from './clean.ts'

describe('HTML that is cleaned', () => {
  it.each([
    'I <3 you <p>a<p>b</i><td>c',
    '<!doctype html><title>{firstName}</title><style>p > a{color:red}</style><a href={Link}>x</a>',
    '<!--[if mso]><noscript><xml><o:PixelsPerInch>96</o:PixelsPerInch></xml></noscript><v:rect href="https://a.test"><![endif]-->x',
    '<IMG SRC="data:image/png;base64,AA==" Alt=x><a href="mailto:a@b.test">y</a><![CDATA[z]]>',
    '<!--[if mso]><style>p{color:red}</style><meta name="x"><![endif]-->x',
    '<div><span>x</div>'.repeat(2_000),
    '<table><tr><td><p>x<li>y'.repeat(100),
    '<p><b>x</b>'.repeat(2_000),
  ])('stays as it is where nothing is wrong with it: %s', (html) => {
    expect(cleanHtml(html)).toBe(html)
  })

  it.each([
    [
      'broken markup beside it stays as it was',
      '<td><p>a<script>x</script><p CLASS=b>c</b>',
      '<td><p>a<p CLASS=b>c</b>',
    ],
    [
      'a tag that loses an attribute is written anew',
      '<A ID=a onclick=x TITLE=\'"{n|b}"\'>c',
      '<a id="a" title="&quot;{n|b}&quot;">c',
    ],
    [
      'what stood apart makes no tag together',
      '<<script></script>img src=x onerror=alert(1)>',
      '&lt;img src=x onerror=alert(1)>',
    ],
    ['no attribute takes the value of another', '<a href onclick=1 =javascript:x>y', '<a href="">y'],
    [
      'nothing hides in a comment that browsers end sooner',
      '<![CDATA[><img src=x onerror=y>]]>',
      '<![CDATA[><img src="x">]]>',
    ],
    ['a tag that never ends would begin with what is added', 'a<img src=x onerror=y ', 'a'],
    ['so would half of one', 'a </', 'a &lt;/'],
    ['so would a comment', 'a<!-- b', 'a'],
    ['and a style sheet', 'a<style>b', 'a'],
    ['a comment for Outlook is judged like the rest', '<!--[if mso]><a href="javascript:x">y</a><![endif]-->z', 'z'],
  ])('loses the rest: %s', (_, html, left) => {
    expect(cleanHtml(html)).toBe(left)
  })

  it('runs nothing in a browser, and comes out unchanged when it goes in again, whatever it was', () => {
    const anything = fc.array(fc.constantFrom(...PIECES), { maxLength: 16 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(anything, (html) => {
        const clean = cleanHtml(html)
        expect(cleanHtml(clean)).toBe(clean)
        expect(dangersIn(parse(`${clean}<p onadded>`, { scriptingEnabled: false }))).toEqual(['onadded'])
        expect(dangersIn(parse(`${clean}<p onadded>`))).toEqual(['onadded'])
      }),
      { numRuns: 5_000 },
    )
  })
})

/** What is left in a page that has no place there; what is added behind a mail must be found as well. */
function dangersIn(node: T.Node): string[] {
  const own =
    'tagName' in node
      ? [
          ...(/^(?:script|iframe|svg|math|object|form|input|base|template|textarea|plaintext|noscript)$/.test(
            node.tagName,
          )
            ? [node.tagName]
            : []),
          ...node.attrs.flatMap(({ name, value }) =>
            name.startsWith('on') || /^\s*javascript:/i.test(value) ? [name] : [],
          ),
        ]
      : []
  return 'childNodes' in node ? [...own, ...node.childNodes.flatMap(dangersIn)] : own
}

const PIECES = [
  ...['<', '>', '/', '</', '<a', '<p ', 'a', '"', "'", '=', ' ', '&', 'lt;', '\0', '\n'],
  ...['<script>', '</script>', '<script', '<!--<script>', 'alert(1)', '<svg>', '</svg>', '<svg/', '<math>', '<mtext>'],
  ...['<style>', '</style>', '<title>', '</title>', '<textarea>', '</textarea>', '<noscript>', '</noscript>'],
  ...[
    '<template>',
    '</template>',
    '<select>',
    '</select>',
    '<table>',
    '<td>',
    '</table>',
    '<plaintext>',
    '<xmp>',
    '</xmp>',
  ],
  ...['<form>', '</form>', '<input>', '<iframe>', '</iframe>', '<object>', '</object>', '<base href=x>', '<frameset>'],
  ...['<!--', '-->', '--!>', '<!-->', '<![CDATA[', ']]>', '<?', '<!doctype html>', '<!--[if mso]>', '<![endif]-->'],
  ...['<img src=x onerror=y>', 'onclick=x', ' onload=y', ' href=', 'href="javascript:x"', ' style="', ' =javascript:x'],
  ...['<body>', '</body>', '<head>', '</head>', '<html>', '</p>', '<b>', '</b>', '<annotation-xml>', '<foreignObject>'],
]
