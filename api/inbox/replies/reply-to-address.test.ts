import { describe, expect, it } from 'vitest'
import { replyToOf } from './reply-to-address.ts'

describe('replyToOf, for the Reply-To header of an email,', () => {
  const of = (replyTo: string) => replyToOf({ from: 'ada@x.test', headers: { 'reply-to': replyTo } }, ['me@here.test'])

  it.each([
    ['', null],
    ['Ada <ADA@x.test>', null],
    ['"ada@x.test" <Desk@Y.test>', 'desk@y.test'],
    ['first@x.test, second@x.test', 'first@x.test'],
    ['Team: one@x.test, two@x.test;', 'one@x.test'],
    ['me@here.test', null],
    ['me@here.test, list@x.test', 'list@x.test'],
    ['nobody, <a b@x.test>, "q q"@x.test', null],
    [`${'a'.repeat(250)}@x.test`, null],
    ['bö@exämple.test', 'bö@exämple.test'],
  ])('reads “%s” as the address %s', (replyTo, expected) => {
    expect(of(replyTo)).toBe(expected)
  })

  it('returns nothing without that header', () => {
    expect(replyToOf({ from: 'ada@x.test', headers: {} }, [])).toBeNull()
  })
})
