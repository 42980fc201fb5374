import fc from 'fast-check'
import { parse, type DefaultTreeAdapterTypes as T } from 'parse5'
import { describe, expect, it } from 'vitest'
import { cleanHtml } from './html-sanitizer.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

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
  ])('stays unchanged when it is harmless: %s', (html) => {
    expect(cleanHtml(html)).toBe(html)
  })

  it.each([
    [
      'keeps broken markup around it unchanged',
      '<td><p>a<script>x</script><p CLASS=b>c</b>',
      '<td><p>a<p CLASS=b>c</b>',
    ],
    [
      'rewrites a tag after removing an attribute',
      '<A ID=a onclick=x TITLE=\'"{n|b}"\'>c',
      '<a id="a" title="&quot;{n|b}&quot;">c',
    ],
    [
      'does not let text on both sides form a tag',
      '<<script></script>img src=x onerror=alert(1)>',
      '&lt;img src=x onerror=alert(1)>',
    ],
    ['does not let an attribute take the value of another', '<a href onclick=1 =javascript:x>y', '<a href="">y'],
    ['ends comments where browsers end them', '<![CDATA[><img src=x onerror=y>]]>', '<![CDATA[><img src="x">]]>'],
    ['drops a tag without an end, which would swallow the footer', 'a<img src=x onerror=y ', 'a'],
    ['escapes half a tag at the end', 'a </', 'a &lt;/'],
    ['drops a comment without an end', 'a<!-- b', 'a'],
    ['drops a style sheet without an end', 'a<style>b', 'a'],
    ['sees through comments in styles', '<p style="width:ex/* */pression/*(*/(1)">a</p>', '<p>a</p>'],
    ['checks conditional comments too', '<!--[if mso]><a href="javascript:x">y</a><![endif]-->z', 'z'],
  ])('removes what is dangerous and %s', (_, html, left) => {
    expect(cleanHtml(html)).toBe(left)
  })

  it('runs nothing in a browser and does not change when cleaned again, whatever it contains', () => {
    const anything = fc.array(fc.constantFrom(...PIECES), { maxLength: 16 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(anything, (html) => {
        const clean = cleanHtml(html)
        expect(cleanHtml(clean)).toBe(clean)
        expect(dangersIn(parse(`${clean}<p onadded>`, { scriptingEnabled: false }))).toEqual(['onadded'])
        expect(dangersIn(parse(`${clean}<p onadded>`))).toEqual(['onadded'])
      }),
      { numRuns: runsOf(5_000) },
    )
  })
})

/** The dangerous elements and attributes in a page. */
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
            name.startsWith('on') || (/^(?:href|src|action)$/.test(name) && /^\s*javascript:/i.test(value))
              ? [name]
              : [],
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
