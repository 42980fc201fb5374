// @vitest-environment jsdom
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
])('%s becomes one text block', (_, content, text) => {
  expect(blocks(content)).toMatchObject([{ id: 'b1', type: 'text' }])
  expect(parseRichText(blocks(content)[0]?.content ?? '')).toEqual(parseRichText(text))
})

test('lists stay lists', () => {
  expect(parseRichText(blocks('<ul><li>One</li><li>Two</li></ul>')[0]?.content ?? '')).toMatchObject([
    { kind: 'list', items: [{}, {}] },
  ])
})

test('pictures follow as blocks of their own, and nothing is lost', () => {
  expect(blocks('Look: <img src="https://example.com/a.png" alt="A cat"> there')).toMatchObject([
    { type: 'text', content: expect.stringMatching(/^Look: +there$/) },
    { type: 'image', content: 'https://example.com/a.png', alt: 'A cat' },
  ])
  expect(blocks('<img src="https://example.com/a.png" alt="">')).toHaveLength(1)
})

test('empty text has no blocks', () => {
  expect(blocks(' \n ')).toEqual([])
})
