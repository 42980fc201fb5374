import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AnalyticsPage } from '#web/analytics/analytics-page.tsx'
import { button, documentOf, open, showPage as showBuilder, template as builtTemplate } from '#web/builder/testing.tsx'
import { CampaignsPage } from '#web/campaigns/list/campaigns-page.tsx'
import { campaign } from '#web/campaigns/testing.ts'
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
    { noun: 'templates', used: 2, most: 2 },
  ],
}
const EMPTY = { tenant: FULL, stats: statsOf(), campaigns: pageOf([], {}), contacts: pageOf([], {}) }

/** A button that leads nowhere and says why. */
async function refused(name: string) {
  const description = /^Your Free plan allows (?:100 contacts|2 templates)/
  const [first] = await screen.findAllByRole('button', { name, description })
  expect(first?.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('link', { name })).toBeNull()
  return first as HTMLElement
}

test("a workspace at its plan's limit of campaigns can still begin drafts", async () => {
  show(<DashboardPage />, { root: EMPTY, at: '/dashboard' })
  expect(await screen.findByRole('link', { name: 'Create Your First Campaign' })).toBeTruthy()
  tearDown()
  show(<AnalyticsPage />, { root: EMPTY, at: '/analytics' })
  expect(await screen.findByRole('link', { name: 'Create Your First Campaign' })).toBeTruthy()
})

test('a draft cannot be sent while the workspace has launched as many campaigns as its plan allows', async () => {
  const campaigns = pageOf([campaign('a', { status: 'draft', subject: 'Spring', totalContacts: 3 })], {})
  show(<CampaignsPage />, { root: { ...EMPTY, campaigns }, at: '/campaigns' })
  const description = /^Your Free plan allows 2 campaigns.+ask for a higher plan on the Plan page\.$/
  const send = await screen.findByRole('button', { name: 'Send Campaign', description })
  expect(send.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('link', { name: 'New Campaign' })).toBeTruthy()
})

test('the getting-started list offers no import that the plan refuses', async () => {
  show(<DashboardPage />, { root: { ...EMPTY, stats: statsOf({ hasMailbox: true }) }, at: '/dashboard' })
  await refused('Upload a spreadsheet')
})

test('the list of contacts offers no import that the plan refuses, but an import can still update contacts', async () => {
  show(<ContactsPage />, { root: EMPTY, at: '/contacts?add=contact' })
  await refused('Upload Contacts')
  await refused('Add Contact')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('link', { name: 'Import Excel' })).toBeTruthy()
})

test('the app offers no import after a trial has ended', async () => {
  const tenant = { ...FULL, trialEndsAt: '2020-01-01T00:00:00Z', planUse: [] }
  show(<ContactsPage />, { root: { ...EMPTY, tenant }, at: '/contacts' })
  const refusedImport = await screen.findByRole('button', { name: 'Import Excel', description: /^Your trial ended/ })
  expect(refusedImport.getAttribute('aria-disabled')).toBe('true')
})

const NO_TEMPLATE = 'Your Free plan allows 2 templates. To add more, delete some, or ask for a higher plan'

test('the templates page offers no new template that the plan refuses, until one is deleted', async () => {
  const { user } = showTemplates([template('one'), template('two')], { tenant: FULL })
  for (const name of ['Create Template', 'Build with blocks']) {
    expect((await refused(name)).getAttribute('aria-describedby')).toBeTruthy()
  }
  expect((await screen.findAllByText(NO_TEMPLATE, { exact: false })).length).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: 'Create Template' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Delete Name one' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('link', { name: 'Build with blocks' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Create Template' }))
  expect(await screen.findByRole('dialog', { name: 'Create Template' })).toBeTruthy()
})

test('a new template that the plan refuses, opened by its address, says so before anything is written', async () => {
  const world = showTemplates([], { tenant: { ...FULL, features: { htmlBuilder: false } } }, '/templates?template=new')
  const dialog = await screen.findByRole('dialog', { name: 'Create Template' })
  const create = await within(dialog).findByRole('button', {
    name: 'Create Template',
    description: /^Your Free plan allows 2 templates/,
  })
  await world.user.click(create)
  expect(world.askedFor('CreateTemplate')).toEqual([])
})

test('the builder says at once that the plan has no room for its template, and saves an existing one', async () => {
  const full = { tenant: FULL }
  const { user, askedFor } = showBuilder('/email-builder', full)
  await open()
  await user.click(await refused('Save Template'))
  expect(askedFor('CreateTemplate')).toEqual([])
  tearDown()
  const saved = builtTemplate('t1', documentOf())
  showBuilder('/email-builder?template=t1', { ...full, node: saved, templates: pageOf([saved], {}) })
  await open()
  expect(button('Save Template').getAttribute('aria-disabled')).toBeNull()
})
