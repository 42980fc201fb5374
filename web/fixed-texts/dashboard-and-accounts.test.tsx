import '#web/testing/browser.ts'
import { ApolloLink } from '@apollo/client'
import { fireEvent, screen, within } from '@testing-library/react'
import { throwError } from 'rxjs'
import { afterEach, describe, it } from 'vitest'
import { DashboardPage } from '#web/dashboard/dashboard-page.tsx'
import { number, showPage as showSettings } from '#web/settings/testing.tsx'
import { TemplatesPage } from '#web/templates/templates-page.tsx'
import { SuperAdminPage } from '#web/tenants/super-admin/super-admin-page.tsx'
import { RUTH, tenant } from '#web/tenants/testing.tsx'
import { openApp, type OpenApp } from '#web/testing/app.tsx'
import { ANN, unexplainedError, pageOf, show, statsOf, tearDown, type Root } from '#web/testing/world.tsx'
import { leavesNothingOut, looker } from './spec-texts.ts'

afterEach(tearDown)

const fails = () => Promise.reject(unexplainedError())

describe('the dashboard shows the texts that the specification fixes:', () => {
  const see = looker('dashboard')
  const none: Root = { stats: statsOf(), campaigns: pageOf([], {}) }
  const open = (query = '') => show(<DashboardPage />, { root: none, at: `/dashboard${query}` })

  it('those without data', async () => {
    open()
    await see(
      'from last month',
      'No campaigns yet! Ready to create your first masterpiece?',
      'Create Your First Campaign',
    )
  })

  it('the result of connecting a mailbox', async () => {
    open('?auth=microsoft_connected')
    await see(
      'Microsoft 365 Connected!',
      'Your Microsoft account has been successfully connected. You can now send emails through Outlook.',
    )
    tearDown()
    open('?auth=google_connected')
    await see(
      'Google Account Connected!',
      'Your Google account has been successfully connected. You can now send emails through Gmail.',
    )
    tearDown()
    open('?auth=error&message=access_denied')
    await see('Connection Failed', 'Error: {name}')
    tearDown()
    open('?auth=error')
    await see('Failed to connect Microsoft account. Please try again.')
  })
})

describe('signing in and out shows the texts that the specification fixes:', () => {
  const see = looker('accounts')
  const GOOD = {
    'Company name': 'Lee & Sons',
    'Full name': 'Ann Lee',
    Email: 'ann@example.com',
    Username: 'ann',
    Password: 'long enough',
    'Confirm password': 'long enough',
  }

  async function register(app: OpenApp, values: object) {
    await app.user.click(await screen.findByRole('button', { name: 'Sign up manually' }))
    await screen.findByRole('button', { name: 'Create account' })
    for (const [label, value] of Object.entries({ ...GOOD, ...values })) {
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    }
    await app.user.click(screen.getByRole('button', { name: 'Create account' }))
  }

  it('missing input and failures', async () => {
    const { user } = openApp('/login', { login: fails })
    await user.click(await screen.findByRole('button', { name: 'Sign in' }))
    await see('Missing credentials: Please enter both username and password.')
    await user.type(screen.getByLabelText('Username'), 'ann')
    await user.type(screen.getByLabelText('Password'), 'secret-1{Enter}')
    await see('Login failed')
  })

  it('success and logout', async () => {
    let open = true
    const logout = () => (open ? fails() : true)
    const { user } = openApp('/login', { login: { user: ANN }, logout })
    await user.type(await screen.findByLabelText('Username'), 'ann')
    await user.type(screen.getByLabelText('Password'), 'secret-1{Enter}')
    await see('Login successful')
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    await see('Logout failed', 'There was an issue logging out')
    open = false
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await see('Logged out')
  })

  it('registration errors', async () => {
    await register(openApp('/register', { register: fails }), { 'Confirm password': 'another one' })
    await see('Password mismatch: Password and confirm password must match.')
    tearDown()
    const app = openApp('/register', { register: fails })
    await register(app, { Password: 'short', 'Confirm password': 'short' })
    await see('Password too short: Password must be at least 8 characters long.')
    for (const label of ['Password', 'Confirm password']) {
      fireEvent.change(screen.getByLabelText(label), { target: { value: 'long enough' } })
    }
    await app.user.click(screen.getByRole('button', { name: 'Create account' }))
    await see('Registration failed')
  })

  it('a failed sign-in at a provider', async () => {
    openApp('/?auth=error&message=access_denied', {})
    await see('Authentication failed')
  })
})

