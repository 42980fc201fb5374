// @vitest-environment jsdom
import '#web/testing/browser.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AnalyticsPage } from '#web/analytics/analytics-page.tsx'
import { button, entry, open, showPage as showBuilder } from '#web/builder/testing.tsx'
import { ContactsPage } from '#web/contacts/contacts-page.tsx'
import { DashboardPage } from '#web/dashboard/dashboard-page.tsx'
import { showPage as showTemplates, template } from '#web/templates/testing.tsx'
import { pageOf, show, statsOf, tearDown } from '#web/testing/world.tsx'

afterEach(tearDown)

const FULL = {
  id: 't1',
  subscriptionTier: 'free',
  trialEndsAt: null,
  planConfirmed: true,
  awaitsEmailConfirmation: false,
  features: { htmlBuilder: true },
  planUse: [
    { noun: 'campaigns', used: 2, most: 2 },
    { noun: 'contacts', used: 100, most: 100 },
  ],
}
const EMPTY = { tenant: FULL, stats: statsOf(), campaigns: pageOf([], {}), contacts: pageOf([], {}) }

/** A button that leads nowhere and says why. */
async function refused(name: string) {
  const description = /^Your Free plan allows (?:2 campaigns|100 contacts)/
  const [first] = await screen.findAllByRole('button', { name, description })
  expect(first?.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('link', { name })).toBeNull()
  return first as HTMLElement
}

test('the dashboard leads to no campaign and no import that the plan refuses', async () => {
  show(<DashboardPage />, { root: EMPTY, at: '/dashboard' })
  await refused('Create Your First Campaign')
})

test.each([
  [{ hasMailbox: true }, 'Upload a spreadsheet'],
  [{ hasMailbox: true, totalContacts: 3 }, 'Write an email'],
])('nor does the first step of %j', async (stats, name) => {
  show(<DashboardPage />, { root: { ...EMPTY, stats: statsOf(stats) }, at: '/dashboard' })
  await refused(name)
})

test('nor does the analytics page', async () => {
  show(<AnalyticsPage />, { root: EMPTY, at: '/analytics' })
  await refused('Create Your First Campaign')
})

test('nor do the contacts, but an import can still update them', async () => {
  show(<ContactsPage />, { root: EMPTY, at: '/contacts' })
  await refused('Upload Contacts')
  expect(screen.getByRole('link', { name: 'Import Excel' })).toBeTruthy()
})

test('after a trial, nothing can be imported', async () => {
  const tenant = { ...FULL, trialEndsAt: '2020-01-01T00:00:00Z', planUse: [] }
  show(<ContactsPage />, { root: { ...EMPTY, tenant }, at: '/contacts' })
  const refusedImport = await screen.findByRole('button', { name: 'Import Excel', description: /^Your trial ended/ })
  expect(refusedImport.getAttribute('aria-disabled')).toBe('true')
})

test('nor do templates', async () => {
  const { user, address } = showTemplates([template('one')], { tenant: { ...FULL, features: { htmlBuilder: false } } })
  await user.click(await refused('Use Template'))
  expect(address()).toBe('/templates')
})

test('nor does the builder', async () => {
  const { user, address } = showBuilder('/email-builder', { tenant: FULL })
  await open()
  await user.click(entry('Spacer'))
  await user.click(button('Save Template'))
  await user.click(await refused('Create Campaign'))
  expect(address()).toMatch(/^\/email-builder/)
})
