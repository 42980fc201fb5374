import '#web/testing/browser.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { show, tearDown } from '#web/testing/world.tsx'
import { PlanNotice } from './plan-notice.tsx'

afterEach(tearDown)

const open = (planConfirmed: boolean) =>
  show(<PlanNotice />, {
    root: { tenant: { id: 't1', subscriptionTier: 'pro', planConfirmed, awaitsEmailConfirmation: false } },
  })

test('says that a plan needs confirmation, and the send rate until then', async () => {
  open(false)
  expect((await screen.findByRole('region', { name: 'Plan' })).textContent).toBe(
    'Pro plan not confirmedYour workspace is limited to the sending rate of the Free plan until the person who runs this installation confirms your plan.',
  )
})

test('shows nothing for a confirmed plan', async () => {
  const { askedFor } = open(true)
  await waitFor(() => expect(askedFor('Plan')).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Plan' })).toBeNull()
})
