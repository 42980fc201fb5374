import { expect, it } from 'vitest'
import { undoSecondsLeft } from './schedule.ts'

const now = new Date('2026-11-26T12:00:00Z')

it.each([
  ['sending', 10_000, 10],
  ['sending', 9_001, 10],
  ['sending', 1, 1],
  ['sending', 0, null],
  ['sending', -5_000, null],
  ['sending', null, null],
  ['draft', 10_000, null],
  ['paused', 10_000, null],
])('a campaign that is %s, %s ms before its start, can be undone for another %s seconds', (status, ahead, left) => {
  const undoUntil = ahead === null ? null : new Date(now.getTime() + ahead)
  expect(undoSecondsLeft({ status, undoUntil }, now)).toBe(left)
})
