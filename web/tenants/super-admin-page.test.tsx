// @vitest-environment jsdom
import '#web/testing/browser.ts'
import { ApolloLink } from '@apollo/client'
import { screen, waitFor, within } from '@testing-library/react'
import { throwError } from 'rxjs'
import { afterEach, describe, expect, test } from 'vitest'
import { findToast, pageOf, refusal, show, tearDown, type Root } from '#web/testing/world.tsx'
import { SuperAdminPage } from './super-admin-page.tsx'

afterEach(tearDown)

const RUTH = { id: 'ruth', name: 'Ruth', username: 'ruth' }
const FEATURES = {
  htmlBuilder: true,
  abTesting: true,
  attachments: true,
  tracking: true,
  apiAccess: true,
  warmup: true,
}

function tenant(id: string, fields: Record<string, unknown> = {}) {
  return {
    __typename: 'Tenant',
    id,
    slug: id,
    name: `Name ${id}`,
    domain: `${id}.example`,
    subscriptionTier: 'basic',
    maxUsers: 5,
    maxContacts: 1_000,
    maxCampaigns: 10,
    isActive: true,
    trialEndsAt: null,
    planConfirmed: true,
    createdAt: '2026-01-31T12:00:00.000Z',
    features: FEATURES,
    ...fields,
  }
}

const BOB = {
  __typename: 'TenantUser',
  id: 'bob',
  username: 'bob',
  email: 'bob@example.com',
  name: 'Bob Ray',
  role: 'user',
  isActive: true,
  createdAt: '2026-01-31T12:00:00.000Z',
}

interface Asked {
  first?: number
  filter?: { search?: string; ids?: string[] }
}

/** Pages of tenants, found as the server finds them. */
function tenantsOf(...all: ReturnType<typeof tenant>[]) {
  return ({ filter, ...page }: Asked) => {
    const wanted = filter?.search?.toLowerCase() ?? ''
    const found = all.filter(
      ({ id, name, slug, domain }) =>
        `${name} ${slug} ${domain}`.toLowerCase().includes(wanted) && (filter?.ids?.includes(id) ?? true),
    )
    return pageOf(found, page)
  }
}

function showPage(root: Root = {}, at = '/supadmin') {
  return show(<SuperAdminPage />, {
    root: {
      superAdmin: RUTH,
      tenants: tenantsOf(tenant('one'), tenant('two')),
      tenantUsers: (page: object) => pageOf([BOB], page),
      ...root,
    },
    at,
  })
}

type Shown = ReturnType<typeof showPage>

