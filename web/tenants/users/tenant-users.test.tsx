import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { findToast, pageOf, tearDown } from '#web/testing/world.tsx'
import { BOB, showPage, tenant, tenantsOf, type Asked } from '../testing.tsx'

afterEach(tearDown)

describe("the tab User Management of the super admin's panel", () => {
  test("shows a tenant's users", async () => {
    const world = showPage({
      tenantUsers: ({ tenantId }: { tenantId: string }) => pageOf(tenantId === 'two' ? [BOB] : [], {}),
    })
    await world.user.click(await screen.findByRole('tab', { name: 'User Management' }))
    expect(await screen.findByText('No users yet')).toBeTruthy()
    await world.user.selectOptions(screen.getByLabelText('Tenant'), 'two')
    expect(await screen.findByText('Bob Ray')).toBeTruthy()
    expect(world.address()).toBe('/supadmin?tab=users&tenant=two')
  })

  test('finds the tenant among many, and keeps the one in the address', async () => {
    const all = tenantsOf(tenant('one'), tenant('two'), tenant('three'))
    const tenants = (asked: Asked) => all({ ...asked, first: 1 })
    const world = showPage({ tenants }, '/supadmin?tab=users&tenant=two')
    expect((await screen.findByLabelText<HTMLSelectElement>('Tenant')).value).toBe('two')
    await world.user.type(screen.getByLabelText('Find a tenant'), 'three.ex')
    expect(await screen.findByRole('option', { name: 'Name three (three)' })).toBeTruthy()
    expect(screen.getByText('Users in Name two')).toBeTruthy()
    await world.user.selectOptions(screen.getByLabelText('Tenant'), 'three')
    expect(await screen.findByText('Users in Name three')).toBeTruthy()
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

  test('shows users before they are counted, and counts a new one', async () => {
    const all = [BOB, { ...BOB, id: 'cat', name: 'Cat Orr' }]
    const counting = Promise.withResolvers<number>()
    const { user, askedFor } = showPage(
      {
        tenantUsers: (page: object) => ({ ...pageOf(all, { ...page, first: 1 }), totalCount: () => counting.promise }),
        createTenantUser: ({ input }: { input: object }) => ({ ...BOB, ...input, id: 'dan' }),
      },
      '/supadmin?tab=users&tenant=two',
    )
    expect(await screen.findByRole('cell', { name: /^Bob Ray/ })).toBeTruthy()
    const heading = screen.getByRole('heading', { name: 'Users in Name two' })
    const head = within(heading.closest('header')!)
    expect(head.queryByText(/^\d+$/)).toBeNull()
    counting.resolve(2)
    expect(await head.findByText('2')).toBeTruthy()
    for (const [label, text] of [
      ['Name', 'Dan Poe'],
      ['Username', 'dan'],
      ['Email', 'dan@example.com'],
      ['Password', 'a-long-secret'],
    ] as const) {
      await user.type(screen.getByLabelText(label), text)
    }
    await user.selectOptions(screen.getByLabelText('Role'), 'user')
    await user.click(screen.getByRole('button', { name: 'Create User' }))
    expect(await head.findByText('3')).toBeTruthy()
    expect(askedFor('TenantUserTotal')).toEqual([{ tenantId: 'two' }])
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
        input: {
          tenantId: 'two',
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

  test('resets the lost second factor of a user, after a question', async () => {
    const { user, askedFor } = showPage({ resetTenantUserFactor: BOB }, '/supadmin?tab=users&tenant=two')
    await user.click(await screen.findByRole('button', { name: 'Reset 2-step sign-in of Bob Ray' }))
    expect(askedFor('ResetTenantUserFactor')).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Reset' }))
    await findToast('Two-step sign-in reset')
    expect(askedFor('ResetTenantUserFactor')).toEqual([{ tenantId: 'two', id: 'bob' }])
  })

  test('requires every field', async () => {
    const world = showPage({}, '/supadmin?tab=users')
    await world.user.click(await screen.findByRole('button', { name: 'Create User' }))
    expect(await screen.findByText('Name is required')).toBeTruthy()
    expect(screen.getByText('Username is required')).toBeTruthy()
    expect(screen.getByText('Valid email is required')).toBeTruthy()
    await waitFor(() => expect(world.askedFor('CreateTenantUser')).toEqual([]))
  })
})
