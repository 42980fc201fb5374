import { expect, test } from 'vitest'
import type { CampaignSummary } from '../operations.ts'
import { campaign } from '../testing.ts'
import { heldLaunches, secondsUntil } from './undo-launch.ts'

const held = (id: string, fields: object = {}) =>
  campaign(id, {
    status: 'sending',
    scheduledAt: '2026-11-26T12:00:10Z',
    undoSecondsLeft: 10,
    ...fields,
  }) as never as CampaignSummary

test.each([
  ['is held back', {}, 1],
  ['is scheduled', { undoSecondsLeft: null }, 0],
  ['was undone', { status: 'draft' }, 0],
  ['was paused', { status: 'paused' }, 0],
])('a launch that %s', (what, fields, count) => {
  expect(heldLaunches([held(what, fields)], 0)).toHaveLength(count)
})

test('starts when it was first told to, however often the same answer is read', () => {
  const launch = [held('again')]
  expect(heldLaunches(launch, 1_000).map(({ endsAt }) => endsAt)).toEqual([11_000])
  expect(heldLaunches(launch, 9_000).map(({ endsAt }) => endsAt)).toEqual([11_000])
  expect(heldLaunches(launch, 11_000)).toEqual([])
  expect(heldLaunches([held('again', { scheduledAt: '2026-11-26T12:01:00Z' })], 50_000)).toHaveLength(1)
})

test('counts whole seconds down to 0', () => {
  expect([0, 1, 999, 9_001, 12_000].map((now) => secondsUntil(10_000, now))).toEqual([10, 10, 10, 1, 0])
})
