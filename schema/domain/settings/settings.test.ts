import { describe, expect, it } from 'vitest'
import { PLANS, RECOMMENDED } from '../tenants/plans.ts'
import { heldToPlan, warmupDaysRemaining, imprintOf } from './settings.ts'
import { DEFAULT_SETTINGS, emailSettingsInput } from './setting-register.ts'

it('the sending settings recommend 2 emails every 300 seconds and 96 per day during warm-up, otherwise 4 every 60 and 500 per day', () => {
  expect(RECOMMENDED).toEqual({
    warmup: { emailsPerInterval: 2, intervalSeconds: 300, dailyLimit: 96 },
    normal: { emailsPerInterval: 4, intervalSeconds: 60, dailyLimit: 500 },
  })
})

it('the sending settings count the days of warm-up down from 30', () => {
  const start = new Date('2026-01-01T12:00:00Z')
  const after = (days: number) => warmupDaysRemaining(true, start, new Date(start.getTime() + days * 86_400_000))
  expect([after(0), after(0.9), after(1), after(29.5), after(30), after(99)]).toEqual([30, 30, 29, 1, 0, 0])
  expect(warmupDaysRemaining(false, start, start)).toBe(0)
})

it('the sending settings accept values beyond the recommendations, but no invalid ones', () => {
  expect(emailSettingsInput.safeParse({ emailsPerInterval: 50 }).success).toBe(true)
  for (const bad of [{ emailsPerInterval: 0 }, { intervalSeconds: -1 }, { dailyLimit: 1.5 }, { dailyLimit: '5' }]) {
    expect(emailSettingsInput.safeParse(bad).success).toBe(false)
  }
})

it('the sending settings accept the default of every setting', () => {
  expect(emailSettingsInput.parse(DEFAULT_SETTINGS)).toEqual(DEFAULT_SETTINGS)
})

it("the sending settings enforce the plan's shortest interval, and no other limit of it", () => {
  const set = (intervalSeconds: number) => ({ emailsPerInterval: 2, intervalSeconds })
  expect(heldToPlan(set(39), PLANS.basic)).toEqual(set(40))
  expect(heldToPlan(set(40), PLANS.basic)).toEqual(set(40))
  expect(heldToPlan(set(900), PLANS.basic)).toEqual(set(900))
  expect(heldToPlan(set(1), PLANS.pro)).toEqual(set(1))
})

describe('the company in the footer of emails', () => {
  it.each([
    [null, null, null],
    ['Larkspur Books', null, 'Larkspur Books'],
    [null, '1 Mill Lane\nGalway', '1 Mill Lane\nGalway'],
    ['Larkspur Books', '1 Mill Lane\nGalway', 'Larkspur Books\n1 Mill Lane\nGalway'],
    ['Larkspur Books', 'LARKSPUR BOOKS Ltd\n1 Mill Lane', 'LARKSPUR BOOKS Ltd\n1 Mill Lane'],
  ])('has the name %j and the address %j', (companyName, postalAddress, expected) => {
    expect(imprintOf({ companyName, postalAddress })).toBe(expected)
  })

  it.each([
    [' Larkspur & Sons ', 'Larkspur & Sons'],
    ['', null],
    [null, null],
    ['x'.repeat(120), 'x'.repeat(120)],
  ])('may have the name %j', (companyName, expected) => {
    expect(emailSettingsInput.parse({ companyName })).toEqual({ companyName: expected })
  })

  it.each(['x'.repeat(121), 'two\nlines', 'half \uD800'])('may not have the name %j', (companyName) => {
    expect(emailSettingsInput.safeParse({ companyName }).success).toBe(false)
  })
})
