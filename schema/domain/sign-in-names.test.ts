import { describe, expect, it } from 'vitest'
import { holderOf, usernameOf, type NameHolder } from './sign-in-names.ts'

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

describe('a name leads to', () => {
  it.each<[string, string, NameHolder[], string | undefined]>([
    ['nobody when nobody has it', 'ann', [], undefined],
    ['the one with the username', 'ann', [holder('ann')], 'ann'],
    ['the same in another case', ' ANN ', [holder('ann')], 'ann'],
    ['nobody through a part of an address', 'ann', [holder('x')], undefined],
    ['the one with the address', 'Ann@A.example', [holder('one')], 'one'],
    ['the first of two who did not prove the address', 'ann@a.example', [holder('b'), holder('a', earlier)], 'a'],
    ['the smaller id where both came at once', 'ann@a.example', [holder('b'), holder('a')], 'a'],
    ['the one who proved it', 'ann@a.example', [holder('squatter', earlier), holder('owner', proven)], 'owner'],
    [
      'the one who proved it rather than one who has it as username',
      'ann@a.example',
      [holder('old', { ...earlier, username: 'ann@a.example', email: 'x@x.example' }), holder('owner', proven)],
      'owner',
    ],
    [
      'one who has it as username from earlier versions',
      'ann@a.example',
      [holder('old', { ...earlier, username: 'ann@a.example', email: 'x@x.example', ...proven }), holder('new')],
      'old',
    ],
    ['the same spelling of marks', 'jo\u0308rg', [holder('j\u00f6rg')], 'j\u00f6rg'],
  ])('%s', (_, name, holders, id) => {
    expect(holderOf(name, holders)?.id).toBe(id)
    expect(holderOf(name, holders.toReversed())?.id).toBe(id)
  })
})

it.each([
  ['Ann.Lee@a.example', 'ann.lee'],
  ['jörg+news@a.example', 'jorgnews'],
  ['李@a.example', 'user'],
  [`${'a'.repeat(60)}@a.example`, 'a'.repeat(40)],
])('the username made of %s is %s', (email, username) => {
  expect(usernameOf(email)).toBe(username)
})
