import { expect, test } from 'vitest'
import { scaleOf, sizeOf, stepped } from './size-values.ts'

test.each([
  ['16px', { amount: 16, unit: 'px' }],
  [' 1.5 ', { amount: 1.5, unit: '' }],
  ['100%', { amount: 100, unit: '%' }],
  ['10px 20px', null],
  ['auto', null],
  ['', null],
])('a size field in the builder reads %j', (text, size) => {
  expect(sizeOf(text)).toEqual(size)
})

test.each([
  ['fontSize', '16px', 1, '17px'],
  ['fontSize', '72px', 1, '72px'],
  ['fontSize', '15.5px', -1, '15px'],
  ['lineHeight', '1.5', 1, '1.6'],
  ['width', '100%', -5, '95%'],
  ['padding', '0', -1, '0'],
  ['gap', '1.2em', 2, '1.4em'],
])('a size field in the builder changes %s of %s by %d to %s', (property, text, steps, next) => {
  const size = sizeOf(text)
  expect(size && stepped(size, steps, scaleOf(property, size))).toBe(next)
})
