import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StatusReason } from '../campaigns/campaigns.ts'
import {
  campaignGate,
  mailboxGate,
  type CampaignFacts,
  type CampaignMailboxFacts,
  type MailboxFacts,
} from './sending-gates.ts'

const now = new Date('2026-03-04T12:00:00Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const open: MailboxFacts = {
  workspace: null,
  needsReconnect: false,
  isServed: true,
  diskFull: false,
  clockWrong: false,
  throttledUntil: null,
  quotaUntil: null,
  outageUntil: null,
  signInUntil: null,
  registrationUntil: null,
  breakdownUntil: null,
  pace: { room: 5 },
  sendWindow: null,
}
const slow = (minutes: number) => ({ room: 0 as const, until: at(minutes), reason: 'DAILY_LIMIT' as const })
/** Wednesday 08:00 to 18:00; the tests run at 12:00. */
const office = { from: '08:00', to: '18:00', days: [3], timeZone: 'UTC' }

describe('the reason why a mailbox does not send', () => {
  it.each<[string, Partial<MailboxFacts>, StatusReason | null, number | null]>([
    ['with nothing in the way sends', {}, null, null],
    ['of an inactive workspace waits for somebody', { workspace: 'TENANT_INACTIVE' }, 'TENANT_INACTIVE', null],
    ['of a workspace to be deleted waits for somebody', { workspace: 'TO_BE_DELETED' }, 'TO_BE_DELETED', null],
    ['after the trial waits for somebody', { workspace: 'TRIAL_ENDED' }, 'TRIAL_ENDED', null],
    ['with a refused sign-in needs reconnecting', { needsReconnect: true }, 'RECONNECT', null],
    ['whose provider is not configured counts as none', { isServed: false }, 'NO_MAILBOX', null],
    ['waits for space on the disk', { diskFull: true }, 'DISK_FULL', null],
    ['waits for a right clock', { clockWrong: true }, 'CLOCK_WRONG', null],
    ['waits as long as its provider asked', { throttledUntil: at(5) }, 'THROTTLED', 5],
    ['waits for its circuit breaker', { outageUntil: at(3) }, 'PROVIDER_DOWN', 3],
    ['waits after a crash', { breakdownUntil: at(2) }, 'INTERNAL_ERROR', 2],
    ['waits for its sending limits', { pace: slow(90) }, 'DAILY_LIMIT', 90],
    ['waits while its quota is used up', { throttledUntil: at(5), quotaUntil: at(60) }, 'QUOTA_USED_UP', 60],
    ['no longer waits when the time has come', { throttledUntil: at(0), outageUntil: at(-1) }, null, null],
    [
      'names the reason that ends last',
      { throttledUntil: at(5), outageUntil: at(30), pace: slow(10) },
      'PROVIDER_DOWN',
      30,
    ],
    ['names its sending limits if these end last', { outageUntil: at(3), pace: slow(10) }, 'DAILY_LIMIT', 10],
    ['names what somebody must do first', { needsReconnect: true, throttledUntil: at(5) }, 'RECONNECT', null],
    ['within its sending hours sends', { sendWindow: office }, null, null],
    [
      'whose pause ends after the sending hours waits for the next ones',
      { throttledUntil: at(7 * 60), sendWindow: office },
      'OUTSIDE_WINDOW',
      7 * 24 * 60 - 4 * 60,
    ],
    ['without a campaign has no sending hours', { pace: null, sendWindow: { ...office, days: [4] } }, null, null],
  ])('is right: a mailbox %s', (_, facts, reason, minutes) => {
    const gate = mailboxGate({ ...open, ...facts }, now)
    expect(gate).toEqual(reason && { reason, until: minutes === null ? null : at(minutes) })
  })

  it('names the time at which the mailbox really may send again', () => {
    const minutes = fc.option(fc.integer({ min: -60, max: 3_000 }), { nil: null })
    const time = minutes.map((value) => (value === null ? null : at(value)))
    fc.assert(
      fc.property(
        fc.record({
          throttledUntil: time,
          quotaUntil: time,
          outageUntil: time,
          breakdownUntil: time,
          pace: fc.oneof(fc.constant({ room: 3 }), fc.integer({ min: 1, max: 3_000 }).map(slow)),
          sendWindow: fc.constantFrom(null, office),
        }),
        (facts) => {
          const until = mailboxGate({ ...open, ...facts }, now)?.until ?? now
          expect(mailboxGate({ ...open, ...facts, pace: { room: 1 } }, until)).toBeNull()
        },
      ),
    )
  })
})

