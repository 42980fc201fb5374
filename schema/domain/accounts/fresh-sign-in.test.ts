import { expect, it } from 'vitest'
import { signInFreshness } from './fresh-sign-in.ts'

it.each([
  [{ auth_time: 1_000, iat: 1_000 }, 'fresh'],
  [{ auth_time: 1_000, iat: 1_300 }, 'fresh'],
  [{ auth_time: 1_000, iat: 1_301 }, 'stale'],
  [{ auth_time: 1_010, iat: 1_000 }, 'fresh'],
  [{ iat: 1_000 }, 'untold'],
  [{ auth_time: 1_000 }, 'untold'],
  [{ auth_time: '1000', iat: 1_000 }, 'untold'],
  [{ auth_time: Number.NaN, iat: 1_000 }, 'stale'],
])('a sign-in with the claims %j is %s', (claims, freshness) => {
  expect(signInFreshness(claims)).toBe(freshness)
})
