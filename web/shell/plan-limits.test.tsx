import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { show, tearDown } from '#web/testing/world.tsx'
import { PlanAction } from './plan-action.tsx'
import { planWarnings, usePlanRefusal } from './plan-limits.ts'
import { PlanNotice } from './plan-notice.tsx'

afterEach(tearDown)

const NOW = new Date('2026-03-01T12:00:00Z')
const plan = (part: Partial<Parameters<typeof planWarnings>[0]> = {}) => ({
  id: 't1',
  subscriptionTier: 'free' as const,
  trialEndsAt: null,
  planUse: [],
  ...part,
})

describe('the warning about the limits of a plan', () => {
  test.each([
    ['2026-03-07T12:00:00Z', null, false],
    ['2026-03-06T12:00:00Z', 'Trial ends in 5 days', false],
    ['2026-03-02T11:00:00Z', 'Trial ends in 1 day', false],
    ['2026-03-01T12:00:00Z', 'Trial ended', true],
  ])('is, for a trial that ends at %s: %s', (trialEndsAt, badge, isReached) => {
    const [warning] = planWarnings(plan({ trialEndsAt }), NOW)
    expect(warning?.badge ?? null).toBe(badge)
    if (warning) expect([warning.about, warning.isReached]).toEqual(['trial', isReached])
  })

  test('names contacts and campaigns that are nearly or fully used up, and no other limits', () => {
    const planUse = [
      { noun: 'contacts' as const, used: 95, most: 100 },
      { noun: 'campaigns' as const, used: 2, most: 2 },
      { noun: 'users' as const, used: 2, most: 2 },
      { noun: 'templates' as const, used: 9, most: null },
    ]
    expect(planWarnings(plan({ planUse }), NOW)).toEqual([
      {
        about: 'contacts',
        isReached: false,
        badge: '95 of 100 contacts',
        text: 'Your Free plan allows 100 contacts. If you need more, ask for a higher plan on the Plan page.',
      },
      {
        about: 'campaigns',
        isReached: true,
        badge: '2 of 2 campaigns',
        text: 'Your Free plan allows 2 campaigns, not counting drafts. To launch more, delete some, or ask for a higher plan on the Plan page.',
      },
    ])
  })
})

function Action() {
  return (
    <PlanAction to="/campaigns/create" refusal={usePlanRefusal('contacts')}>
      New Campaign
    </PlanAction>
  )
}

const tenant = (used: number) => ({
  id: 't1',
  subscriptionTier: 'free',
  planConfirmed: true,
  awaitsEmailConfirmation: false,
  planUse: [{ noun: 'contacts', used, most: 2 }],
})

test('a button that needs room in the plan leads to its page while there is room', async () => {
  show(<Action />, { root: { tenant: tenant(1) } })
  expect((await screen.findByRole('link', { name: 'New Campaign' })).getAttribute('href')).toBe('/campaigns/create')
})

test('a button that needs room in the plan leads nowhere when there is none, and says why, as the banner does', async () => {
  show(
    <>
      <PlanNotice />
      <Action />
    </>,
    { root: { tenant: tenant(2) } },
  )
  const button = await screen.findByRole('button', {
    name: 'New Campaign',
    description: /Your Free plan allows 2 contacts/,
  })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('link', { name: 'New Campaign' })).toBeNull()
  const banner = within(screen.getByRole('region', { name: 'Plan' }))
  expect(banner.getByText('2 of 2 contacts')).toBeTruthy()
})
