import { expect, it } from 'vitest'
import { planLines, planPrice } from './plan-lines.ts'

it('planLines describes the plans with their figures', () => {
  expect(planLines('free')).toEqual([
    '100 contacts',
    '2 campaigns',
    '10 emails per 30 minutes',
    '100 emails per day',
    '2 templates',
  ])
  expect(planLines('basic')).toEqual([
    '500 contacts',
    '50 campaigns',
    '4 emails per minute by default, up to 20 per minute',
    '500 emails per day',
  ])
  expect(planLines('pro')).toEqual(['1,000 contacts', '300 campaigns', '1,000 emails per day'])
  expect(planLines('enterprise')).toEqual(['Unlimited contacts', 'Unlimited campaigns', 'Unlimited emails'])
})

it('planPrice returns the price of a plan', () => {
  expect(planPrice('free')).toEqual({ figure: '$0', unit: '14-day trial' })
  expect(planPrice('basic')).toEqual({ figure: '$29', unit: 'per month' })
  expect(planPrice('pro')).toEqual({ figure: '$79', unit: 'per month' })
  expect(planPrice('enterprise')).toEqual({ figure: 'Custom', unit: '' })
})
