// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { expandToWholeTags } from './whole-tags.ts'

test.each([
  [4, 13, '{firstName}'],
  [0, 5, 'Hi {firstName}'],
  [6, 6, '{firstName}'],
  [0, 3, 'Hi '],
  [14, 15, '!'],
])('extends the range %i to %i in a text with a merge tag to %j', (start, end, taken) => {
  document.body.innerHTML = '<p>Hi {firstName}!</p>'
  const text = document.querySelector('p')?.firstChild
  if (!text) throw new Error('There is no text')
  const range = document.createRange()
  range.setStart(text, start)
  range.setEnd(text, end)
  expandToWholeTags(range)
  expect(range.toString()).toBe(taken)
})
