import { expect, it } from 'vitest'
import { documentOf, element } from '../builder/testing/documents.ts'
import { templatePreview } from './template-preview.ts'

it.each([
  ['Hello <b>{firstName}</b>, welcome', 'Hello {firstName}, welcome'],
  ['Hel<b>lo</b> there', 'Hello there'],
  ['<h1>News</h1><p>of\n\nthe  week</p>', 'News of the week'],
  ['one<br>two<br />three<img src="https://shop.example/a.png" alt="a > b">four', 'one two three four'],
  ['I <3 you and 5 > 4 is so', 'I <3 you and 5 > 4 is so'],
  ['Tom &amp; Jerry &lt;b>', 'Tom & Jerry <b>'],
  ['<!-- not said -->said', 'said'],
  ['', ''],
])('the text preview of the template %j contains no tags, and reads as the email does', (content, preview) => {
  expect(templatePreview(content)).toBe(preview)
})

it('the text preview of a template from the builder keeps < and > that the text contains', () => {
  const document = documentOf([element('text', { content: 'Prices &lt; 10 and &gt; 5 today' })])
  expect(templatePreview('unread', document)).toBe('Prices < 10 and > 5 today')
})

it('the text preview of a template has at most 100 characters, and cuts none of them in two', () => {
  expect(templatePreview('a'.repeat(100))).toBe('a'.repeat(100))
  expect(templatePreview(`${'a'.repeat(99)}🎉 and more`)).toBe(`${'a'.repeat(99)}🎉`)
  expect(templatePreview('🎉'.repeat(300))).toBe('🎉'.repeat(100))
})
