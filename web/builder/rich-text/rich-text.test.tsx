// @vitest-environment jsdom
import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { formatRichText } from '#domain/builder/rich-text.ts'
import { draw, readLines, selectIn, selectionIn } from './dom.ts'
import { createEditor } from './editor.ts'
import {
  contentOf,
  hasMark,
  linesOf,
  linkSpan,
  mark,
  replace,
  replaceLines,
  tagAt,
  tagSpans,
  textOf,
  type Lines,
} from './model.ts'
import { parseClipboard } from './pasted.ts'

const text = fc
  .array(
    fc.constantFrom('a', 'Dear ', ' ', '  ', 'ß', '🙂', '{firstName}', '{City|your town}', '<b>', '&amp;', '{', '}'),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(''))
const run = fc.record(
  {
    text,
    bold: fc.constant(true as const),
    italic: fc.constant(true as const),
    underline: fc.constant(true as const),
    strike: fc.constant(true as const),
    color: fc.constantFrom('#ff0000', '#00aa00'),
    link: fc.constantFrom('https://example.com/?a=1&b=2', 'mailto:me@example.com'),
  },
  { requiredKeys: ['text'] },
)
/** Valid rich text: the domain parses it unchanged. */
const lines = fc
  .array(fc.array(run, { maxLength: 4 }), { maxLength: 5 })
  .map((given) => linesOf(formatRichText([given])))

let box: HTMLElement
beforeEach(() => {
  box = document.createElement('div')
  document.body.replaceChildren(box)
})

describe('rich text in an element', () => {
  it('reads back whatever it renders', () => {
    fc.assert(
      fc.property(lines, (given) => {
        draw(box, given)
        expect(readLines(box)).toEqual(given)
      }),
      { numRuns: 100 },
    )
  })

  it('restores every caret position', () => {
    fc.assert(
      fc.property(lines, fc.nat(), (given, place) => {
        draw(box, given)
        const at = place % (textOf(given).length + 1)
        fc.pre(!tagSpans(given).some(({ start, end }) => at > start && at < end))
        selectIn(box, { start: at, end: at })
        expect(selectionIn(box)).toEqual({ start: at, end: at })
      }),
      { numRuns: 150 },
    )
  })

  it.each([
    ['<div>one</div><div>two</div>', 'one\ntwo'],
    ['one<div>two</div>', 'one\ntwo'],
    ['<div>one</div><div><br></div><div>two</div>', 'one\n\ntwo'],
    ['<div>one<br>two</div>', 'one\ntwo'],
    ['<div>one<br></div>', 'one'],
    ['<div><div>one</div><div>two</div></div>', 'one\ntwo'],
    ['<p>one</p>\u200b<p>two</p>'.replace('\u200b', ''), 'one\ntwo'],
    ['<div><strong>a</strong><em>b</em></div>', '<b>a</b><i>b</i>'],
    ['<div>a&nbsp;b</div>', 'a b'],
    ['<div>1 &lt; 2</div>', '1 &lt; 2'],
  ])('%s is %j', (html, content) => {
    box.innerHTML = html
    expect(contentOf(readLines(box))).toBe(content)
  })

  it('never turns text into markup', () => {
    draw(box, linesOf('&lt;img src=x onerror=alert(1)>{a|&lt;b>}'))
    expect(box.querySelector('img, b')).toBeNull()
  })
})