describe('the reason why a campaign does not send', () => {
  const works: CampaignMailboxFacts = { ...open, mayUse: true }
  const broken: CampaignMailboxFacts = { ...works, needsReconnect: true }
  const sending: CampaignFacts = {
    status: 'sending',
    pausedBecause: null,
    scheduledAt: null,
    isFollowing: false,
    followsUpAt: null,
    retryAt: null,
    leftInDoubt: false,
    workspace: null,
  }
  const paused = (pausedBecause: StatusReason): CampaignFacts => ({ ...sending, status: 'paused', pausedBecause })

  it.each<[string, CampaignFacts, CampaignMailboxFacts[], StatusReason | null, number | null]>([
    ['sends while one of its mailboxes does', sending, [broken, works], null, null],
    [
      'continues with the mailbox that opens first',
      sending,
      [{ ...works, outageUntil: at(30) }, { ...works, throttledUntil: at(5) }, broken],
      'THROTTLED',
      5,
    ],
    [
      'whose last emails are in doubt in a mailbox to be reconnected says so',
      { ...sending, leftInDoubt: true },
      [broken, works],
      'RECONNECT',
      null,
    ],
    ['whose mailboxes all need reconnecting says so', sending, [broken, broken], 'RECONNECT', null],
    ['without a mailbox says so', sending, [], 'NO_MAILBOX', null],
    ['waits for its schedule', { ...sending, scheduledAt: at(9) }, [works], 'SCHEDULED', 9],
    [
      'does not start at its time while all sending is stopped',
      { ...sending, scheduledAt: at(9), workspace: 'SENDING_STOPPED' },
      [works],
      'SENDING_STOPPED',
      null,
    ],
    ['no longer waits for a past schedule', { ...sending, scheduledAt: at(-9) }, [works], null, null],
    [
      'waits for the local time of its recipients',
      { ...sending, retryAt: at(1), awaitsLocalTime: true },
      [works],
      'LOCAL_TIME',
      1,
    ],
    [
      'with follow-ups to come says when',
      { ...sending, isFollowing: true, followsUpAt: at(7) },
      [works],
      'FOLLOW_UPS',
      7,
    ],
    [
      'whose follow-ups are due now names no time',
      { ...sending, isFollowing: true, followsUpAt: at(-1) },
      [works],
      'FOLLOW_UPS',
      null,
    ],
    ['waits for the result of its A/B test', { ...sending, abDecidesAt: at(5) }, [works], 'AB_TEST', 5],
    ['no longer waits for a test that is due', { ...sending, abDecidesAt: at(0) }, [works], null, null],
    [
      'names its test rather than a wait that is over before',
      { ...sending, abDecidesAt: at(5) },
      [{ ...works, throttledUntil: at(4) }],
      'AB_TEST',
      5,
    ],
    [
      'names a wait that is longer than its test',
      { ...sending, abDecidesAt: at(5) },
      [{ ...works, throttledUntil: at(6) }],
      'THROTTLED',
      6,
    ],
    ['names its mailbox rather than its test', { ...sending, abDecidesAt: at(5) }, [broken], 'RECONNECT', null],
    ['waits for the next try of its emails', { ...sending, retryAt: at(1) }, [works], 'RETRYING', 1],
    ['names its mailbox before its retries', { ...sending, retryAt: at(1) }, [broken], 'RECONNECT', null],
    ['that is done waits for nothing', { ...sending, status: 'sent' }, [broken], null, null],
    ['paused by a person says so', paused('PAUSED'), [works], 'PAUSED', null],
    ['paused by the check of its first emails says so', paused('CANARY'), [works], 'CANARY', null],
    ['paused by an expired sign-in says so while it is expired', paused('RECONNECT'), [broken], 'RECONNECT', null],
    ['whose mailbox works again says so', paused('RECONNECT'), [works], 'MAILBOX_WORKS', null],
    ['with one of two mailboxes working again says so', paused('RECONNECT'), [broken, works], 'MAILBOX_WORKS', null],
    ['that lost its broken mailbox needs another one', paused('RECONNECT'), [], 'NO_MAILBOX', null],
    ['whose provider is configured again says so', paused('NO_MAILBOX'), [works], 'MAILBOX_WORKS', null],
    [
      'whose mailbox is still not shared says so',
      paused('NOT_SHARED'),
      [{ ...works, mayUse: false }],
      'NOT_SHARED',
      null,
    ],
    ['whose mailbox is shared again says so', paused('NOT_SHARED'), [works], 'MAILBOX_WORKS', null],
    ['of a workspace that is active again can be resumed', paused('TENANT_INACTIVE'), [works], 'PAUSED', null],
    [
      'of a workspace whose trial has ended says so',
      { ...paused('TRIAL_ENDED'), workspace: 'TRIAL_ENDED' },
      [works],
      'TRIAL_ENDED',
      null,
    ],
  ])('is right: a campaign %s', (_, campaign, mailboxes, reason, minutes) => {
    const gate = campaignGate(campaign, mailboxes, now)
    expect(gate).toEqual(reason && { reason, until: minutes === null ? null : at(minutes) })
  })
})
