// @vitest-environment jsdom
import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { ANN, breakdown, findToast, refusal, show, tearDown, type Root } from '#web/testing/world.tsx'
import { SettingsPage } from './settings-page.tsx'

afterEach(tearDown)

const SETTINGS = {
  emailsPerInterval: 4,
  intervalSeconds: 60,
  dailyLimit: 500,
  enableThrottling: true,
  warmupMode: false,
  warmupDaysRemaining: 0,
  canaryPercent: 20,
  sendWindow: null as object | null,
  figuresNow: { emailsPerInterval: 4, intervalSeconds: 60, dailyLimit: 500 },
  planCeilings: [
    { count: 10, seconds: 1_800 },
    { count: 100, seconds: 86_400 },
  ],
}

function showPage(root: Root = {}, { at = '/settings', role = 'admin' } = {}) {
  let saved = { ...SETTINGS }
  return show(<SettingsPage />, {
    at,
    person: { role },
    root: {
      emailSettings: () => saved,
      updateEmailSettings: ({ input }: { input: Partial<typeof SETTINGS> }) => {
        saved = { ...saved, ...input }
        return saved
      },
      ...root,
    },
  })
}

const number = (label: string) => screen.findByRole<HTMLInputElement>('spinbutton', { name: label })

describe('the tabs', () => {
  test('are Email Sending, Profile, User Management and Connected Emails for an admin', () => {
    showPage()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Email Sending',
      'Profile',
      'User Management',
      'Connected Emails',
    ])
  })

  test('leave out User Management for others, who do not load the users list either', async () => {
    const world = showPage({ users: [] }, { role: 'user', at: '/settings?tab=users' })
    await number('Daily limit')
    expect(screen.queryByRole('tab', { name: 'User Management' })).toBeNull()
    expect(world.askedFor('Users')).toEqual([])
  })

  test('stand in the address', async () => {
    const world = showPage()
    await world.user.click(screen.getByRole('tab', { name: 'Profile' }))
    expect(world.address()).toBe('/settings?tab=profile')
  })
})

