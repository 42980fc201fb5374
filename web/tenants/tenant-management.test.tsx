import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { findToast, knownError, tearDown } from '#web/testing/world.tsx'
import { FEATURES, showPage, tenant, tenantsOf, type Asked, type Shown } from './testing.tsx'

afterEach(tearDown)

describe('the tab Tenant Management', () => {
  test('lists the tenants with plan, limits and status', async () => {
    const big = tenant('big', { subscriptionTier: 'enterprise', maxContacts: 999_999, isActive: false })
    showPage({ tenants: tenantsOf(tenant('one'), big) })
    const row = (await screen.findByText('Name big')).closest('tr')
    expect(row?.textContent).toContain('Enterprise')
    expect(row?.textContent).toContain('Unlimited')
    expect(row?.textContent).toContain('Inactive')
    expect(screen.getByText('Name one').closest('tr')?.textContent).toContain('Basic (Plus)')
  })

  test('searches tenants by name, slug and domain on the server', async () => {
    const { user, askedFor } = showPage()
    await user.type(await screen.findByRole('searchbox'), 'TWO.example')
    await waitFor(() => expect(screen.queryByText('Name one')).toBeNull())
    expect(screen.getByText('Name two')).toBeTruthy()
    expect(screen.getByText('1 tenant')).toBeTruthy()
    expect(askedFor('Tenants').at(-1)).toMatchObject({
      filter: { search: 'TWO.example' },
      orderBy: { field: 'name' },
    })
    await user.type(screen.getByRole('searchbox'), 'zzz')
    expect(await screen.findByText('No tenants match your search')).toBeTruthy()
  })

  test('shows tenants page by page, with the total', async () => {
    const all = tenantsOf(tenant('one'), tenant('two'), tenant('three'))
    const { user } = showPage({ tenants: (asked: Asked) => all({ ...asked, first: 2 }) })
    expect(await screen.findByText('3 tenants')).toBeTruthy()
    expect(screen.queryByText('Name three')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show more tenants' }))
    expect(await screen.findByText('Name three')).toBeTruthy()
    expect(screen.getByText('Name one')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show more tenants' })).toBeNull()
  })

  test('shows tenants before they are counted, and counts a new one', async () => {
    const all = tenantsOf(tenant('one'), tenant('two'), tenant('three'), tenant('four'))
    const counting = Promise.withResolvers<number>()
    const { user, askedFor } = showPage({
      tenants: (asked: Asked) => ({ ...all({ ...asked, first: 2 }), totalCount: () => counting.promise }),
      createTenant: ({ input }: { input: object }) => tenant('new', { ...input }),
    })
    expect(await screen.findByRole('cell', { name: /^Name one/ })).toBeTruthy()
    expect(screen.getByText(/^\d+ tenants?$/).className).toContain('invisible')
    counting.resolve(4)
    expect((await screen.findByText('4 tenants')).className).not.toContain('invisible')
    await user.click(screen.getByRole('button', { name: 'Create Tenant' }))
    const form = within(screen.getByRole('dialog'))
    for (const label of ['Name', 'Slug', 'Domain']) await user.type(form.getByLabelText(label), 'new')
    await user.click(form.getByRole('button', { name: 'Create Tenant' }))
    expect(await screen.findByText('5 tenants')).toBeTruthy()
    expect(askedFor('TenantTotal')).toHaveLength(1)
  })

  test('counts the tenants that match a search', async () => {
    const all = tenantsOf(tenant('one'), tenant('two'), tenant('two-b'), tenant('three'))
    const { user, askedFor } = showPage({ tenants: (asked: Asked) => all({ ...asked, first: 1 }) })
    expect(await screen.findByText('4 tenants')).toBeTruthy()
    await user.type(screen.getByRole('searchbox'), 'two')
    expect(await screen.findByText('2 tenants')).toBeTruthy()
    expect(askedFor('TenantTotal').at(-1)).toEqual({ filter: { search: 'two' } })
  })

  async function openForm({ user }: Shown) {
    await user.click(await screen.findByRole('button', { name: 'Create Tenant' }))
    return within(screen.getByRole('dialog'))
  }

  test('creates a tenant with the defaults of its plan, initially basic', async () => {
    const world = showPage({ createTenant: ({ input }: { input: object }) => tenant('new', { ...input }) })
    const form = await openForm(world)
    expect(form.getByLabelText<HTMLInputElement>('Max contacts').value).toBe('1000')
    await world.user.selectOptions(form.getByLabelText('Subscription tier'), 'pro')
    expect(form.getByLabelText<HTMLInputElement>('Max users').value).toBe('25')
    await world.user.type(form.getByLabelText('Name'), 'Quiet Post')
    await world.user.type(form.getByLabelText('Slug'), 'quiet-post')
    await world.user.type(form.getByLabelText('Domain'), 'quiet.example')
    await world.user.click(form.getByRole('button', { name: 'Create Tenant' }))
    await findToast('Tenant created successfully')
    expect(world.askedFor('CreateTenant')).toEqual([
      {
        input: {
          name: 'Quiet Post',
          slug: 'quiet-post',
          domain: 'quiet.example',
          subscriptionTier: 'pro',
          maxUsers: 25,
          maxContacts: 10_000,
          maxCampaigns: 100,
        },
      },
    ])
    expect(screen.getByText('Quiet Post')).toBeTruthy()
    expect(world.askedFor('Tenants')).toHaveLength(1)
  })

  test('requires slug, name and domain', async () => {
    const world = showPage()
    const form = await openForm(world)
    await world.user.click(form.getByRole('button', { name: 'Create Tenant' }))
    expect(await form.findByText('Name is required')).toBeTruthy()
    expect(form.getByText('Slug is required')).toBeTruthy()
    expect(form.getByText('Domain is required')).toBeTruthy()
    expect(world.askedFor('CreateTenant')).toEqual([])
  })

  test("shows the server's message at a refusal and marks the field", async () => {
    const message = 'This slug is taken.'
    const world = showPage({
      createTenant: () => {
        throw knownError('CONFLICT', message, { slug: message })
      },
    })
    const form = await openForm(world)
    for (const label of ['Name', 'Slug', 'Domain']) await world.user.type(form.getByLabelText(label), 'one')
    await world.user.click(form.getByRole('button', { name: 'Create Tenant' }))
    const toast = await findToast('Failed to create tenant')
    expect(within(toast).getByText(message)).toBeTruthy()
    expect(form.getByLabelText('Slug').getAttribute('aria-invalid')).toBe('true')
  })

  async function openFeatures({ user }: Shown) {
    await user.click(await screen.findByRole('button', { name: 'Plan and features for Name one' }))
    return within(screen.getByRole('dialog'))
  }

  test('toggles a feature and shows "Features updated successfully"', async () => {
    const world = showPage({
      updateTenant: ({ input }: { input: { features: object } }) =>
        tenant('one', { features: { ...FEATURES, ...input.features } }),
    })
    const dialog = await openFeatures(world)
    await world.user.click(dialog.getByRole('switch', { name: 'Tracking' }))
    await findToast('Features updated successfully')
    expect(world.askedFor('UpdateTenant')).toEqual([{ input: { id: 'one', features: { tracking: false } } }])
    expect(dialog.getByRole('switch', { name: 'Tracking' }).getAttribute('aria-checked')).toBe('false')
  })

  test('shows "Failed to update features" at a failure and reverts the switch', async () => {
    const world = showPage({
      updateTenant: () => {
        throw knownError('NOT_FOUND', 'There is no such tenant.')
      },
    })
    const dialog = await openFeatures(world)
    await world.user.click(dialog.getByRole('switch', { name: 'Tracking' }))
    const toast = await findToast('Failed to update features')
    expect(within(toast).getByText('There is no such tenant.')).toBeTruthy()
    expect(dialog.getByRole('switch', { name: 'Tracking' }).getAttribute('aria-checked')).toBe('true')
  })

  test('confirms the plan that a tenant signed up for', async () => {
    const waiting = tenant('one', { planConfirmed: false })
    const world = showPage({ tenants: tenantsOf(waiting), confirmPlan: { ...waiting, planConfirmed: true } })
    expect(await screen.findByText('Not confirmed')).toBeTruthy()
    const dialog = await openFeatures(world)
    expect(dialog.getByText('Signed up for Plus')).toBeTruthy()
    await world.user.click(dialog.getByRole('button', { name: 'Confirm plan' }))
    await findToast('Plan confirmed')
    expect(world.askedFor('ConfirmPlan')).toEqual([{ id: 'one' }])
    expect(dialog.queryByRole('button', { name: 'Confirm plan' })).toBeNull()
    expect(screen.queryByText('Not confirmed')).toBeNull()
  })

  test("changes a tenant's plan: another plan suggests its own limits", async () => {
    const world = showPage({
      tenants: tenantsOf(tenant('one', { trialEndsAt: '2999-03-01T12:00:00.000Z' })),
      updateTenant: ({ input }: { input: object }) => tenant('one', { trialEndsAt: null, ...input }),
    })
    const dialog = await openFeatures(world)
    const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save plan' })
    expect(dialog.getByText(/Its trial ends on/)).toBeTruthy()
    expect(save.disabled).toBe(true)
    await world.user.selectOptions(dialog.getByLabelText('Subscription tier'), 'pro')
    const contacts = dialog.getByLabelText<HTMLInputElement>('Max contacts')
    expect(contacts.value).toBe('10000')
    await world.user.clear(contacts)
    await world.user.type(contacts, '-1')
    await world.user.click(save)
    expect(await dialog.findByText(/Max contacts must be a whole number from 0/)).toBeTruthy()
    expect(world.askedFor('UpdateTenant')).toEqual([])
    await world.user.clear(contacts)
    await world.user.type(contacts, '20000')
    await world.user.click(save)
    await findToast('Plan updated')
    expect(world.askedFor('UpdateTenant')).toEqual([
      { input: { id: 'one', subscriptionTier: 'pro', maxUsers: 25, maxContacts: 20_000, maxCampaigns: 100 } },
    ])
    expect(dialog.queryByText(/Its trial/)).toBeNull()
    expect(within(await screen.findByRole('table', { hidden: true })).getByText('20,000')).toBeTruthy()
  })

  test('says that an expired trial has ended', async () => {
    const world = showPage({ tenants: tenantsOf(tenant('one', { trialEndsAt: '2026-01-01T12:00:00.000Z' })) })
    const dialog = await openFeatures(world)
    expect(dialog.getByText(/Its trial ended on/)).toBeTruthy()
  })

  test('lifts the email limits of a new tenant', async () => {
    const isNew = tenant('one', { newWorkspaceLimits: true })
    const world = showPage({ tenants: tenantsOf(isNew), updateTenant: () => tenant('one') })
    const dialog = await openFeatures(world)
    await world.user.click(dialog.getByRole('switch', { name: 'New workspace limits' }))
    await findToast('New workspace limits turned off')
    expect(world.askedFor('UpdateTenant')).toEqual([{ input: { id: 'one', newWorkspaceLimits: false } }])
    expect(dialog.getByRole('switch', { name: 'New workspace limits' }).getAttribute('aria-checked')).toBe('false')
  })

  test('deactivates a tenant after confirmation', async () => {
    const world = showPage({ updateTenant: () => tenant('one', { isActive: false }) })
    const dialog = await openFeatures(world)
    await world.user.click(dialog.getByRole('switch', { name: 'Active' }))
    expect(world.askedFor('UpdateTenant')).toEqual([])
    await world.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Deactivate' }))
    await findToast('Tenant deactivated')
    expect(world.askedFor('UpdateTenant')).toEqual([{ input: { id: 'one', isActive: false } }])
  })
})
