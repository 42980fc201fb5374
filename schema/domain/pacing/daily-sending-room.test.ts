import { describe, expect, it } from 'vitest'
import { dayRoom } from './daily-sending-room.ts'
import type { PaceWindow } from './pace.ts'

const DAY = 86_400
const own = (count: number): PaceWindow => ({ count, seconds: DAY, reason: 'DAILY_LIMIT', scope: 'mailbox' })
const minute: PaceWindow = { count: 1, seconds: 60, reason: 'BETWEEN_INTERVALS', scope: 'mailbox' }
const plan = (count: number): PaceWindow => ({ count, seconds: DAY, reason: 'PLAN_LIMIT', scope: 'workspace' })
const organization = (ledger: string, count: number): PaceWindow => ({
  count,
  seconds: DAY,
  reason: 'ORGANISATION_LIMIT',
  scope: 'organization',
  ledger,
})

/** A mailbox with these windows, of which so much is used. */
const mailbox = (...windows: [window: PaceWindow, used: number][]) => ({
  rules: { windows: windows.map(([window]) => window), spacing: 0, sendWindow: null },
  counts: windows.map(([, used]) => ({ used, oldest: null, newest: null })),
})

describe('dayRoom, the number of emails that mailboxes may send together in 24 hours,', () => {
  it.each([
    ['is the limit of one mailbox less what that mailbox has sent', [mailbox([own(500), 100], [minute, 1])], 400, null],
    ['is never below zero', [mailbox([own(500), 600])], 0, null],
    ['is the sum of two mailboxes', [mailbox([own(500), 100]), mailbox([own(500), 0])], 900, null],
    [
      'counts the plan’s limit once for the workspace',
      [mailbox([own(500), 0], [plan(600), 50]), mailbox([own(500), 0], [plan(600), 50])],
      550,
      null,
    ],
    [
      'counts an organization’s limit once for its mailboxes',
      [
        mailbox([own(500), 0], [organization('a', 700), 100]),
        mailbox([own(500), 0], [organization('a', 700), 100]),
        mailbox([own(500), 0], [organization('b', 200), 0]),
        mailbox([own(50), 0]),
      ],
      850,
      'ORGANISATION_LIMIT',
    ],
    [
      'is the plan’s limit if that is below the organization’s',
      [mailbox([own(500), 0], [organization('a', 400), 0], [plan(300), 0])],
      300,
      null,
    ],
  ])('%s', (_, mailboxes, room, because) => {
    expect(dayRoom(mailboxes)).toEqual({ room, because })
  })
})
