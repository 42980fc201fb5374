import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { show, tearDown } from '#web/testing/world.tsx'
import { dismissNotice, isDismissed } from './dismissed-notices.ts'
import { PlanNotice } from './plan-notice.tsx'

afterEach(tearDown)

const open = (planConfirmed: boolean) =>
  show(<PlanNotice />, {
    root: { tenant: { id: 't1', subscriptionTier: 'pro', planConfirmed, awaitsEmailConfirmation: false } },
  })

test('the plan notice says that a plan needs confirmation, and the send rate until then', async () => {
  open(false)
  expect((await screen.findByRole('region', { name: 'Plan' })).textContent).toBe(
    'Pro plan is not confirmed yetYour workspace is limited to the sending rate of the Free plan until the person who runs this installation confirms your plan.',
  )
})

test('the plan notice is absent for a confirmed plan', async () => {
  const { askedFor } = open(true)
  await waitFor(() => expect(askedFor('Plan')).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Plan' })).toBeNull()
})

test('the plan notice leads to the plans, and can be hidden for a week unless a limit is reached', async () => {
  const near = { noun: 'contacts', used: 95, most: 100 }
  const openWith = (use: object) => {
    const tenant = {
      id: 't1',
      subscriptionTier: 'free',
      planConfirmed: true,
      awaitsEmailConfirmation: false,
      planUse: [use],
    }
    return show(<PlanNotice />, { root: { tenant } })
  }
  const { user } = openWith(near)
  const notice = within(await screen.findByRole('region', { name: 'Plan' }))
  expect(notice.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/plan')
  await user.click(notice.getByRole('button', { name: 'Hide for a week: 95 of 100 contacts' }))
  expect(screen.queryByRole('region', { name: 'Plan' })).toBeNull()
  tearDown()
  dismissNotice('t1 contacts near')
  const { askedFor } = openWith(near)
  await waitFor(() => expect(askedFor('PlanUse')).toHaveLength(1))
  await waitFor(() => expect(askedFor('Plan')).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Plan' })).toBeNull()
  tearDown()
  dismissNotice('t1 contacts near')
  openWith({ ...near, used: 100 })
  expect(await screen.findByText('100 of 100 contacts')).toBeTruthy()
})

test('the plan notice comes back a week after it was hidden', () => {
  dismissNotice('one', 1_000)
  expect(isDismissed('one', 1_000 + 7 * 86_400_000 - 1)).toBe(true)
  expect(isDismissed('one', 1_000 + 7 * 86_400_000)).toBe(false)
  expect(isDismissed('other', 1_000)).toBe(false)
})
