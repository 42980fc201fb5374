import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { ANN, findToast, knownError, show, tearDown, type Root } from '#web/testing/world.tsx'
import { sheetLink, showPage } from '../testing.tsx'
import { itInFull } from '#tests/support/full-run-only.ts'

afterEach(tearDown)

describe('the card Profile', () => {
  const tenant = {
    id: 't1',
    name: 'Larkspur Books',
    domain: '',
    subscriptionTier: 'basic',
    maxUsers: 5,
    maxContacts: 500,
    maxCampaigns: 50,
    trialEndsAt: null,
  }
  const open = (root: Root = {}) => showPage({ tenant, ...root }, { at: '/settings?tab=profile' })
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Change Password' })

  test('shows the user and the workspace’s limits', async () => {
    open()
    expect(screen.getByText(ANN.email)).toBeTruthy()
    expect(await screen.findByText('Larkspur Books')).toBeTruthy()
    expect(screen.getByText('Plus')).toBeTruthy()
    expect(screen.getByText('Up to 500')).toBeTruthy()
  })

  test('sends the link that confirms an address again, and one to change it', async () => {
    const server = { systemEmails: true, registration: 'open' }
    const { user, askedFor } = showPage(
      { tenant, server, resendEmailConfirmation: true, changeEmail: true },
      { at: '/settings?tab=profile', emailConfirmed: false },
    )
    expect(await screen.findByText('Not confirmed')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send the link again' }))
    await findToast('Link sent')
    await user.click(screen.getByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('New email'), 'ann@new.example')
    await user.click(dialog.getByRole('button', { name: 'Send the link' }))
    await waitFor(() => expect(askedFor('ChangeEmail')).toEqual([{ input: { email: 'ann@new.example' } }]))
  })

  test.each([
    ['2026-01-01T12:00:00.000Z', 'Trial ended'],
    ['2999-01-01T12:00:00.000Z', 'Trial ends'],
  ])('shows a trial until %s as "%s"', async (trialEndsAt, words) => {
    open({ tenant: { ...tenant, trialEndsAt } })
    expect((await screen.findByText(/^Trial/)).textContent).toBe(words)
  })

  itInFull('offers to revoke the user’s API keys with the password change, with their number', async () => {
    const currentUser = { ...ANN, apiKeyCount: 3 }
    const { user, askedFor } = open({ currentUser, changePassword: true })
    await user.click(await screen.findByRole('checkbox', { name: 'Also revoke my 3 API keys' }))
    await user.type(screen.getByLabelText('Current password'), 'old-password')
    await user.type(screen.getByLabelText('New password'), 'new-password')
    await user.type(screen.getByLabelText('Confirm new password'), 'new-password')
    await user.click(button())
    await findToast('Password changed successfully')
    expect(askedFor('ChangePassword')).toMatchObject([{ input: { revokeApiKeys: true } }])
  })

  itInFull(
    'lists the user’s own live spreadsheet links, and offers to revoke them with the password change',
    async () => {
      const sheetLinks = [sheetLink(ANN), sheetLink({ id: 'bea', name: 'Bea' })]
      const { user, askedFor } = open({ sheetLinks, changePassword: true })
      expect(within(await screen.findByRole('table', { name: 'Live links' })).getAllByRole('row')).toHaveLength(2)
      await user.click(await screen.findByRole('checkbox', { name: 'Also revoke my live link' }))
      await user.type(screen.getByLabelText('Current password'), 'old-password')
      await user.type(screen.getByLabelText('New password'), 'new-password')
      await user.type(screen.getByLabelText('Confirm new password'), 'new-password')
      await user.click(button())
      await findToast('Password changed successfully')
      expect(askedFor('ChangePassword')).toMatchObject([{ input: { revokeSheetLinks: true } }])
    },
  )

  test('disables the button until current and new passwords are filled in and the new one is repeated', async () => {
    const { user } = open()
    expect(button().disabled).toBe(true)
    await user.type(screen.getByLabelText('Current password'), 'old-password')
    await user.type(screen.getByLabelText('New password'), 'new-password')
    expect(button().disabled).toBe(true)
    await user.type(screen.getByLabelText('Confirm new password'), 'new-passwort')
    expect(button().disabled).toBe(true)
    expect(screen.getByText('The passwords do not match')).toBeTruthy()
    await user.type(screen.getByLabelText('Confirm new password'), '{Backspace}d')
    expect(button().disabled).toBe(false)
  })

  test('tells users who sign in with another account that they have no password to change', async () => {
    showPage({ tenant }, { at: '/settings?tab=profile', hasPassword: false })
    expect(screen.getByText(/You sign in with another account .* so you have no password here/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Change Password' })).toBeNull()
    expect(await screen.findByText('Larkspur Books')).toBeTruthy()
  })

  async function change(world: ReturnType<typeof show>, fresh = 'new-password') {
    await world.user.type(screen.getByLabelText('Current password'), 'old-password')
    await world.user.type(screen.getByLabelText('New password'), fresh)
    await world.user.type(screen.getByLabelText('Confirm new password'), fresh)
    await world.user.click(button())
  }

  test('shows "Password changed successfully" after a change and clears the form', async () => {
    const world = open({ changePassword: true })
    await change(world)
    await findToast('Password changed successfully')
    expect(world.askedFor('ChangePassword')).toEqual([
      {
        input: { currentPassword: 'old-password', newPassword: 'new-password', confirmPassword: 'new-password' },
      },
    ])
    expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('')
  })

  test('does not send a password of less than 8 characters', async () => {
    const world = open({ changePassword: true })
    await change(world, 'short')
    expect(await screen.findByText('Password too short: Password must be at least 8 characters long.')).toBeTruthy()
    expect(world.askedFor('ChangePassword')).toEqual([])
  })

  test('shows "Failed to change password" with the message at a refusal and marks the field', async () => {
    const message = 'This is not your current password.'
    const world = open({
      changePassword: () => {
        throw knownError('BAD_INPUT', message, { currentPassword: message })
      },
    })
    await change(world)
    const toast = await findToast('Failed to change password')
    expect(within(toast).getByText(message)).toBeTruthy()
    expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true')
  })
})
