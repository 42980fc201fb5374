import fc from 'fast-check'
import { parse, type DefaultTreeAdapterTypes as T } from 'parse5'
import { describe, expect, it } from 'vitest'
import { readForAllClients, readHtml, textOf, type Token } from './html-tokenizer.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

const shortly = (tokens: Token[]) =>
  tokens.map((token) => {
    if (token.kind === 'text') return `${token.isUnfinished ? '…' : ''}${token.source}`
    if (token.kind === 'comment') return `!${token.source}`
    return token.kind === 'close' ? `/${token.name}` : `${token.name} ${JSON.stringify([...token.attributes])}`
  })

/** Fragments of every HTML construct. */
const PIECES = [
  ...[
    '<',
    '>',
    '/',
    '</',
    '</>',
    '<a',
    '<b ',
    '</a',
    'a',
    ' x=',
    ' href=',
    '"',
    "'",
    '=',
    ' ',
    '\r\n',
    '\0',
    '😀',
    '\uD800',
  ],
  ...['<!--', '-->', '--!>', '-', '<!', '<?', '<!doctype', '<![CDATA[', '&amp;', '&copy', '&#65'],
  ...['<style>', '</style>', '<title>', '</title/', '<script>', '</script>', '<!--<script>', '<plaintext>'],
  ...['<!--[if mso]>', '<![endif]-->', '<!--[if !mso]><!-->'],
]
const anything = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(''))

describe('the HTML parser', () => {
  it.each<[string, string[]]>([
    ['a</>b<A HREF = "x&amp;y" c=d e>', ['a', '!</>', 'b', 'a [["href","x&y"],["c","d"],["e",""]]']],
    ['I <3 you, a < b', ['I <3 you, a < b']],
    ['<style>a<b></style >x', ['style []', 'a<b>', '/style', 'x']],
    ['<script><!--<script></script>--></script>x', ['script []', '<!--<script></script>-->', '/script', 'x']],
    ['<![CDATA[><b>]]>', ['!<![CDATA[>', 'b []', ']]>']],
    ['<!--a--!><b>', ['!<!--a--!>', 'b []']],
    ['x<b title="', ['x', '…<b title="']],
    ['x<!--b', ['x', '!<!--b']],
    ['<constructor>a<b>', ['constructor []', 'a', 'b []']],
  ])('splits %s as browsers do', (html, tokens) => {
    expect(shortly(readHtml(html))).toEqual(tokens)
  })

  it('returns the position of every token, also in conditional comments', () => {
    fc.assert(
      fc.property(anything, (html) => {
        for (const tokens of [readHtml(html), readForAllClients(html)]) {
          expect(tokens.map(({ source }) => source).join('')).toBe(html)
          for (const token of tokens) {
            expect(html.slice(token.start, token.start + token.source.length)).toBe(token.source)
            if (token.kind !== 'open') continue
            for (const [name, { start, end }] of token.places) {
              expect(html.slice(start, end).toLowerCase().replaceAll('\0', '\uFFFD').startsWith(name)).toBe(true)
              expect(end).toBeLessThanOrEqual(token.start + token.source.length)
            }
          }
        }
      }),
      { numRuns: runsOf(2_000) },
    )
  })

  it('reads the text of a page as a browser does', () => {
    fc.assert(
      fc.property(anything, (html) => {
        // A tree moves these elsewhere.
        fc.pre(!/<(?:title|style|script|plaintext)|<!doctype|\0|\r/i.test(html))
        const page = `<!doctype html><body>x${html}`
        const words = readHtml(page).map((token) => (token.kind === 'text' ? textOf(token) : ''))
        expect(words.join('')).toBe(textIn(parse(page)))
      }),
      { numRuns: runsOf(2_000) },
    )
  })

  it('reads conditional comments as Outlook does, and no other comments', () => {
    const names = (html: string) =>
      readForAllClients(html).flatMap((token) => (token.kind === 'open' ? [token.name] : []))
    expect(names('<!--[if gte mso 9]><v:rect href="x"><![endif]--><p>')).toEqual(['v:rect', 'p'])
    expect(names('<!--[if !mso]><!--><a><!--<![endif]-->')).toEqual(['a'])
    expect(names('<!-- [if mso]><b> --><!--<i>--><!--[if mso]><u>')).toEqual([])
  })
})

function textIn(node: T.Node): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textIn).join('') : ''
}