describe('edit commands', () => {
  const of = (content: string) => linesOf(content)

  it('mark and unmark the selection', () => {
    const bold = mark(of('Dear friend'), { start: 5, end: 11 }, { bold: true })
    expect(contentOf(bold)).toBe('Dear <b>friend</b>')
    expect(hasMark(bold, { start: 5, end: 11 }, 'bold')).toBe(true)
    expect(hasMark(bold, { start: 4, end: 11 }, 'bold')).toBe(false)
    expect(contentOf(mark(bold, { start: 0, end: 11 }, { bold: undefined }))).toBe('Dear friend')
  })

  it('mark over several lines', () => {
    expect(contentOf(mark(of('one\ntwo'), { start: 1, end: 5 }, { italic: true }))).toBe('o<i>ne</i>\n<i>t</i>wo')
  })

  it.each([
    [4, 13, 'Hi <b>{firstName}</b>!'],
    [0, 4, '<b>Hi {firstName}</b>!'],
    [9, 15, 'Hi <b>{firstName}!</b>'],
    [0, 3, '<b>Hi </b>{firstName}!'],
  ])('mark a merge tag as a whole: %i to %i', (start, end, content) => {
    expect(contentOf(mark(of('Hi {firstName}!'), { start, end }, { bold: true }))).toBe(content)
  })

  it('type with the marks of the preceding text, but not its link', () => {
    expect(contentOf(replace(of('<b>a</b>'), { start: 1, end: 1 }, 'b').lines)).toBe('<b>ab</b>')
    const linked = of('<a href="https://example.com">here</a>')
    expect(contentOf(replace(linked, { start: 4, end: 4 }, ' now').lines)).toBe(
      '<a href="https://example.com">here</a> now',
    )
  })

  it('replace across lines and return the caret', () => {
    const { lines: next, caret } = replace(of('one\ntwo\nthree'), { start: 2, end: 9 }, 'X')
    expect([contentOf(next), caret]).toEqual(['onXhree', 3])
  })

  it('insert any text at any position', () => {
    fc.assert(
      fc.property(lines, fc.nat(), fc.nat(), fc.constantFrom('', 'x', 'a\nb', '{email}'), (given, from, to, put) => {
        const whole = textOf(given)
        const [start = 0, end = 0] = [from % (whole.length + 1), to % (whole.length + 1)].toSorted((x, y) => x - y)
        const { lines: next, caret } = replace(given, { start, end }, put)
        expect(textOf(next)).toBe(whole.slice(0, start) + put + whole.slice(end))
        expect(caret).toBe(start + put.length)
      }),
      { numRuns: 300 },
    )
  })

  it('know the extent of the link and merge tag at the caret', () => {
    const given = of('Go <a href="https://example.com">t<b>her</b>e</a>, {firstName|you}!')
    expect(linkSpan(given, 5)).toEqual({ start: 3, end: 8 })
    expect(linkSpan(given, 1)).toBeNull()
    expect(tagAt(given, { start: 10, end: 10 })).toEqual({ start: 10, end: 25 })
    expect(tagAt(given, { start: 9, end: 9 })).toBeNull()
  })
})

