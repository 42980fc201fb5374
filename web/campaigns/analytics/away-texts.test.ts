import { expect, it } from 'vitest'
import { awayDetail, awayWords } from './away-texts.ts'

it('awayWords says until which day a recipient is away, the same in every time zone', () => {
  expect(awayWords('2026-08-03T00:00:00.000Z', true)).toMatch(/^Out of office until .*3/)
  expect(awayWords('2026-08-03T00:00:00.000Z', false)).toMatch(/^Out of office, no date given \(until about .*3/)
  expect(awayDetail('2026-08-03')).toMatch(/^Back on .*3/)
  expect(awayDetail('undated')).toBe('No date of return given')
})
