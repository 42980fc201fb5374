import { expect, it } from 'vitest'
import { bindingLimits } from './binding-limits.ts'
import type { PaceRules, PaceWindow } from './pace.ts'

const monday = new Date('2026-01-05T12:00:00Z')
const office = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', timeZone: 'UTC' }
const minute: PaceWindow = { count: 4, seconds: 60, reason: 'BETWEEN_INTERVALS', scope: 'mailbox' }
const day: PaceWindow = { count: 500, seconds: 86_400, reason: 'DAILY_LIMIT', scope: 'mailbox' }
const ofOrganization: PaceWindow = { count: 300, seconds: 86_400, reason: 'ORGANISATION_LIMIT', scope: 'organization' }
const warmUp: PaceWindow = { count: 50, seconds: 86_400, reason: 'WARMUP_LIMIT', scope: 'mailbox' }
const newWorkspace: PaceWindow = { count: 200, seconds: 86_400, reason: 'NEW_WORKSPACE', scope: 'workspace' }
const plan: PaceWindow = { count: 100, seconds: 86_400, reason: 'PLAN_LIMIT', scope: 'workspace' }

const reasons = (need: number, rules: Partial<PaceRules>) =>
  bindingLimits({ windows: [], spacing: 0, sendWindow: null, ...rules }, [], need, 5, monday).map(
    ({ reason }) => reason,
  )

it.each<[string, number, Partial<PaceRules>, string[]]>([
  ['nothing without limits', 2_970, {}, []],
  ['nothing for a launch that is over at once', 3, { windows: [minute, day] }, []],
  ['the pace within a day', 400, { windows: [minute, day], spacing: 15_000 }, ['BETWEEN_INTERVALS']],
  ['the daily limit over days', 2_970, { windows: [minute, day], spacing: 15_000 }, ['DAILY_LIMIT']],
  ['the plan before the mailbox', 2_970, { windows: [minute, day, plan], spacing: 15_000 }, ['PLAN_LIMIT']],
  ['the organization before the mailbox', 2_970, { windows: [minute, day, ofOrganization] }, ['ORGANISATION_LIMIT']],
  ['a warm-up before the daily limit', 2_970, { windows: [minute, day, warmUp] }, ['WARMUP_LIMIT']],
  [
    'that the workspace is new, before the plan',
    2_970,
    { windows: [day, newWorkspace, { ...plan, count: 400 }] },
    ['NEW_WORKSPACE'],
  ],
  [
    'sending hours and the pace',
    1_500,
    { windows: [minute], spacing: 15_000, sendWindow: office },
    ['BETWEEN_INTERVALS', 'OUTSIDE_WINDOW'],
  ],
  ['one of two that bind equally', 2_970, { windows: [day, { ...day, reason: 'PLAN_LIMIT' }] }, ['DAILY_LIMIT']],
])('bindingLimits names %s', (_, need, rules, expected) => expect(reasons(need, rules)).toEqual(expected))

it('bindingLimits names local times while they decide when the last email leaves', () => {
  const rules = { windows: [day], spacing: 0, sendWindow: null }
  const waves = (hours: number) => [
    { at: monday, count: 50 },
    { at: new Date(monday.getTime() + hours * 3_600_000), count: 950 },
  ]
  const named = (hours: number) => bindingLimits(rules, [], 1_000, 5, monday, waves(hours)).map(({ reason }) => reason)
  expect(named(0.1)).toEqual(['DAILY_LIMIT'])
  expect(bindingLimits({ ...rules, windows: [] }, [], 1_000, 5, monday, waves(9))).toEqual([{ reason: 'LOCAL_TIME' }])
})

it('bindingLimits returns the figures of each limit', () => {
  expect(bindingLimits({ windows: [minute, day], spacing: 15_000, sendWindow: null }, [], 2_970, 5, monday)).toEqual([
    { reason: 'DAILY_LIMIT', count: 500, seconds: 86_400 },
  ])
})
