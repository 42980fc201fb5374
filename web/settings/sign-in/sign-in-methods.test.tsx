import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { findToast, knownError, tearDown, type Root } from '#web/testing/world.tsx'
import { showPage } from '../testing.tsx'

afterEach(tearDown)

const method = (id: string, fields: object = {}) => ({
  ...{ __typename: 'Identity', id, provider: 'google', label: `${id}@example.com` },
  ...{ addedAt: '2026-01-01T12:00:00.000Z', lastUsedAt: null, ...fields },
})
const open = (root: Root, options: { hasPassword?: boolean; at?: string } = {}) =>
  showPage(root, { at: '/settings?tab=profile', ...options })
const rowOf = async (text: string) => {
  const list = await screen.findByRole('list', { name: 'Sign-in methods' })
  const row = within(list).getByText(text).closest('li')
  if (!row) throw new Error(`${text} is not in the list`)
  return within(row)
}

describe('the card Sign-in methods', () => {
  test('lists the password and added accounts, and removes one', async () => {
    let methods = [method('one'), method('two', { provider: 'microsoft' })]
    const { user, askedFor } = open({
      identities: () => methods,
      removeIdentity: () => {
        const [gone] = methods
        methods = methods.slice(1)
        return gone
      },
    })
    expect((await rowOf('Password')).queryByRole('button')).toBeNull()
    await user.click((await rowOf('one@example.com')).getByRole('button', { name: 'Remove one@example.com' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove one@example.com?' })
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await findToast('Sign-in method removed')
    expect(askedFor('RemoveIdentity')).toEqual([{ id: 'one' }])
    expect((await rowOf('two@example.com')).getByRole('button')).toBeTruthy()
  })

  test('does not offer to remove the only sign-in method', async () => {
    open({ identities: [method('one')] }, { hasPassword: false })
    const row = await rowOf('one@example.com')
    expect(row.queryByRole('button')).toBeNull()
    expect(row.getByText(/This is your only sign-in method/)).toBeTruthy()
    expect(within(screen.getByRole('list', { name: 'Sign-in methods' })).queryByText('Password')).toBeNull()
  })

  test('asks for the password before redirecting to the provider', async () => {
    let right = false
    const confirmPassword = () => right || Promise.reject(knownError('BAD_INPUT', 'The password is wrong.'))
    const { user, askedFor } = open({ confirmPassword })
    await user.click(await screen.findByRole('button', { name: 'Add Microsoft' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign in with Microsoft' }))
    expect(dialog.queryByRole('link')).toBeNull()
    await user.type(dialog.getByLabelText(/Your password/), 'guess')
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await dialog.findByText('The password is wrong.')).toBeTruthy()
    right = true
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    const link = await dialog.findByRole('link', { name: 'Continue to Microsoft' })
    expect(link.getAttribute('href')).toBe('/auth/microsoft?action=identity')
    expect(askedFor('ConfirmPassword')).toHaveLength(2)
  })

  test('adds single sign-on where the workspace has it for the address', async () => {
    const { user } = open({ confirmationWays: ['password', 'singleSignOn'], confirmPassword: true })
    await user.click(await screen.findByRole('button', { name: 'Add your single sign-on account' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign in with single sign-on' }))
    await user.type(dialog.getByLabelText(/Your password/), 'secret')
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    const link = await dialog.findByRole('link', { name: 'Continue to single sign-on' })
    expect(link.getAttribute('href')).toMatch(/^\/auth\/sso\?action=identity&email=.+%40/)
  })

  test('lets users without a password confirm with an existing method', async () => {
    const { user } = open({ identities: [method('one')] }, { hasPassword: false })
    await user.click(await screen.findByRole('button', { name: 'Add Microsoft' }))
    const confirm = await screen.findByRole('link', { name: 'Confirm with Google' })
    expect(confirm.getAttribute('href')).toBe('/auth/google?action=confirm')
  })

  test('confirms when a sign-in method was added', async () => {
    open({}, { at: '/settings?tab=profile&identity=added' })
    await findToast('Sign-in method added')
  })

  test('offers a retry when loading fails', async () => {
    open({ identities: () => Promise.reject(knownError('UNAVAILABLE', 'Later.')) })
    expect(await screen.findByText('Your sign-in methods could not be loaded')).toBeTruthy()
  })
})

describe('a password change in the profile', () => {
  test('keeps only the ticked sign-in methods', async () => {
    const { user, askedFor } = open({ identities: [method('one'), method('two')], changePassword: true })
    await user.click(await screen.findByRole('checkbox', { name: 'two@example.com' }))
    await user.type(screen.getByLabelText('Current password'), 'old-password')
    await user.type(screen.getByLabelText('New password'), 'new-password')
    await user.type(screen.getByLabelText('Confirm new password'), 'new-password')
    await user.click(screen.getByRole('button', { name: 'Change Password' }))
    await findToast('Password changed successfully')
    expect(askedFor('ChangePassword')).toMatchObject([{ input: { keepIdentities: ['two'] } }])
  })
})
