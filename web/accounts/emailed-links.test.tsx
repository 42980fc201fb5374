import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openApp } from '#web/testing/app.tsx'
import { ANN, findToast, knownError, tearDown } from '#web/testing/world.tsx'

afterEach(tearDown)

const link = (kind: string) => ({
  kind,
  email: 'ann@example.com',
  expiresAt: '2026-12-01T00:00:00.000Z',
  workspace: 'Acme',
  username: 'ann',
  name: 'Ann Lee',
})
const SECRET = 'plum orbit lantern 42'
const typePasswords = async (app: ReturnType<typeof openApp>, label: string) => {
  await app.user.type(await screen.findByLabelText(label), SECRET)
  await app.user.type(screen.getByLabelText(/^Confirm/), SECRET)
}

describe('/forgot-password', () => {
  it('is linked from the sign-in page, and says the same whether or not the account exists', async () => {
    const app = openApp('/login', { requestPasswordReset: true })
    await app.user.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
    await app.user.type(await screen.findByRole('textbox', { name: 'Username or email' }), 'ann')
    await app.user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect((await screen.findByRole('status')).textContent).toContain('If there is an account for ann')
    expect(app.askedFor('RequestPasswordReset')).toEqual([{ input: { username: 'ann' } }])
  })

  it('sends people to their admin where no email can be sent', async () => {
    const server = { sandbox: false, sandboxUrl: null, providers: [], registration: 'open', systemEmails: false }
    openApp('/forgot-password', { server })
    expect(await screen.findByText('Ask an admin of your workspace')).toBeDefined()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('shows the reason when no link was sent', async () => {
    const requestPasswordReset = () => {
      throw knownError('TOO_MANY_REQUESTS', 'Too many emails were requested. Wait 60 seconds and try again.')
    }
    const app = openApp('/forgot-password', { requestPasswordReset })
    await app.user.type(await screen.findByRole('textbox', { name: 'Username or email' }), 'ann')
    await app.user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Wait 60 seconds')
  })
})

describe('/reset-password', () => {
  it('removes the token from the address bar, sets the password and opens the sign-in page', async () => {
    const app = openApp('/reset-password#secret', { accountLink: link('password'), resetPassword: true })
    await typePasswords(app, 'New password')
    expect(app.address()).toBe('/reset-password')
    expect(screen.getByText(/For ann \(Acme\)/)).toBeDefined()
    await app.user.click(screen.getByRole('button', { name: 'Set new password' }))
    await findToast('Password changed')
    await waitFor(() => expect(app.address()).toBe('/login'))
    expect(app.askedFor('ResetPassword')).toEqual([
      { input: { token: 'secret', newPassword: SECRET, confirmPassword: SECRET, revokeApiKeys: false } },
    ])
  })

  it.each([
    ['a link that was used', '/reset-password#used', null],
    ['a link without its token', '/reset-password', null],
    ['a link for something else', '/reset-password#other', link('invitation')],
  ])('offers a new link instead of %s', async (_, path, accountLink) => {
    openApp(path, { accountLink })
    const callout = await screen.findByText('This link no longer works')
    expect(callout).toBeDefined()
    expect(screen.getByRole('link', { name: 'Get a new link' })).toBeDefined()
  })

  it('keeps what was typed when the link expires meanwhile', async () => {
    const resetPassword = () => {
      throw knownError('GONE', 'This link has expired or was already used. Ask for a new one.')
    }
    const app = openApp('/reset-password#late', { accountLink: link('password'), resetPassword })
    await typePasswords(app, 'New password')
    await app.user.click(screen.getByRole('button', { name: 'Set new password' }))
    expect((await screen.findByRole('alert')).textContent).toContain('has expired')
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe(SECRET)
  })
})

it('/join takes name and password and opens the dashboard', async () => {
  const app = openApp('/join#invited', { accountLink: link('invitation'), acceptInvitation: { user: ANN } })
  expect((await screen.findByLabelText<HTMLInputElement>('Your name')).value).toBe('Ann Lee')
  await typePasswords(app, 'Password')
  await app.user.click(screen.getByRole('button', { name: 'Join' }))
  await waitFor(() => expect(app.address()).toBe('/dashboard'))
  expect(app.askedFor('AcceptInvitation')).toEqual([
    { input: { token: 'invited', name: 'Ann Lee', newPassword: SECRET, confirmPassword: SECRET } },
  ])
})

it('/confirm-email confirms only when its button is pressed, because scanners open links too', async () => {
  const app = openApp('/confirm-email#mine', { accountLink: link('email'), confirmEmail: true })
  const button = await screen.findByRole('button', { name: 'Confirm this address' })
  expect(app.askedFor('ConfirmEmail')).toEqual([])
  await app.user.click(button)
  expect(within(await screen.findByRole('status')).getByText(/is confirmed/)).toBeDefined()
  expect(app.askedFor('ConfirmEmail')).toEqual([{ token: 'mine' }])
})