describe('the editor', () => {
  function edit(content: string) {
    const said: string[] = []
    box.contentEditable = 'true'
    box.tabIndex = 0
    const editor = createEditor(box, (next) => said.push(next))
    editor.show(content)
    editor.listen()
    const select = (start: number, end: number) => {
      box.focus()
      selectIn(box, { start, end })
      document.dispatchEvent(new Event('selectionchange'))
    }
    return { editor, select, said }
  }

  it('links the selection, and changes and removes the link at the caret', () => {
    const { editor, select, said } = edit('See our site')
    select(8, 12)
    editor.link('https://example.com/')
    expect(said.at(-1)).toBe('See our <a href="https://example.com/">site</a>')
    select(10, 10)
    expect(editor.look().link).toBe('https://example.com/')
    editor.link('https://example.org/')
    expect(said.at(-1)).toBe('See our <a href="https://example.org/">site</a>')
    editor.link(null)
    expect(said.at(-1)).toBe('See our site')
  })

  it('inserts the address when nothing is selected', () => {
    const { editor, select, said } = edit('Write to ')
    select(9, 9)
    editor.link('mailto:me@example.com')
    expect(said.at(-1)).toBe('Write to <a href="mailto:me@example.com">me@example.com</a>')
  })

  it('shows merge tags as chips, and replaces the clicked one', () => {
    const { editor, said } = edit('Hi {firstName} and {lastName}')
    const chips = box.querySelectorAll('[data-tag]')
    expect([...chips].map((chip) => chip.textContent)).toEqual(['firstName', 'lastName'])
    const span = chips[1] && editor.tagOf(chips[1])
    expect(span).toEqual({ start: 19, end: 29 })
    if (span) editor.replace(span, '{lastName|friend}')
    expect(said.at(-1)).toBe('Hi {firstName} and {lastName|friend}')
    expect(box.textContent).toBe('Hi firstName and lastName or friend')
  })

  it('applies a pending mark to the next typed text', () => {
    const { editor, select, said } = edit('Hi ')
    select(3, 3)
    editor.toggle('bold')
    expect(editor.look().on.bold).toBe(true)
    const typed = new InputEvent('beforeinput', { inputType: 'insertText', data: 'you', cancelable: true })
    box.dispatchEvent(typed)
    expect(typed.defaultPrevented).toBe(true)
    expect(said.at(-1)).toBe('Hi <b>you</b>')
  })

  it('applies a pending mark to the next IME input', () => {
    const { editor, select, said } = edit('Hi ')
    select(3, 3)
    editor.toggle('bold')
    for (const word of ['你', '你好']) {
      const composed = { inputType: 'insertCompositionText', data: word }
      box.dispatchEvent(new InputEvent('beforeinput', composed))
      const [line] = box.children
      if (line) line.textContent = `Hi ${word}`
      select(3 + word.length, 3 + word.length)
      box.dispatchEvent(new InputEvent('input', composed))
      expect(editor.look().on.bold).toBe(true)
    }
    box.dispatchEvent(new CompositionEvent('compositionend', { data: '你好' }))
    expect(said.at(-1)).toBe('Hi <b>你好</b>')
    expect(selectionIn(box)).toEqual({ start: 5, end: 5 })
  })

  it('blocks the browser’s own undo', () => {
    edit('Hi')
    const undo = new InputEvent('beforeinput', { inputType: 'historyUndo', cancelable: true })
    box.dispatchEvent(undo)
    expect(undo.defaultPrevented).toBe(true)
  })
})

describe('a paste', () => {
  const pasted = (parts: Record<string, string>): Lines =>
    parseClipboard({ getData: (type: string) => parts[type] ?? '' } as unknown as DataTransfer)

  it.each([
    ['<p>One <b>two</b></p>\n  <p>three</p>', 'One <b>two</b>\n\nthree'],
    ['<a href="https://example.com">here</a>', '<a href="https://example.com">here</a>'],
    ['<a href="javascript:alert(1)">here</a>', 'here'],
    ['<style>p{}</style><script>1</script>kept', 'kept'],
    ['<span style="position:fixed">a\n  b</span>', 'a b'],
    ['<ul>\n<li>one</li>\n<li>two</li>\n</ul>', 'one\ntwo'],
    [
      '<b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:400">plain </span>' +
        '<span style="font-weight:700;font-style:italic;text-decoration:none">both</span></p></b>',
      'plain <b><i>both</i></b>',
    ],
    [
      '<span style="text-decoration:underline line-through">a</span><u style="text-decoration:none">b</u>',
      '<u><s>a</s></u>b',
    ],
    ['<p style="font-weight:bold">all of <em style="font-style:normal">it</em></p>', '<b>all of it</b>'],
    ['<table><tr><td>A</td>\n<td>B</td></tr>\n<tr><td><p>C</p></td><td>D</td></tr></table>', 'A B\nC D'],
  ])('of %j results in %j', (html, content) => {
    expect(contentOf(pasted({ 'text/html': html, 'text/plain': 'not this' }))).toBe(content)
  })

  it('of plain text stays text', () => {
    const given = pasted({ 'text/plain': '1 < 2\r\nand <b>' })
    expect(contentOf(replaceLines([[]], { start: 0, end: 0 }, given).lines)).toBe('1 &lt; 2\nand &lt;b>')
  })
})
