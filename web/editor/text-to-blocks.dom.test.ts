import { expect, test } from 'vitest'
import { parseRichText } from '#domain/builder/rich-text.ts'
import { blocksOf } from './text-to-blocks.ts'

const blocks = (content: string) => {
  let id = 0
  return blocksOf(content, () => `b${(id += 1)}`)
}

test.each([
  ['plain text', 'Dear {firstName|reader},\n\nnews.', 'Dear {firstName|reader},\n\nnews.'],
  ['formatting', 'Dear <b>{firstName}</b>', 'Dear <b>{firstName}</b>'],
  ['a format', '{Due|date:long}', '{Due|date:long}'],
  ['a condition', '{#if City is "Cork"}Cork{#else}Others{/if}', '{#if City is "Cork"}Cork{#else}Others{/if}'],
  ['a heading', '<h1>News</h1>\n\nText', '<b>News</b>\n\nText'],
  ['characters', 'a < b & c', 'a < b & c'],
])('the conversion to blocks turns %s into one text block', (_, content, text) => {
  expect(blocks(content)).toMatchObject([{ id: 'b1', type: 'text' }])
  expect(parseRichText(blocks(content)[0]?.content ?? '')).toEqual(parseRichText(text))
})

test('the conversion to blocks keeps lists', () => {
  expect(parseRichText(blocks('<ul><li>One</li><li>Two</li></ul>')[0]?.content ?? '')).toMatchObject([
    { kind: 'list', items: [{}, {}] },
  ])
})

const CAT = '<img src="https://example.com/a.png" alt="A cat" width="80">'
const shape = (content: string) =>
  blocks(content).map(({ type, content: own, condition }) => [
    type,
    type === 'image' ? '' : own,
    ...(condition ? [condition] : []),
  ])

test('the conversion to blocks keeps the place, text, link and width of a picture', () => {
  expect(blocks(`Look: <a href="https://example.com/">${CAT}</a> there`)).toMatchObject([
    { type: 'text', content: 'Look:' },
    {
      type: 'image',
      content: 'https://example.com/a.png',
      alt: 'A cat',
      link: 'https://example.com/',
      styles: { width: '80px' },
    },
    { type: 'text', content: 'there' },
  ])
  const [plain] = blocks('<img src="https://example.com/a.png" alt="">')
  expect(plain?.styles.width).toBe('100%')
  expect(plain).not.toHaveProperty('link')
})

test.each([
  [
    'at the start and the end',
    `${CAT}\n\nHello\n\n${CAT}`,
    [
      ['image', ''],
      ['text', 'Hello'],
      ['image', ''],
    ],
  ],
  [
    'beside each other',
    `A ${CAT} ${CAT}`,
    [
      ['text', 'A'],
      ['image', ''],
      ['image', ''],
    ],
  ],
  [
    'in a condition',
    `A {#if City is "Cork"}b ${CAT} c{#else}d{/if} e`,
    [
      ['text', 'A {#if City is "Cork"}b{/if}'],
      ['image', '', 'City is "Cork"'],
      ['text', '{#if City is "Cork"}c{#else}d{/if} e'],
    ],
  ],
  [
    'in an else',
    `{#if City is "Cork"}a{#else}${CAT}{/if} e`,
    [
      ['text', '{#if City is "Cork"}a{#else}{/if}'],
      ['image', '', 'not (City is "Cork")'],
      ['text', 'e'],
    ],
  ],
  [
    'alone in conditions',
    `{#if City is "Cork"}{#if tag has "VIP"}${CAT}{/if}{/if}`,
    [['image', '', 'City is "Cork" and tag has "VIP"']],
  ],
])('the conversion to blocks turns pictures %s into image blocks', (_, content, expected) => {
  expect(shape(content)).toEqual(expected)
})

test('the conversion to blocks divides a list at a picture in it', () => {
  const [before, picture, after] = blocks(`<ul><li>One ${CAT}</li><li>Two</li></ul>`)
  expect(parseRichText(before?.content ?? '')).toMatchObject([{ kind: 'list', items: [{}] }])
  expect(picture?.type).toBe('image')
  expect(parseRichText(after?.content ?? '')).toMatchObject([{ kind: 'list', items: [{}] }])
})

test('the conversion to blocks returns no blocks for empty text', () => {
  expect(blocks(' \n ')).toEqual([])
})
