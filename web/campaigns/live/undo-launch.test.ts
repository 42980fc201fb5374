import { expect, test } from 'vitest'
import type { CampaignSummary } from '../operations.ts'
import { campaign } from '../testing.ts'
import { countdown, secondsUntil, undoEnd } from './undo-launch.ts'

const held = (id: string, fields: object = {}) =>
  campaign(id, {
    status: 'sending',
    scheduledAt: '2026-11-26T12:00:10Z',
    undoSecondsLeft: 10,
    ...fields,
  }) as never as CampaignSummary

test.each([
  ['is held back', {}, 10_000],
  ['is scheduled', { undoSecondsLeft: null }, null],
  ['was undone', { status: 'draft' }, null],
  ['was paused', { status: 'paused' }, null],
])('the remaining time to undo a launch is correct for one that %s', (what, fields, end) => {
  expect(undoEnd(held(what, fields), 0)).toBe(end)
})

test('the countdown to undo starts at the first answer, however often that answer is read', () => {
  const launch = held('again')
  expect([1_000, 9_000, 12_000].map((now) => undoEnd(launch, now))).toEqual([11_000, 11_000, 11_000])
  expect(undoEnd(held('again', { scheduledAt: '2026-11-26T12:01:00Z' }), 50_000)).toBe(60_000)
})

test('the countdown to undo counts whole seconds down to 0', () => {
  expect([0, 1, 999, 9_001, 12_000].map((now) => secondsUntil(10_000, now))).toEqual([10, 10, 10, 1, 0])
})

test.each([
  [1, '1 s'],
  [119, '119 s'],
  [120, '2 min'],
  [121, '3 min'],
  [1_800, '30 min'],
])('the countdown to undo shows %i seconds as %s', (seconds, text) => {
  expect(countdown(seconds)).toBe(text)
})
