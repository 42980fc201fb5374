import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openApp, type OpenApp } from '#web/testing/app.tsx'
import { ANN, findToast, knownError, tearDown } from '#web/testing/world.tsx'
import type { Root } from '#web/testing/world.tsx'

afterEach(tearDown)

const GOOD = {
  'Company name': 'Lee & Sons',
  'Full name': 'Ann Lee',
  Email: 'ann@example.com',
  Username: 'ann',
  Password: 'long enough',
  'Confirm password': 'long enough',
}

async function openForm(at: string, root: Root = {}): Promise<OpenApp> {
  const app = openApp(at, root)
  await app.user.click(await screen.findByRole('button', { name: 'Sign up manually' }))
  await screen.findByRole('button', { name: 'Create account' })
  return app
}

async function fill(app: OpenApp, values: Partial<Record<keyof typeof GOOD, string>> = {}) {
  for (const [label, value] of Object.entries({ ...GOOD, ...values })) {
    if (value) await app.user.type(screen.getByLabelText(label), value)
  }
  await app.user.click(screen.getByRole('button', { name: 'Create account' }))
}

describe('/register', () => {
  it.each([
    ['free', 'Free', '100 contacts'],
    ['plus', 'Plus', '500 contacts'],
    ['pro', 'Pro', '1,000 contacts'],
    ['enterprise', 'Free', '100 contacts'],
  ])('with tier=%s shows a summary of the %s plan', async (tier, name, line) => {
    openApp(`/register?tier=${tier}`, {})
    const plan = await screen.findByRole('region', { name: 'Your plan' })
    expect(within(plan).getByRole('radio', { name: new RegExp(`^${name}`), checked: true })).toBeDefined()
    expect(within(plan).getByText(`The ${name} plan includes`)).toBeDefined()
    expect(within(plan).getByText(line)).toBeDefined()
  })

  it('keeps the chosen plan in the address and passes it to Microsoft and Google', async () => {
    const app = openApp('/register', {})
    await app.user.click(await screen.findByRole('radio', { name: /^Pro/ }))
    expect(app.address()).toBe('/register?tier=pro')
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(href('Sign up with Microsoft')).toBe('/auth/microsoft?tier=pro&action=register')
    expect(href('Sign up with Google')).toBe('/auth/google?tier=pro&action=register')
  })

  const server = (registration: string) => ({
    server: { sandbox: false, sandboxUrl: null, providers: [], registration, systemEmails: true },
  })

  it('shows no form in invitation-only mode, and says so', async () => {
    openApp('/register?tier=pro', server('invitation'))
    expect(await screen.findByText('By invitation only')).toBeDefined()
    expect(screen.getByText(/Ask the person who runs this installation/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Sign up manually' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Sign up with Google' })).toBeNull()
  })

  it('says that a paid plan needs approval when it does', async () => {
    const app = openApp('/register?tier=pro', server('approval'))
    expect(await screen.findByText('We need to confirm this plan')).toBeDefined()
    await app.user.click(screen.getByRole('radio', { name: /^Free/ }))
    expect(screen.queryByText('We need to confirm this plan')).toBeNull()
  })

  it('shows the assigned username, which may differ from the one typed', async () => {
    const app = await openForm('/register', { register: { ...ANN, username: 'ann-4f2a1b' } })
    await fill(app, { Username: 'ann@example.com' })
    expect((await findToast('Registration successful')).textContent).toContain(
      'Sign in as ann-4f2a1b with your password.',
    )
  })

  it('returns from the form to the choice of Microsoft, Google or email', async () => {
    const app = await openForm('/register')
    await app.user.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.getByRole('link', { name: 'Sign up with Google' })).toBeDefined()
  })

  it('sends the whole registration and opens /login', async () => {
    const app = await openForm('/register?tier=plus', { register: ANN })
    await fill(app)
    await waitFor(() => expect(app.address()).toBe('/login'))
    expect(app.askedFor('Register')).toEqual([
      {
        input: {
          companyName: 'Lee & Sons',
          companyDomain: '',
          fullName: 'Ann Lee',
          email: 'ann@example.com',
          username: 'ann',
          password: 'long enough',
          confirmPassword: 'long enough',
          selectedTier: 'basic',
          registrationMethod: 'manual',
        },
      },
    ])
  })

  it.each([
    [{ 'Confirm password': 'another one' }, 'Password mismatch: Password and confirm password must match.'],
    [
      { Password: 'short', 'Confirm password': 'short' },
      'Password too short: Password must be at least 8 characters long.',
    ],
    [{ 'Company name': '' }, 'Company name is required'],
    [{ 'Full name': '' }, 'Full name is required'],
    [{ Email: 'ann@' }, 'Valid email is required'],
    [{ Username: '' }, 'Username is required'],
  ])('with %j shows an error next to the field, without a request', async (values, sentence) => {
    const app = await openForm('/register')
    await fill(app, values)
    expect(await screen.findByText(sentence)).toBeDefined()
    expect(app.askedFor('Register')).toEqual([])
  })

  it('does not ask for a company domain', async () => {
    await openForm('/register')
    expect(screen.getByLabelText('Company domain (optional)').hasAttribute('aria-required')).toBe(false)
  })

  it('shows the server’s message under "Registration failed" and next to the field', async () => {
    const register = () => {
      const message = 'This username is taken. Choose another.'
      throw knownError('CONFLICT', message, { username: message })
    }
    const app = await openForm('/register', { register })
    await fill(app)
    expect((await findToast('Registration failed')).textContent).toContain('This username is taken. Choose another.')
    expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true')
    expect(app.address()).toBe('/register')
  })
})