async function signIn({ user }: Shown) {
  await user.type(await screen.findByLabelText('Username'), 'ruth')
  await user.type(screen.getByLabelText('Password'), 'secret-word')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

describe('signing in as super admin', () => {
  test('opens the tabs Tenant Management and User Management', async () => {
    const world = showPage({ superAdmin: null, superAdminLogin: RUTH })
    await signIn(world)
    expect(await screen.findByRole('tab', { name: 'Tenant Management' })).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'User Management' })).toBeTruthy()
    expect(world.askedFor('SuperAdminLogin')).toEqual([{ input: { username: 'ruth', password: 'secret-word' } }])
  })

  test('needs username and password', async () => {
    const world = showPage({ superAdmin: null })
    await world.user.click(await screen.findByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('Missing credentials: Please enter both username and password.')).toBeTruthy()
    expect(world.askedFor('SuperAdminLogin')).toEqual([])
  })

  test('a refusal shows the server message', async () => {
    const world = showPage({
      superAdmin: null,
      superAdminLogin: () => {
        throw refusal('UNAUTHENTICATED', 'Wrong username or password.')
      },
    })
    await signIn(world)
    const toast = await findToast('Login failed')
    expect(within(toast).getByText('Wrong username or password.')).toBeTruthy()
  })

  test("a server that is not reached reads 'Network error'", async () => {
    const world = showPage({ superAdmin: null })
    await screen.findByLabelText('Username')
    world.client.setLink(new ApolloLink(() => throwError(() => new TypeError('Failed to fetch'))))
    await signIn(world)
    expect(within(await findToast('Login failed')).getByText('Network error')).toBeTruthy()
  })

  test('a session that has ended elsewhere leads back to the login form', async () => {
    let signedIn = true
    showPage({
      superAdmin: () => (signedIn ? RUTH : null),
      tenants: () => {
        signedIn = false
        throw refusal('UNAUTHENTICATED', 'You are not signed in as super admin.')
      },
    })
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
  })

  test('a session that ends while the panel is open leads back to the login form with the next thing that is done', async () => {
    const { user } = showPage({
      updateTenant: () => {
        throw refusal('UNAUTHENTICATED', 'You are not signed in as super admin.')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Plan and features of Name one' }))
    await user.click(await screen.findByRole('switch', { name: 'Tracking' }))
    expect(await screen.findByLabelText('Password')).toBeTruthy()
    expect(screen.queryByRole('tab')).toBeNull()
  })

  test('logging out leads back to the login form', async () => {
    const { user } = showPage({ superAdminLogout: true })
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
    await findToast('Logged out')
  })
})

describe('Tenant Management', () => {
  test('lists the tenants with plan, limits and status', async () => {
    const big = tenant('big', { subscriptionTier: 'enterprise', maxContacts: 999_999, isActive: false })
    showPage({ tenants: tenantsOf(tenant('one'), big) })
    const row = (await screen.findByText('Name big')).closest('tr')
    expect(row?.textContent).toContain('Enterprise')
    expect(row?.textContent).toContain('Unlimited')
    expect(row?.textContent).toContain('Inactive')
    expect(screen.getByText('Name one').closest('tr')?.textContent).toContain('Basic (Plus)')
  })

  test('lets the server find tenants by name, slug and domain', async () => {
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

  test('shows them page by page, and says how many there are', async () => {
    const all = tenantsOf(tenant('one'), tenant('two'), tenant('three'))
    const { user } = showPage({ tenants: (asked: Asked) => all({ ...asked, first: 2 }) })
    expect(await screen.findByText('3 tenants')).toBeTruthy()
    expect(screen.queryByText('Name three')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show more tenants' }))
    expect(await screen.findByText('Name three')).toBeTruthy()
    expect(screen.getByText('Name one')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show more tenants' })).toBeNull()
  })

  async function openForm({ user }: Shown) {
    await user.click(await screen.findByRole('button', { name: 'Create Tenant' }))
    return within(screen.getByRole('dialog'))
  }

  test('creates a tenant with the defaults of its tier, basic at first', async () => {
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

  test('needs slug, name and domain', async () => {
    const world = showPage()
    const form = await openForm(world)
    await world.user.click(form.getByRole('button', { name: 'Create Tenant' }))
    expect(await form.findByText('Name is required')).toBeTruthy()
    expect(form.getByText('Slug is required')).toBeTruthy()
    expect(form.getByText('Domain is required')).toBeTruthy()
    expect(world.askedFor('CreateTenant')).toEqual([])
  })

  test('a refusal shows the server message and marks the field', async () => {
    const message = 'This slug is taken.'
    const world = showPage({
      createTenant: () => {
        throw refusal('CONFLICT', message, { slug: message })
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
    await user.click(await screen.findByRole('button', { name: 'Plan and features of Name one' }))
    return within(screen.getByRole('dialog'))
  }

  test('toggles a feature flag and says "Features updated successfully"', async () => {
    const world = showPage({
      updateTenant: ({ input }: { input: { features: object } }) =>
        tenant('one', { features: { ...FEATURES, ...input.features } }),
    })
    const dialog = await openFeatures(world)
    await world.user.click(dialog.getByRole('switch', { name: 'Tracking' }))
    await findToast('Features updated successfully')
    expect(world.askedFor('UpdateTenant')).toEqual([{ id: 'one', input: { features: { tracking: false } } }])
    expect(dialog.getByRole('switch', { name: 'Tracking' }).getAttribute('aria-checked')).toBe('false')
  })

  test('a failure says "Failed to update features" and turns the switch back', async () => {
    const world = showPage({
      updateTenant: () => {
        throw refusal('NOT_FOUND', 'There is no such tenant.')
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

  test("changes a tenant's plan: another tier proposes its own limits", async () => {
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
      { id: 'one', input: { subscriptionTier: 'pro', maxUsers: 25, maxContacts: 20_000, maxCampaigns: 100 } },
    ])
    expect(dialog.queryByText(/Its trial/)).toBeNull()
    expect(within(await screen.findByRole('table', { hidden: true })).getByText('20,000')).toBeTruthy()
  })

  test('says of a trial that is over that it has ended', async () => {
    const world = showPage({ tenants: tenantsOf(tenant('one', { trialEndsAt: '2026-01-01T12:00:00.000Z' })) })
    const dialog = await openFeatures(world)
    expect(dialog.getByText(/Its trial ended on/)).toBeTruthy()
  })

  test('deactivates a tenant after a question', async () => {
    const world = showPage({ updateTenant: () => tenant('one', { isActive: false }) })
    const dialog = await openFeatures(world)
    await world.user.click(dialog.getByRole('switch', { name: 'Active' }))
    expect(world.askedFor('UpdateTenant')).toEqual([])
    await world.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Deactivate' }))
    await findToast('Tenant deactivated')
    expect(world.askedFor('UpdateTenant')).toEqual([{ id: 'one', input: { isActive: false } }])
  })
})

describe('User Management', () => {
  test("views a tenant's users", async () => {
    const world = showPage({
      tenantUsers: ({ tenantId }: { tenantId: string }) => pageOf(tenantId === 'two' ? [BOB] : [], {}),
    })
    await world.user.click(await screen.findByRole('tab', { name: 'User Management' }))
    expect(await screen.findByText('Nobody yet')).toBeTruthy()
    await world.user.selectOptions(screen.getByLabelText('Tenant'), 'two')
    expect(await screen.findByText('Bob Ray')).toBeTruthy()
    expect(world.address()).toBe('/supadmin?tab=users&tenant=two')
  })

  test('finds the tenant among many, and keeps the one that the address names', async () => {
    const all = tenantsOf(tenant('one'), tenant('two'), tenant('three'))
    const tenants = (asked: Asked) => all({ ...asked, first: 1 })
    const world = showPage({ tenants }, '/supadmin?tab=users&tenant=two')
    expect((await screen.findByLabelText<HTMLSelectElement>('Tenant')).value).toBe('two')
    await world.user.type(screen.getByLabelText('Find a tenant'), 'three.ex')
    expect(await screen.findByRole('option', { name: 'Name three (three)' })).toBeTruthy()
    expect(screen.getByText('Users of Name two')).toBeTruthy()
    await world.user.selectOptions(screen.getByLabelText('Tenant'), 'three')
    expect(await screen.findByText('Users of Name three')).toBeTruthy()
    expect(world.address()).toBe('/supadmin?tab=users&tenant=three')
  })

  test('lists many users page by page', async () => {
    const all = [BOB, { ...BOB, id: 'cat', name: 'Cat Orr' }]
    const tenantUsers = (page: object) => pageOf(all, { ...page, first: 1 })
    const { user } = showPage({ tenantUsers }, '/supadmin?tab=users')
    await screen.findByText('Bob Ray')
    expect(screen.queryByText('Cat Orr')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show more users' }))
    expect(await screen.findByText('Cat Orr')).toBeTruthy()
  })

  test('creates a user for the tenant', async () => {
    const world = showPage(
      { createTenantUser: ({ input }: { input: object }) => ({ ...BOB, ...input, id: 'cat' }) },
      '/supadmin?tab=users&tenant=two',
    )
    await screen.findByText('Bob Ray')
    await world.user.type(screen.getByLabelText('Name'), 'Cat Orr')
    await world.user.type(screen.getByLabelText('Username'), 'cat')
    await world.user.type(screen.getByLabelText('Email'), 'cat@example.com')
    await world.user.type(screen.getByLabelText('Password'), 'a-long-secret')
    await world.user.selectOptions(screen.getByLabelText('Role'), 'admin')
    await world.user.click(screen.getByRole('button', { name: 'Create User' }))
    await findToast('User created successfully')
    expect(world.askedFor('CreateTenantUser')).toEqual([
      {
        tenantId: 'two',
        input: {
          name: 'Cat Orr',
          username: 'cat',
          email: 'cat@example.com',
          password: 'a-long-secret',
          role: 'admin',
        },
      },
    ])
    expect(await screen.findByText('Cat Orr')).toBeTruthy()
  })

  test('needs every field', async () => {
    const world = showPage({}, '/supadmin?tab=users')
    await world.user.click(await screen.findByRole('button', { name: 'Create User' }))
    expect(await screen.findByText('Name is required')).toBeTruthy()
    expect(screen.getByText('Username is required')).toBeTruthy()
    expect(screen.getByText('Valid email is required')).toBeTruthy()
    await waitFor(() => expect(world.askedFor('CreateTenantUser')).toEqual([]))
  })
})