describe('the templates page shows the texts that the specification fixes:', () => {
  const see = looker('templates')
  const template = {
    __typename: 'Template',
    id: 't1',
    name: 'Spring',
    subject: 'Hello',
    content: 'Dear',
    htmlTemplate: null,
    preview: 'Dear',
    createdAt: '2026-01-31T12:00:00.000Z',
  }
  const open = (root: Root) =>
    show(<TemplatesPage />, {
      at: '/templates?template=new',
      root: { templates: pageOf([template], {}), tenant: { id: 't', features: { htmlBuilder: false } }, ...root },
    })
  const create = async ({ user }: ReturnType<typeof open>) => {
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Name'), 'News')
    await user.click(within(dialog).getByRole('button', { name: 'Create Template' }))
  }
  const remove = async ({ user }: ReturnType<typeof open>) => {
    await user.click(await screen.findByRole('button', { name: 'Delete Spring' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  }

  it('the confirmations of creation and deletion', async () => {
    const world = open({ createTemplate: { ...template, id: 't2', name: 'News' }, deleteTemplate: template })
    await create(world)
    await see('Template Created')
    await remove(world)
    await see('Template Deleted')
  })

  it('the failures', async () => {
    const world = open({ createTemplate: fails, deleteTemplate: fails })
    await create(world)
    await see('Create Failed', 'Failed to create template')
    await world.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await remove(world)
    await see('Delete Failed', 'Failed to delete template')
  })
})

describe('the settings page shows the texts that the specification fixes:', () => {
  const see = looker('settings')
  const users = pageOf([{ ...ANN, role: 'admin', isActive: true }], {})

  async function change(value: string) {
    fireEvent.change(await number('Daily limit'), { target: { value } })
  }
  async function changePassword({ user }: ReturnType<typeof showSettings>) {
    for (const label of ['Current password', 'New password', 'Confirm new password']) {
      fireEvent.change(screen.getByLabelText(label), { target: { value: 'three odd socks' } })
    }
    await user.click(screen.getByRole('button', { name: 'Change Password' }))
  }
  async function createUser({ user }: ReturnType<typeof showSettings>) {
    for (const [label, value] of [
      ['Name', 'Cat Orr'],
      ['Email', 'cat@example.com'],
      ['Password', 'three odd socks'],
    ] as const) {
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    }
    await user.click(screen.getByRole('button', { name: 'Create User' }))
  }

  it('the confirmations of changes', async () => {
    showSettings()
    await see('Apply Recommended Settings')
    await change('50')
    await see('Email settings updated successfully')
    tearDown()
    await changePassword(showSettings({ changePassword: true, sessions: [] }, { at: '/settings?tab=profile' }))
    await see('Password changed successfully')
    tearDown()
    await createUser(
      showSettings({ users, createUser: { ...ANN, id: 'cat', isActive: true } }, { at: '/settings?tab=users' }),
    )
    await see('User created successfully')
  })

  it('the failures', async () => {
    showSettings({ updateEmailSettings: fails })
    await change('50')
    await see('Failed to update settings')
    tearDown()
    await changePassword(showSettings({ changePassword: fails, sessions: [] }, { at: '/settings?tab=profile' }))
    await see('Failed to change password')
    tearDown()
    await createUser(showSettings({ users, createUser: fails }, { at: '/settings?tab=users' }))
    await see('Failed to create user')
  })
})

describe('the super admin page shows the texts that the specification fixes:', () => {
  const see = looker('superAdmin')
  const one = tenant('one')
  const open = (root: Root) =>
    show(<SuperAdminPage />, {
      at: '/supadmin',
      root: { superAdmin: RUTH, tenants: pageOf([one], {}), ...root },
    })
  const toggle = async ({ user }: ReturnType<typeof open>) => {
    await user.click(await screen.findByRole('button', { name: 'Plan and features for Name one' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('switch', { name: 'Tracking' }))
  }

  it('the confirmations of what was created and changed', async () => {
    const world = open({ createTenant: tenant('two'), updateTenant: one })
    await world.user.click(await screen.findByRole('button', { name: 'Create Tenant' }))
    const form = within(screen.getByRole('dialog'))
    for (const label of ['Name', 'Slug', 'Domain']) await world.user.type(form.getByLabelText(label), 'two')
    await world.user.click(form.getByRole('button', { name: 'Create Tenant' }))
    await see('Tenant created successfully')
    await toggle(world)
    await see('Features updated successfully')
  })

  it('the failures', async () => {
    await toggle(open({ updateTenant: fails }))
    await see('Failed to update features')
    tearDown()
    const world = open({ superAdmin: null })
    await screen.findByLabelText('Username')
    world.client.setLink(new ApolloLink(() => throwError(() => new TypeError('Failed to fetch'))))
    await world.user.type(screen.getByLabelText('Username'), 'ruth')
    await world.user.type(screen.getByLabelText('Password'), 'secret-word{Enter}')
    await see('Network error')
  })
})

leavesNothingOut('dashboard', 'accounts', 'templates', 'settings', 'superAdmin')
