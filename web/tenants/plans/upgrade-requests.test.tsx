import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { findToast, pageOf, show, tearDown } from '#web/testing/world.tsx'
import { tenant } from '../testing.tsx'
import { UpgradeRequests } from './upgrade-requests.tsx'

afterEach(tearDown)

test.each([
  ['Grant Pro', 'Upgrade granted', 'UpdateTenant', { input: { id: 'one', subscriptionTier: 'pro' } }],
  ['Decline', 'Upgrade declined', 'DeclineUpgrade', { id: 'one' }],
])("the super admin answers a workspace's request for a higher plan: %s", async (button, told, mutation, variables) => {
  const asks = { subscriptionTier: 'pro', note: 'We are twelve now.', requestedAt: '2026-02-01T09:00:00.000Z' }
  let nodes = [tenant('one', { upgradeRequest: asks })]
  const answered = () => {
    nodes = []
    return tenant('one', { upgradeRequest: null })
  }
  const root = { tenants: () => pageOf(nodes, {}) }
  const world = show(<UpgradeRequests />, { root: { ...root, updateTenant: answered, declineUpgrade: answered } })
  const request = within(await screen.findByRole('status'))
  expect(request.getByText('Name one asks for the Pro plan')).toBeTruthy()
  expect(request.getByText('“We are twelve now.”')).toBeTruthy()
  await world.user.click(request.getByRole('button', { name: button }))
  await findToast(told)
  expect(world.askedFor(mutation)).toEqual([variables])
  await waitFor(() => expect(screen.queryByText('Name one asks for the Pro plan')).toBeNull())
})
