import { expect, it } from 'vitest'
import { tooManyDead } from './dead-addresses.ts'

it.each([
  ['goes on before 20 emails have left, whatever bounces', 19, 19, false],
  ['stops after 20 emails of which three bounced', 20, 3, true],
  ['goes on at exactly 10 percent', 20, 2, false],
  ['stops above 10 percent of many', 1_000, 101, true],
  ['goes on at 10 percent of many', 1_000, 100, false],
  ['goes on without a bounce', 500, 0, false],
])('sending %s', (_, taken, dead, stops) => {
  expect(tooManyDead({ taken, dead })).toBe(stops)
})
