import { describe, expect, it } from 'vitest'
import {
  limitsAfter,
  nearLimit,
  PLANS,
  tierDefaults,
  TIERS,
  tierOfSignUp,
  trialDaysLeft,
  trialEnd,
  trialEnded,
  UNLIMITED,
} from './plans.ts'

describe('the plans', () => {
  it('have the documented limits', () => {
    const { free, basic, pro, enterprise } = PLANS
    expect(free).toMatchObject({
      trialDays: 14,
      contacts: 100,
      campaigns: 2,
      templates: 2,
      ceilings: [
        { count: 10, seconds: 30 * 60 },
        { count: 100, seconds: 86_400 },
      ],
    })
    expect(basic).toMatchObject({
      name: 'Plus',
      pricePerMonth: 29,
      contacts: 500,
      campaigns: 50,
      ceilings: [
        { count: 20, seconds: 60 },
        { count: 500, seconds: 86_400 },
      ],
    })
    expect(pro).toMatchObject({
      pricePerMonth: 79,
      contacts: 1_000,
      campaigns: 300,
      ceilings: [{ count: 1_000, seconds: 86_400 }],
    })
    const { contacts, campaigns, users, templates, imageBytes, ceilings } = enterprise
    expect([contacts, campaigns, users, templates]).toEqual([UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED])
    expect([imageBytes, ceilings, enterprise.trialDays]).toEqual([null, [], null])
  })

  it('differ from the defaults of a workspace that the super admin creates', () => {
    const figures = TIERS.map((tier) => [tier, ...Object.values(tierDefaults(tier))])
    expect(figures).toEqual([
      ['free', 2, 100, 2],
      ['basic', 5, 1_000, 10],
      ['pro', 25, 10_000, 100],
      ['enterprise', UNLIMITED, UNLIMITED, UNLIMITED],
    ])
  })
})

it('plans accept the name Plus for basic, and the others under their own names', () => {
  expect((['free', 'plus', 'pro'] as const).map(tierOfSignUp)).toEqual(['free', 'basic', 'pro'])
})

it('plans end a trial after its last day, and no other plan', () => {
  const start = new Date('2026-01-01T10:00:00Z')
  const end = trialEnd('free', start)
  expect([end?.toISOString(), trialEnd('pro', start)]).toEqual(['2026-01-15T10:00:00.000Z', null])
  expect(trialEnded(end, new Date('2026-01-15T09:59:59.999Z'))).toBe(false)
  expect(trialEnded(end, new Date('2026-01-15T10:00:00Z'))).toBe(true)
  expect(trialEnded(null, start)).toBe(false)
})

it('plans keep raised limits when a workspace moves to a higher plan, and only then', () => {
  const own = { subscriptionTier: 'basic', maxUsers: 30, maxContacts: 500, maxCampaigns: 150 } as const
  expect(limitsAfter('pro', own)).toEqual({ maxUsers: 30, maxContacts: 10_000, maxCampaigns: 150 })
  expect(limitsAfter('free', own)).toEqual(tierDefaults('free'))
  expect(limitsAfter('basic', own)).toEqual(tierDefaults('basic'))
})

it.each([
  [0, 2, null],
  [1, 2, null],
  [2, 2, 'reached'],
  [3, 2, 'reached'],
  [89, 100, null],
  [90, 100, 'near'],
  [5_000, null, null],
] as const)('plans describe the use of %i of %s: %s', (used, most, near) => {
  expect(nearLimit({ used, most })).toBe(near)
})

it('plans count the days left of a trial, including the current one', () => {
  const end = new Date('2026-01-15T10:00:00Z')
  const left = (now: string) => trialDaysLeft(end, new Date(now))
  expect(left('2026-01-10T10:00:00Z')).toBe(5)
  expect(left('2026-01-14T11:00:00Z')).toBe(1)
  expect(left('2026-01-16T00:00:00Z')).toBe(0)
  expect(trialDaysLeft(null, end)).toBeNull()
})
