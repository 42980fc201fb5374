import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { findToast, knownError, pageOf, tearDown, uncounted } from '#web/testing/world.tsx'
import { showPage, tenant } from './testing.tsx'

afterEach(tearDown)

const figures = { sent: 0, bounced: 0, complained: 0, unsubscribed: 0 }
const outcomes = (week: object, month: object) => [
  { ...figures, days: 7, ...week },
  { ...figures, days: 30, ...month },
]
const BUSY = tenant('one', {
  outcomes: outcomes({ sent: 200, bounced: 13 }, { sent: 2_000, bounced: 40, unsubscribed: 3 }),
})
const QUIET = tenant('two', { outcomes: outcomes({}, {}) })
const AT = '/supadmin?tab=sending'

describe("the tab Sending of the super admin's panel", () => {
  test('shows bounces, complaints and unsubscribes of each tenant in 7 and 30 days', async () => {
    showPage({ tenants: (page: object) => pageOf([BUSY, QUIET], page) }, AT)
    const row = (await screen.findByText('Name one')).closest('tr')
    expect(within(row!).getByText('6.5%').className).toContain('text-bad')
    expect(within(row!).getByText('2%').className).not.toContain('text-bad')
    expect(row?.textContent).toContain('2,000 30 days')
    expect(row?.textContent).toContain('0.2% 30 days')
    expect(screen.getByText('Name two').closest('tr')?.textContent).toContain('– 7 days')
  })

  test('lists the tenants without waiting for their total number', async () => {
    showPage({ tenants: (page: object) => ({ ...pageOf([BUSY, QUIET], page), totalCount: uncounted }) }, AT)
    expect(await screen.findByRole('cell', { name: /^Name two/ })).toBeTruthy()
  })

  test("shows a high complaint rate below the tenant's name on narrow screens, which have no column for it", async () => {
    const outcome = outcomes({}, { sent: 1_000, complained: 4, unsubscribed: 1 })
    showPage({ tenants: (page: object) => pageOf([tenant('one', { outcomes: outcome })], page) }, AT)
    expect((await screen.findByText('Complaints: 0.4%')).className).toContain('md:hidden')
    expect(screen.queryByText(/^Unsubscribed:/)).toBeNull()
  })

  test('finds tenants with many bounces, complaints or unsubscribes', async () => {
    const tenants = ({ filter, ...page }: { filter?: { troubled?: boolean } }) =>
      pageOf(filter?.troubled ? [] : [BUSY, QUIET], page)
    const { user } = showPage({ tenants }, AT)
    await screen.findByText('Name one')
    await user.click(screen.getByRole('checkbox', { name: /^Only tenants with many bounces/ }))
    expect(await screen.findByText('No tenants match this filter')).toBeTruthy()
  })

  test('suspends a tenant with one click, and activates it again', async () => {
    const updateTenant = ({ input }: { input: object }) => tenant('one', input as Record<string, unknown>)
    const { user, askedFor } = showPage({ tenants: (page: object) => pageOf([BUSY], page), updateTenant }, AT)
    await user.click(await screen.findByRole('button', { name: 'Suspend Name one' }))
    expect((await findToast('Name one suspended')).textContent).toContain('Sending has stopped')
    expect(screen.getByText('Suspended')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Activate Name one' }))
    await findToast('Name one activated')
    expect(askedFor('UpdateTenant')).toEqual([
      { input: { id: 'one', isActive: false } },
      { input: { id: 'one', isActive: true } },
    ])
  })

  test('says when suspending a tenant failed, and the tenant stays active', async () => {
    const updateTenant = () => {
      throw knownError('NOT_FOUND', 'There is no such tenant.')
    }
    const { user } = showPage({ tenants: (page: object) => pageOf([BUSY], page), updateTenant }, AT)
    await user.click(await screen.findByRole('button', { name: 'Suspend Name one' }))
    expect((await findToast('Failed to update tenant')).textContent).toContain('There is no such tenant.')
    expect(screen.getByRole('button', { name: 'Suspend Name one' })).toBeTruthy()
  })
})
