import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { ANN, findToast, pageOf, knownError, show, tearDown, uncounted, type Root } from '#web/testing/world.tsx'
import { showPage } from '../testing.tsx'

afterEach(tearDown)

describe('the card User Management', () => {
  const bob = {
    ...ANN,
    id: 'bob',
    name: 'Bob Ray',
    email: 'bob@example.com',
    username: 'bob',
    role: 'user',
    isActive: true,
    invitedAt: null,
  }
  const open = (root: Root = {}) =>
    showPage(
      {
        users: pageOf([{ ...ANN, role: 'admin', isActive: true, invitedAt: null }, bob], {}),
        tenant: { id: 't1', requiresSecondFactor: false },
        ...root,
      },
      { at: '/settings?tab=users' },
    )

  async function create(world: ReturnType<typeof show>) {
    await world.user.type(screen.getByLabelText('Name'), 'Cat Orr')
    await world.user.type(screen.getByLabelText('Email'), 'cat@example.com')
    await world.user.type(screen.getByLabelText('Password'), 'password-1')
    await world.user.click(screen.getByRole('button', { name: 'Create User' }))
  }

  test('lists the users with their roles', async () => {
    open()
    const row = (await screen.findByText('Bob Ray')).closest('tr')
    expect(row?.textContent).toContain('bob@example.com')
    expect(row?.textContent).toContain('User')
    expect(screen.getByText('(you)').closest('tr')?.textContent).toContain('Admin')
  })

  test('lists the users without counting them', async () => {
    open({ users: { ...pageOf([bob], {}), totalCount: uncounted } })
    expect(await screen.findByRole('cell', { name: /^Bob Ray/ })).toBeTruthy()
  })

  test('invites a colleague, who is listed as not joined yet and can be invited again', async () => {
    const cat = { ...bob, id: 'cat', name: 'Cat Orr', email: 'cat@example.com', invitedAt: '2026-05-01T00:00:00.000Z' }
    const server = { systemEmails: true, registration: 'open' }
    const { user, askedFor } = open({ server, inviteUser: cat, resendInvitation: cat })
    await user.click(await screen.findByRole('button', { name: 'Invite user' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Name'), 'Cat Orr')
    await user.type(dialog.getByLabelText('Email'), 'cat@example.com')
    await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
    await findToast('Invitation sent')
    expect(askedFor('InviteUser')).toEqual([{ input: { name: 'Cat Orr', email: 'cat@example.com', role: 'user' } }])
    expect((await screen.findByText('Cat Orr')).closest('tr')?.textContent).toContain('has not joined yet')
    await user.click(screen.getByRole('button', { name: 'Invite Cat Orr again' }))
    await waitFor(() => expect(askedFor('ResendInvitation')).toEqual([{ id: 'cat' }]))
  })

  test('offers no invitation where no email can be sent', async () => {
    open({ server: { systemEmails: false, registration: 'open' } })
    await screen.findByText('Bob Ray')
    expect(screen.queryByRole('button', { name: 'Invite user' })).toBeNull()
  })

  test('requires two-step sign-in after a question, and stops requiring it at once', async () => {
    const requireSecondFactor = ({ input: { required } }: { input: { required: boolean } }) => ({
      id: 't1',
      requiresSecondFactor: required,
    })
    const { user, askedFor } = open({ requireSecondFactor })
    const toggle = await screen.findByRole('switch', { name: 'Required for everyone' })
    await user.click(toggle)
    expect(askedFor('RequireSecondFactor')).toEqual([])
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Require' }))
    await findToast('Two-step sign-in is now required')
    await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'))
    await user.click(toggle)
    await findToast('Two-step sign-in is no longer required')
    expect(askedFor('RequireSecondFactor')).toEqual([{ required: true }, { required: false }])
  })

  test('says why two-step sign-in cannot be required', async () => {
    const requireSecondFactor = () => {
      throw knownError('CONFLICT', 'Set up your own second factor first, under Settings → Profile.')
    }
    const { user } = open({ requireSecondFactor })
    await user.click(await screen.findByRole('switch', { name: 'Required for everyone' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Require' }))
    expect((await findToast('Setting Not Changed')).textContent).toContain('Set up your own second factor first')
  })

  test('resets the lost second factor of a colleague after a question', async () => {
    const { user, askedFor } = open({ resetSecondFactor: bob })
    await user.click(await screen.findByRole('button', { name: 'Edit Bob Ray' }))
    await user.click(await screen.findByRole('button', { name: 'Reset two-step sign-in' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reset' }))
    await findToast('Two-step sign-in reset')
    expect(askedFor('ResetSecondFactor')).toEqual([{ id: 'bob' }])
  })

  test('signs a colleague out everywhere after a question', async () => {
    const { user, askedFor } = open({ endUserSessions: bob })
    await user.click(await screen.findByRole('button', { name: 'Edit Bob Ray' }))
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/The user’s API keys keep working/)).toBeTruthy()
    expect(askedFor('EndUserSessions')).toEqual([])
    await user.click(question.getByRole('button', { name: 'Sign out' }))
    expect((await findToast('Signed out everywhere')).textContent).toContain('Bob Ray must sign in again')
    expect(askedFor('EndUserSessions')).toEqual([{ id: 'bob' }])
  })

  test('says why a colleague was not signed out, and does nothing when cancelled', async () => {
    const endUserSessions = () => {
      throw knownError('FORBIDDEN', 'Only an admin of this workspace can do this.')
    }
    const { user, askedFor } = open({ endUserSessions })
    await user.click(await screen.findByRole('button', { name: 'Edit Bob Ray' }))
    const button = await screen.findByRole('button', { name: 'Sign out everywhere' })
    await user.click(button)
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    expect(askedFor('EndUserSessions')).toEqual([])
    await user.click(button)
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sign out' }))
    expect((await findToast('Sign-out Failed')).textContent).toContain('Only an admin')
  })

  test('lists many users page by page', async () => {
    const cat = { ...bob, id: 'cat', name: 'Cat Orr' }
    const { user } = open({ users: (args: object) => pageOf([bob, cat], { ...args, first: 1 }) })
    await screen.findByText('Bob Ray')
    expect(screen.queryByText('Cat Orr')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show more users' }))
    expect(await screen.findByText('Cat Orr')).toBeTruthy()
    expect(screen.getByText('Bob Ray')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show more users' })).toBeNull()
  })

  test('creates a user, with role user by default, and adds it to the list', async () => {
    const world = open({
      createUser: ({ input }: { input: { name: string; email: string } }) => ({ ...bob, ...input, id: 'cat' }),
    })
    await screen.findByText('Bob Ray')
    await create(world)
    await findToast('User created successfully')
    expect(world.askedFor('CreateUser')).toEqual([
      { input: { name: 'Cat Orr', email: 'cat@example.com', password: 'password-1', role: 'user' } },
    ])
    expect(within(screen.getByRole('table')).getByText('Cat Orr')).toBeTruthy()
    expect(world.askedFor('Users')).toHaveLength(1)
  })

  test('deletes another user after confirmation, but not oneself', async () => {
    const world = open({ deleteUser: bob })
    await world.user.click(await screen.findByRole('button', { name: 'Delete Bob Ray' }))
    expect(screen.queryByRole('button', { name: 'Delete Ann Lee' })).toBeNull()
    const question = screen.getByRole('alertdialog')
    expect(question.textContent).toContain('This action cannot be undone.')
    await world.user.click(within(question).getByRole('button', { name: 'Delete' }))
    await findToast('User deleted')
    expect(world.askedFor('DeleteUser')).toEqual([{ id: 'bob' }])
    expect(screen.queryByText('Bob Ray')).toBeNull()
  })

  test('edits another user’s role and whether they may sign in, but not one’s own', async () => {
    const world = open({ updateUser: ({ input }: { input: object }) => ({ ...bob, ...input }) })
    await world.user.click(await screen.findByRole('button', { name: 'Edit Bob Ray' }))
    expect(screen.queryByRole('button', { name: 'Edit Ann Lee' })).toBeNull()
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit user' }))
    await world.user.selectOptions(dialog.getByLabelText('Role'), 'admin')
    await world.user.click(dialog.getByRole('switch', { name: 'Can sign in' }))
    await world.user.click(dialog.getByRole('button', { name: 'Save changes' }))
    await findToast('User updated')
    expect(world.askedFor('UpdateUser')).toEqual([
      { input: { id: 'bob', name: 'Bob Ray', role: 'admin', isActive: false } },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('Bob Ray').closest('tr')?.textContent).toMatch(/cannot sign in.*Admin/)
  })

  test('shows why a user cannot be changed', async () => {
    const world = open({
      updateUser: () => Promise.reject(knownError('CONFLICT', 'A workspace needs an active admin.')),
    })
    await world.user.click(await screen.findByRole('button', { name: 'Edit Bob Ray' }))
    await world.user.click(await screen.findByRole('button', { name: 'Save changes' }))
    const toast = await findToast('Update Failed')
    expect(within(toast).getByText('Failed to update user. A workspace needs an active admin.')).toBeTruthy()
  })

  test('requires name, email and password', async () => {
    const world = open()
    await screen.findByText('Bob Ray')
    await world.user.click(screen.getByRole('button', { name: 'Create User' }))
    expect(await screen.findByText('Name is required')).toBeTruthy()
    expect(screen.getByText('Valid email is required')).toBeTruthy()
    expect(world.askedFor('CreateUser')).toEqual([])
  })

  test('shows "Failed to create user" with the server\'s message at a refusal', async () => {
    const world = open({
      createUser: () => {
        throw knownError('LIMIT_REACHED', 'Your plan allows 2 users.')
      },
    })
    await screen.findByText('Bob Ray')
    await create(world)
    const toast = await findToast('Failed to create user')
    expect(within(toast).getByText('Your plan allows 2 users.')).toBeTruthy()
  })
})
