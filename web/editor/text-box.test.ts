import { describe, expect, test } from 'vitest'
import {
  insertCondition,
  insertImage,
  insertLink,
  insertText,
  tagAtCaret,
  toggleTag,
  type TextEdit,
} from './text-box.ts'

/** Parses a text in which [ and ] mark the selection, or | the caret. */
function edit(drawn: string): TextEdit {
  const start = drawn.search(/[[|]/)
  const text = drawn.replace(/[[|]/, '')
  const end = text.indexOf(']')
  return end === -1 ? { text, start, end: start } : { text: text.replace(']', ''), start, end }
}

function marked({ text, start, end }: TextEdit): string {
  if (start === end) return `${text.slice(0, start)}|${text.slice(start)}`
  return `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`
}

describe('a condition in the plain text box', () => {
  test.each([
    ['is written at the caret', 'News|', false, 'News{#if City is "Cork"}|{/if}'],
    ['is written at the caret, with an else', 'News|', true, 'News{#if City is "Cork"}|{#else}{/if}'],
    ['goes around the selection', 'News[ for Cork]!', false, 'News{#if City is "Cork"} for Cork{/if}|!'],
    ['asks for the words of the others', 'News[ for Cork]!', true, 'News{#if City is "Cork"} for Cork{#else}|{/if}!'],
    ['keeps a merge tag whole', 'For {[firstName]}', false, 'For {#if City is "Cork"}{firstName}{/if}|'],
  ])('%s', (_, before, hasElse, after) => {
    expect(marked(insertCondition(edit(before), 'City is "Cork"', hasElse))).toBe(after)
  })
})

describe('the formatting buttons of the plain text box', () => {
  test.each([
    ['wraps', 'on [Thursday].', 'on <b>[Thursday]</b>.'],
    ['keeps outer white space outside', 'on[ Thursday ]!', 'on <b>[Thursday]</b> !'],
    ['removes the tag again', 'on <b>[Thursday]</b>.', 'on [Thursday].'],
    ['removes it when it is selected too', 'on [<b>Thursday</b>].', 'on [Thursday].'],
    ['puts the caret between the tags when nothing is selected', 'on |.', 'on <b>|</b>.'],
    ['includes a merge tag whole', 'Hi {[firstName]}', 'Hi <b>[{firstName}]</b>'],
    ['includes the merge tag around the caret', 'Hi {first|Name}', 'Hi <b>[{firstName}]</b>'],
    ['removes empty tags again', 'on <b>|</b>.', 'on |.'],
  ])('edit the text correctly: %s', (_, before, after) => {
    expect(marked(toggleTag(edit(before), 'b'))).toBe(after)
  })
})

test.each([
  ['For {first|Name|x}!', '[{firstName|x}]', '[{firstName|x}]'],
  ['For |{firstName}!', '[{firstName}]', null],
  ['For {firstName}|!', '[{firstName}]', null],
  ['For {firstName}!|', null, null],
  ['For [{firstName}]!', null, null],
  ['For {#if A is "|1"}x{/if}', null, null],
])('the plain text box finds the merge tag at the caret of %s', (before, touched, inside) => {
  const at = edit(before)
  const found = [tagAtCaret(at, false), tagAtCaret(at, true)]
  expect(found.map((each) => each && `[${each.text.slice(each.start, each.end)}]`)).toEqual([touched, inside])
})

test('the personalization buttons of the plain text box replace the selection with their tag', () => {
  expect(marked(insertText(edit('Dear [Sir],'), '{firstName}'))).toBe('Dear {firstName}|,')
})

describe('the link button of the plain text box', () => {
  test('wraps the selection', () => {
    expect(marked(insertLink(edit('see [our page].'), 'https://x.test'))).toBe(
      'see <a href="https://x.test">[our page]</a>.',
    )
  })

  test('uses its address as text when nothing is selected', () => {
    expect(insertLink(edit('see |.'), 'https://x.test').text).toBe('see <a href="https://x.test">https://x.test</a>.')
  })
})

test('the image button of the plain text box inserts at the caret, with the alternative text safely quoted', () => {
  const made = insertImage({ text: 'See:  .', start: 5, end: 5 }, 'https://x.test/a?b=1&c=2', 'the "front" door')
  expect(made.text).toBe('See: <img src="https://x.test/a?b=1&amp;c=2" alt="the &quot;front&quot; door"> .')
  expect(made.start).toBe(made.text.length - 2)
})
