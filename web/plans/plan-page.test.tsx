import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { findToast, knownError, show, tearDown, type Root } from '#web/testing/world.tsx'
import { PlanPage } from './plan-page.tsx'

afterEach(tearDown)

const PLAN = {
  id: 't1',
  subscriptionTier: 'basic',
  trialEndsAt: null,
  upgradeRequest: null,
  planUse: [
    { noun: 'contacts', used: 480, most: 500 },
    { noun: 'templates', used: 3, most: null },
  ],
}
const open = (role: 'admin' | 'user', root: Root = {}) =>
  show(<PlanPage />, { root: { tenant: PLAN, ...root }, at: '/plan', person: { role } })

describe('the plan page', () => {
  test('says what is used, and what each plan has', async () => {
    open('user')
    const contacts = await screen.findByRole('progressbar', { name: 'Contacts' })
    expect(contacts.getAttribute('aria-valuetext')).toBe('480 of 500')
    expect(screen.getByText('3, no limit')).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Free',
      'PlusYour plan',
      'Pro',
      'Enterprise',
    ])
  })

  test('tells users who are not admins whom to ask', async () => {
    open('user')
    expect(
      await screen.findByText('Ask an admin of your workspace to request a higher plan on this page.'),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Request an upgrade' })).toBeNull()
  })

  test('lets admins request a higher plan, and says that the request waits', async () => {
    const upgradeRequest = { subscriptionTier: 'pro', requestedAt: '2026-02-01T09:00:00.000Z' }
    const { user, askedFor } = open('admin', { requestUpgrade: { ...PLAN, upgradeRequest } })
    const [pro] = await screen.findAllByRole('button', { name: 'Request an upgrade' })
    await user.click(pro as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'Request the Pro plan' }))
    await user.type(dialog.getByLabelText('Note'), 'More people')
    await user.click(dialog.getByRole('button', { name: 'Request upgrade' }))
    await findToast('Upgrade Requested')
    expect(askedFor('RequestUpgrade')).toEqual([{ input: { requestedTier: 'pro', note: 'More people' } }])
    expect(await screen.findByText('The Pro plan was requested')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Request an upgrade' })).toHaveLength(1)
  })

  test('says why a request was refused', async () => {
    const message = 'Your workspace already has the Pro plan. Choose a higher one.'
    const refuse = () => {
      throw knownError('BAD_INPUT', message)
    }
    const { user } = open('admin', { requestUpgrade: refuse })
    const [pro] = await screen.findAllByRole('button', { name: 'Request an upgrade' })
    await user.click(pro as HTMLElement)
    await user.click(await screen.findByRole('button', { name: 'Request upgrade' }))
    expect((await findToast('Request Failed')).textContent).toContain(message)
  })
})