describe('Email Sending', () => {
  test('has the hints 1 to 20, 10 to 3600 seconds and 10 to 10000', async () => {
    showPage()
    await number('Emails per interval')
    expect(screen.getByText('1 to 20')).toBeTruthy()
    expect(screen.getByText('10 to 3,600 seconds')).toBeTruthy()
    expect(screen.getByText('10 to 10,000')).toBeTruthy()
  })

  test('says what the plan lets out at most', async () => {
    showPage()
    expect(
      await screen.findByText(
        /^Your plan lets out 10 mails in 30 minutes and 100 mails a day at most from all mailboxes together/,
      ),
    ).toBeTruthy()
  })

  test('sends the value on each change and says "Email settings updated successfully"', async () => {
    const world = showPage()
    fireEvent.change(await number('Daily limit'), { target: { value: '50' } })
    await findToast('Email settings updated successfully')
    fireEvent.change(await number('Daily limit'), { target: { value: '501' } })
    await waitFor(() =>
      expect(world.askedFor('UpdateEmailSettings')).toEqual([
        { input: { dailyLimit: 50 } },
        { input: { dailyLimit: 501 } },
      ]),
    )
    expect(world.askedFor('EmailSettings')).toHaveLength(1)
  })

  test('sends what is outside the hints all the same, and says that it is', async () => {
    const world = showPage()
    fireEvent.change(await number('Emails per interval'), { target: { value: '25' } })
    await findToast('Email settings updated successfully')
    expect(world.askedFor('UpdateEmailSettings')).toEqual([{ input: { emailsPerInterval: 25 } }])
    expect(screen.getByText('Outside the usual 1 to 20')).toBeTruthy()
  })

  test('does not send what makes no sense, and returns to the value that holds', async () => {
    const world = showPage()
    const box = await number('Interval seconds')
    fireEvent.change(box, { target: { value: '' } })
    expect(await screen.findByText('Interval seconds must be a number')).toBeTruthy()
    fireEvent.change(box, { target: { value: '0' } })
    expect(await screen.findByText('Interval seconds must be at least 1')).toBeTruthy()
    fireEvent.blur(box)
    expect(box.value).toBe('60')
    expect(world.askedFor('UpdateEmailSettings')).toEqual([])
  })

  test('changes go one after the other: the last one typed is the last one kept', async () => {
    const answers: (() => void)[] = []
    const world = showPage({
      updateEmailSettings: ({ input }: { input: object }) =>
        new Promise((resolve) => answers.push(() => resolve({ ...SETTINGS, ...input }))),
    })
    const box = await number('Daily limit')
    for (const value of ['5', '50', '500']) fireEvent.change(box, { target: { value } })
    expect(world.askedFor('UpdateEmailSettings')).toEqual([{ input: { dailyLimit: 5 } }])
    answers[0]?.()
    await waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.()
    await findToast('Email settings updated successfully')
    expect(world.askedFor('UpdateEmailSettings').at(-1)).toEqual({ input: { dailyLimit: 500 } })
    expect(world.askedFor('UpdateEmailSettings')).toHaveLength(2)
    expect(box.value).toBe('500')
  })

  test('warmup mode decides which recommended settings are shown', async () => {
    const { user } = showPage()
    const recommended = (await screen.findByText('Recommended settings')).closest('section')
    if (!recommended) throw new Error('There is no card')
    const shown = () =>
      within(recommended)
        .getAllByRole('definition')
        .map((each) => each.textContent)
    expect(shown()).toEqual(['4', '60', '500'])
    await user.click(screen.getByRole('switch', { name: 'Warmup mode' }))
    expect(shown()).toEqual(['2', '300', '96'])
  })

  test("'Apply Recommended Settings' sends the first three values", async () => {
    const world = showPage()
    await world.user.click(await screen.findByRole('switch', { name: 'Warmup mode' }))
    await findToast('Email settings updated successfully')
    await world.user.click(screen.getByRole('button', { name: 'Apply Recommended Settings' }))
    await waitFor(() =>
      expect(world.askedFor('UpdateEmailSettings')).toEqual([
        { input: { warmupMode: true } },
        { input: { emailsPerInterval: 2, intervalSeconds: 300, dailyLimit: 96 } },
      ]),
    )
    await waitFor(async () => expect((await number('Daily limit')).value).toBe('96'))
  })

  test('a failure says "Failed to update settings" with the message and goes back', async () => {
    const { user } = showPage({
      updateEmailSettings: () => {
        throw refusal('FORBIDDEN', 'Only an admin can do this.')
      },
    })
    const throttling = await screen.findByRole('switch', { name: 'Throttling' })
    await user.click(throttling)
    const toast = await findToast('Failed to update settings')
    expect(within(toast).getByText('Only an admin can do this.')).toBeTruthy()
    expect(throttling.getAttribute('aria-checked')).toBe('true')
  })

  test('can be read but not changed by those who are no admins', async () => {
    showPage({}, { role: 'user' })
    expect((await number('Daily limit')).disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('switch', { name: 'Throttling' }).disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Apply Recommended Settings' })).toBeNull()
    expect(screen.getByText('Only an admin of your workspace can change these settings.')).toBeTruthy()
  })
})

describe('Profile', () => {
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

  test('shows who one is and what the workspace may hold', async () => {
    open()
    expect(screen.getByText(ANN.email)).toBeTruthy()
    expect(await screen.findByText('Larkspur Books')).toBeTruthy()
    expect(screen.getByText('Plus')).toBeTruthy()
    expect(screen.getByText('Up to 500')).toBeTruthy()
  })

  test('the button is disabled unless current and new passwords are filled and new equals confirmation', async () => {
    const { user } = open()
    expect(button().disabled).toBe(true)
    await user.type(screen.getByLabelText('Current password'), 'old-password')
    await user.type(screen.getByLabelText('New password'), 'new-password')
    expect(button().disabled).toBe(true)
    await user.type(screen.getByLabelText('Confirm new password'), 'new-passwort')
    expect(button().disabled).toBe(true)
    expect(screen.getByText('This is not the new password')).toBeTruthy()
    await user.type(screen.getByLabelText('Confirm new password'), '{Backspace}d')
    expect(button().disabled).toBe(false)
  })

  async function change(world: ReturnType<typeof show>, fresh = 'new-password') {
    await world.user.type(screen.getByLabelText('Current password'), 'old-password')
    await world.user.type(screen.getByLabelText('New password'), fresh)
    await world.user.type(screen.getByLabelText('Confirm new password'), fresh)
    await world.user.click(button())
  }

  test('a change says "Password changed successfully" and empties the form', async () => {
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

  test('a password of less than 8 characters is not sent', async () => {
    const world = open({ changePassword: true })
    await change(world, 'short')
    expect(await screen.findByText('Password too short: Password must be at least 8 characters long.')).toBeTruthy()
    expect(world.askedFor('ChangePassword')).toEqual([])
  })

  test('a refusal says "Failed to change password" with the message and marks the field', async () => {
    const message = 'This is not your current password.'
    const world = open({
      changePassword: () => {
        throw refusal('BAD_INPUT', message, { currentPassword: message })
      },
    })
    await change(world)
    const toast = await findToast('Failed to change password')
    expect(within(toast).getByText(message)).toBeTruthy()
    expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('User Management', () => {
  const bob = { ...ANN, id: 'bob', name: 'Bob Ray', email: 'bob@example.com', username: 'bob', role: 'user' }
  const open = (root: Root = {}) =>
    showPage({ users: [{ ...ANN, role: 'admin' }, bob], ...root }, { at: '/settings?tab=users' })

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

  test('creates a user, of role user unless said otherwise, and puts it into the list', async () => {
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

  test('deletes another user after a question, and not oneself', async () => {
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

  test('needs name, email and password', async () => {
    const world = open()
    await screen.findByText('Bob Ray')
    await world.user.click(screen.getByRole('button', { name: 'Create User' }))
    expect(await screen.findByText('Name is required')).toBeTruthy()
    expect(screen.getByText('Valid email is required')).toBeTruthy()
    expect(world.askedFor('CreateUser')).toEqual([])
  })

  test('a refusal says "Failed to create user" with the message', async () => {
    const world = open({
      createUser: () => {
        throw refusal('LIMIT_REACHED', 'Your plan allows 2 users.')
      },
    })
    await screen.findByText('Bob Ray')
    await create(world)
    const toast = await findToast('Failed to create user')
    expect(within(toast).getByText('Your plan allows 2 users.')).toBeTruthy()
  })
})

describe('Connected Emails', () => {
  const mailbox = (id: string, fields: object = {}) => ({
    __typename: 'MailAccount',
    id,
    email: `${id}@example.com`,
    name: 'Ann Lee',
    provider: 'microsoft',
    status: 'connected',
    statusReason: null,
    dailySent: 12,
    lastUsed: null,
    reputation: 'good',
    reputationReason: 'Only 12 mails in the last 30 days: too few to tell.',
    readsReplies: true,
    inboxError: null,
    sandbox: true,
    ...fields,
  })
  const open = (root: Root) => showPage(root, { at: '/settings?tab=emails' })
  const rowOf = async (email: string) => {
    const row = (await screen.findByText(email)).closest('li')
    if (!row) throw new Error(`${email} is not in a list`)
    return row
  }

  test('without a mailbox it says so and offers to connect one', async () => {
    open({ mailAccounts: [] })
    expect(await screen.findByText('No mailbox is connected')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Connect Microsoft 365' }).getAttribute('href')).toBe('/auth/microsoft')
    expect(screen.getByRole('link', { name: 'Connect Google Gmail' }).getAttribute('href')).toBe('/auth/google')
  })

  test('lists each mailbox with its status, how much it sent and when it was last used', async () => {
    open({
      mailAccounts: [
        mailbox('one'),
        mailbox('two', { status: 'warming_up', provider: 'google' }),
        mailbox('three', { status: 'error', statusReason: 'Its sign-in has expired.' }),
      ],
    })
    const one = await rowOf('one@example.com')
    expect(within(one).getByText('Connected')).toBeTruthy()
    expect(within(one).getByText('12')).toBeTruthy()
    expect(within(one).getByText('Never')).toBeTruthy()
    expect(within(await rowOf('two@example.com')).getByText('Warming up')).toBeTruthy()
    const three = await rowOf('three@example.com')
    expect(within(three).getByText('Error')).toBeTruthy()
    expect(within(three).getByText('Its sign-in has expired.')).toBeTruthy()
    expect(within(three).getByRole('link', { name: 'Reconnect' }).getAttribute('href')).toBe('/auth/microsoft')
  })

  test('says what is thought of a mailbox and why, and whether bounces and replies can be seen', async () => {
    open({
      mailAccounts: [
        mailbox('one', { reputation: 'poor', reputationReason: '9 % of 100 mails in the last 30 days came back.' }),
        mailbox('two', { provider: 'google', readsReplies: false }),
        mailbox('three', { readsReplies: false, inboxError: '403 ErrorAccessDenied' }),
      ],
    })
    const one = await rowOf('one@example.com')
    expect(within(one).getByText('Poor')).toBeTruthy()
    expect(one.textContent).toContain('9 % of 100 mails in the last 30 days came back. Bounces and replies are seen.')
    const allow = within(await rowOf('two@example.com')).getByRole('link', { name: 'Allow reading' })
    expect(allow.getAttribute('href')).toBe('/auth/google?reading=1')
    const three = await rowOf('three@example.com')
    expect(three.textContent).toContain('cannot be seen: 403 ErrorAccessDenied')
    expect(within(three).queryByRole('link', { name: 'Allow reading' })).toBeNull()
  })

  async function disconnect(world: ReturnType<typeof show>) {
    await world.user.click(await screen.findByRole('button', { name: 'Disconnect one@example.com' }))
    const question = screen.getByRole('alertdialog')
    await world.user.click(within(question).getByRole('button', { name: 'Disconnect' }))
  }

  test('a mailbox is disconnected after a question; the user is asked for again', async () => {
    const world = open({ mailAccounts: [mailbox('one')], disconnectMailAccount: mailbox('one') })
    await disconnect(world)
    await findToast('Mailbox disconnected')
    expect(screen.queryByText('one@example.com')).toBeNull()
    expect(await screen.findByText('No mailbox is connected')).toBeTruthy()
    await waitFor(() => expect(world.askedFor('CurrentUser')).toHaveLength(1))
  })

  test('a mailbox that cannot be disconnected stays and says why', async () => {
    const world = open({
      mailAccounts: [mailbox('one')],
      disconnectMailAccount: () => {
        throw refusal('FORBIDDEN', 'Only the owner of this mailbox or an admin can disconnect it.')
      },
    })
    await disconnect(world)
    const toast = await findToast('Disconnect Failed')
    expect(toast.textContent).toContain('Only the owner of this mailbox or an admin can disconnect it.')
    expect(screen.getByText('one@example.com')).toBeTruthy()
  })

  test('a failure to load says so and can be tried again', async () => {
    let broken = true
    const { user } = open({ mailAccounts: () => (broken ? Promise.reject(breakdown()) : [mailbox('one')]) })
    expect(await screen.findByText('The mailboxes could not be loaded')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await rowOf('one@example.com')).toBeTruthy()
  })
})
