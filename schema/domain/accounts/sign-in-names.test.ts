import { describe, expect, it } from 'vitest'
import { accountsNamed, usernameOf, type NameHolder } from './sign-in-names.ts'

const holder = (id: string, change: Partial<NameHolder> = {}): NameHolder => ({
  id,
  username: id,
  email: 'ann@a.example',
  emailProvenAt: null,
  createdAt: '2026-01-02T00:00:00.000Z',
  ...change,
})
const proven = { emailProvenAt: '2026-02-01T00:00:00.000Z' }
const earlier = { createdAt: '2026-01-01T00:00:00.000Z' }

describe('a name that is entered at the sign-in leads to', () => {
  it.each<[string, string, NameHolder[], string[]]>([
    ['nobody if the name is unknown', 'ann', [], []],
    ['the account with that username', 'ann', [holder('ann')], ['ann']],
    ['the account with that username in another case', ' ANN ', [holder('ann')], ['ann']],
    ['nobody for a part of an address', 'ann', [holder('x')], []],
    ['the account with that email address', 'Ann@A.example', [holder('one')], ['one']],
    [
      'the older of two accounts with an unconfirmed address',
      'ann@a.example',
      [holder('b'), holder('a', earlier)],
      ['a', 'b'],
    ],
    [
      'the account with the smaller id if both are equally old',
      'ann@a.example',
      [holder('b'), holder('a')],
      ['a', 'b'],
    ],
    [
      'the account that confirmed the address, before others',
      'ann@a.example',
      [holder('squatter', earlier), holder('owner', proven)],
      ['owner', 'squatter'],
    ],
    [
      'the account that confirmed the address, before one with it as username',
      'ann@a.example',
      [holder('old', { ...earlier, username: 'ann@a.example', email: 'x@x.example' }), holder('owner', proven)],
      ['owner', 'old'],
    ],
    [
      'an account with the address as username from earlier versions, if it confirmed the address too',
      'ann@a.example',
      [holder('old', { ...earlier, username: 'ann@a.example', email: 'x@x.example', ...proven }), holder('new')],
      ['old', 'new'],
    ],
    [
      'the account whose username has the same accents in another Unicode form',
      'jo\u0308rg',
      [holder('j\u00f6rg')],
      ['j\u00f6rg'],
    ],
  ])('%s', (_, name, holders, ids) => {
    expect(accountsNamed(name, holders).map(({ id }) => id)).toEqual(ids)
    expect(accountsNamed(name, holders.toReversed()).map(({ id }) => id)).toEqual(ids)
  })
})

it.each([
  ['Ann.Lee@a.example', 'ann.lee'],
  ['jörg+news@a.example', 'jorgnews'],
  ['李@a.example', 'user'],
  [`${'a'.repeat(60)}@a.example`, 'a'.repeat(40)],
])('the username generated from %s is %s', (email, username) => {
  expect(usernameOf(email)).toBe(username)
})
