import { describe, expect, it } from 'vitest'
import { changesBetween, countText, shortened } from './audit.ts'

describe('the entry of the activity log about a change', () => {
  it.each([
    ['no field that stayed the same', { a: 1 }, { a: 1 }, []],
    ['a value that was set', { a: null }, { a: 'x' }, [{ field: 'a', from: null, to: 'x' }]],
    ['a value that was cleared', { a: true }, {}, [{ field: 'a', from: 'true', to: null }]],
    ['a time', {}, { a: new Date(0) }, [{ field: 'a', from: null, to: '1970-01-01T00:00:00.000Z' }]],
    ['an object', { a: { b: 1 } }, { a: { b: 2 } }, [{ field: 'a', from: '{"b":1}', to: '{"b":2}' }]],
    ['no field outside the list of fields to log', { secret: 'x' }, { secret: 'y' }, []],
  ])('shows %s', (_, before: object, after: object, changes) => {
    expect(changesBetween<{ a?: unknown }>(before, after, ['a'])).toEqual(changes)
  })
})

it.each([
  ['x'.repeat(300), `${'x'.repeat(199)}…`],
  ['a\0b', 'a\ufffdb'],
  [`${'x'.repeat(198)}😀😀`, `${'x'.repeat(198)}\ufffd…`],
])('the activity log stores the text %j as %j', (text, kept) => {
  expect(shortened(text)).toBe(kept)
})

it('countText writes a number with its noun in singular or plural', () => {
  expect([countText(1, 'contact', 'contacts'), countText(2_000, 'contact', 'contacts')]).toEqual([
    '1 contact',
    '2,000 contacts',
  ])
})
