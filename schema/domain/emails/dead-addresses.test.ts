import { expect, it } from 'vitest'
import { tooManyDead } from './dead-addresses.ts'

it.each([
  ['continues before 20 emails have left, whatever bounces', 19, 19, false],
  ['stops after 20 emails of which three bounced', 20, 3, true],
  ['continues at exactly 10 percent', 20, 2, false],
  ['stops above 10 percent of many', 1_000, 101, true],
  ['continues at 10 percent of many', 1_000, 100, false],
  ['continues without a bounce of its emails', 500, 0, false],
])('a campaign %s', (_, taken, dead, stops) => {
  expect(tooManyDead({ taken, dead })).toBe(stops)
})
