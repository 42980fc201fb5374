import { Editor } from '@tiptap/core'
import * as fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { renderRichText } from '#domain/builder/render-rich-text.ts'
import { renderSimpleText } from '#domain/content/simple-text.ts'
import { extensionsOf } from './editor-extensions.ts'
import { storedText } from './serialize-content.ts'
import { htmlOf, type TextKind } from './stored-html.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

let editor: Editor | null = null
afterEach(() => editor?.destroy())

/** Returns what the editor would store for HTML in its box. */
function stored(html: string, kind: TextKind): string {
  editor?.destroy()
  const extensions = extensionsOf(kind, {
    placeholder: '',
    fields: () => [],
    onList: () => undefined,
    onEdit: () => undefined,
    onPicture: () => undefined,
  })
  editor = new Editor({ extensions, content: html, parseOptions: { preserveWhitespace: true } })
  return storedText(editor.state.doc, kind)
}

const simple = (text: string) => stored(htmlOf(text, 'simple'), 'simple')
const block = (text: string) => stored(htmlOf(text, 'block'), 'block')

const BLOCKS = /^(?:P|H\d|UL|OL|LI|BLOCKQUOTE)$/

/** Returns what a reader sees: each run of text with its blocks and its marks, in whatever order they are nested. */
function looks(html: string): string[] {
  const box = document.createElement('div')
  box.innerHTML = html
  // Empty paragraphs at the ends are not stored.
  const written = (name: string) =>
    [...box.querySelectorAll(name)].filter(({ textContent }) => (textContent ?? '').trim() !== '')
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_ALL)
  const runs: { text: string; look: string }[] = []
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    const text = node.nodeName === 'BR' ? '\n' : (node.nodeValue ?? '').replaceAll('\u00A0', ' ')
    if (text === '') continue
    const blocks: string[] = []
    const marks = new Set<string>()
    for (let at = node.parentElement; at && at !== box; at = at.parentElement) {
      const name = at.localName.replace('strong', 'b').replace('em', 'i')
      const style = at.getAttribute('style') ?? at.getAttribute('href') ?? ''
      if (BLOCKS.test(at.tagName)) blocks.unshift(`${name}${written(name).indexOf(at)}${style}`)
      else marks.add(`${name}${style}`)
    }
    const look = [...blocks, ...(text.trim() === '' ? [] : [...marks].toSorted())].join(' ')
    const last = runs.at(-1)
    if (last?.look === look) last.text += text
    else runs.push({ text, look })
  }
  return runs.map(({ text, look }) => `${look}: ${text.trim()}`).filter((line) => !line.endsWith(': '))
}

describe('a stored text in the text editor is opened and stored again', () => {
  test.each([
    ['plain text', 'Hello {firstName|there},\n\nhow are you?\nBye'],
    ['comparisons and ampersands', 'a < b & c > d, R&D'],
    ['text that would be markup', '&lt;b>no&lt;/b> &amp;amp;'],
    ['runs of spaces', 'a   b'],
    ['marks', '<b>a</b> <i>b</i> <u>c</u> <s>d</s>'],
    ['color and size', '<span style="color:#ff0000;font-size:20px">a</span>'],
    ['links with merge tags', '<a href="https://x.test/{id|a b}?a=1&b=2">{name}</a>'],
    ['headings, alignment and direction', '<h2 style="text-align:center">A</h2>\n\n<p dir="rtl">b</p>'],
    ['lists', '<ul>\n<li>a\n<ol>\n<li>b</li>\n</ol></li>\n<li>c</li>\n</ul>'],
    ['quotes', '<blockquote>\na\n\nb\n</blockquote>'],
    ['images', 'a <img src="https://x.test/y.png" alt="A &quot;b&quot;" width="20"> b'],
    ['attached images', '<img src="cid:a b.png" alt="">'],
    ['empty paragraphs', 'a\n\n&nbsp;\n\nb'],
    ['two line breaks', 'a\n<br>b'],
    ['no-break spaces', '10&nbsp;€'],
  ])('unchanged, in an email: %s', (_, text) => {
    expect(simple(text)).toBe(text)
  })

  test.each([
    ['plain text', 'Hello {firstName}!\n\nWelcome.\nBye'],
    ['additional blank lines', 'a\n\n\nb'],
    ['marks', '<b>a</b><span style="color:#ff0000">b</span>'],
    ['merge tags with a reference', '{R&D} {a|b &amp;amp; c}'],
    ['lists and alignment', '<ul>\n<li>a</li>\n</ul>\n\n<p style="text-align:right">b</p>'],
    ['links in their own color', '<a href="https://x.test"><span style="color:#ff0000">a</span></a>'],
  ])('unchanged, in a builder block: %s', (_, text) => {
    const again = block(text)
    expect(renderRichText(again, LOOK)).toBe(renderRichText(text, LOOK))
    expect(block(again)).toBe(again)
  })

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
    '<span style="color:red">red</span>',
    '<span style="font-size:20px">large</span>',
    '<a href="https://example.com/?a=1&b=2">link</a>',
    '<a href="{url}">their link</a>',
    '<a href="#top">no link</a>',
    '<ul><li>one</li><li>two</li></ul>',
    '<ol>\n<li>one\nmore</li>\n</ol>',
    '<h2>Heading</h2>',
    '<p style="text-align:center">centered</p>',
    '<blockquote>quoted</blockquote>',
    '<br>',
    '<table>',
    'a < b && c > d',
    '&amp;lt;',
    '&copy;',
    '{unknown}',
  ]

  test('with the same look after an edit, whatever an API client stored', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }), (pieces) => {
        const shown = renderSimpleText(pieces.join(''))
        expect(looks(renderSimpleText(simple(pieces.join(''))))).toEqual(looks(shown))
      }),
      { numRuns: runsOf(150) },
    )
  })
})

const LOOK = { linkColor: '#0000ff', gap: 16 }

describe('text that is typed in the text editor is stored', () => {
  test.each([
    ['a paragraph a line', '<p>Hello</p><p>World</p>', 'Hello\n\nWorld'],
    ['text before a chip at the start of a line', '<p>Dear <span data-merge-tag="{x}">x</span></p>', 'Dear {x}'],
    ['a chip with exactly its source', '<p><span data-merge-tag="{First Name|Sir}">y</span></p>', '{First Name|Sir}'],
    ['no chip of something else', '<p><span data-merge-tag="<b>">y</span></p>', 'y'],
    ['a chip in bold', '<p><b>Hi <span data-merge-tag="{x}">x</span></b></p>', '<b>Hi {x}</b>'],
    ['nothing for empty paragraphs', '<p></p><p>&nbsp;</p>', ''],
    ['Hebrew and Arabic with their direction', '<p>שלום {x}</p>', '<p dir="rtl">שלום {x}</p>'],
    ['no harmful link', '<p><a href="javascript:alert(1)">a</a></p>', 'a'],
    ['no picture that is still on its way', '<p>a<img src="blob:x">b</p>', 'ab'],
    ['no other styles', '<p style="position:fixed"><span style="font-family:x">a</span></p>', 'a'],
  ])('in the form of Simple Text: %s', (_, html, text) => {
    expect(stored(html, 'simple')).toBe(text)
  })

  test('with lists, size and alignment, but no headings or pictures, in a builder block', () => {
    expect(
      stored(
        '<h2>a</h2><ul><li>b</li></ul><p style="text-align:center">c</p><p><img src="https://x.test/a.png"></p>',
        'block',
      ),
    ).toBe('a\n\n<ul>\n<li>b</li>\n</ul>\n\n<p style="text-align:center">c</p>')
  })
})
