import '#web/testing/browser.ts'
import { screen, waitFor } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { MISSING_CREDENTIALS } from '#domain/accounts/credentials.ts'
import { openApp } from '#web/testing/app.tsx'
import { PASSKEY_ANSWER, withPasskeys } from '#web/testing/passkeys.ts'
import { ANN, unexplainedError, findToast, knownError, tearDown } from '#web/testing/world.tsx'

afterEach(tearDown)

async function fill(app: ReturnType<typeof openApp>, username: string, password: string) {
  if (username) await app.user.type(await screen.findByRole('textbox', { name: 'Username' }), username)
  if (password) await app.user.type(await screen.findByLabelText('Password'), password)
  await app.user.click(screen.getByRole('button', { name: 'Sign in' }))
}

describe('/login', () => {
  it.each([
    ['', ''],
    ['ann', ''],
    ['', 'secret-1'],
    ['   ', 'secret-1'],
  ])('requires both username and password (%j, %j) without a request', async (username, password) => {
    const app = openApp('/login', {})
    await screen.findByRole('heading', { name: 'Sign in' })
    await fill(app, username, password)
    expect((await screen.findByRole('alert')).textContent).toBe(MISSING_CREDENTIALS)
    expect(app.askedFor('Login')).toEqual([])
  })

  it('stores nothing that scripts can read, notifies other tabs, shows "Login successful" and opens /dashboard', async () => {
    const app = openApp('/login', { login: { user: ANN } })
    await screen.findByRole('heading', { name: 'Sign in' })
    await fill(app, ' ann ', 'secret-1')
    await findToast('Login successful')
    expect(Object.keys(localStorage)).toEqual(['sessionChange'])
    expect(localStorage.getItem('sessionChange')).toMatch(/^signed in/)
    await waitFor(() => expect(app.address()).toBe('/dashboard'))
    expect(app.askedFor('Login')).toEqual([{ input: { username: 'ann', password: 'secret-1' } }])
  })

  it('shows the server’s message under "Login failed" and stays open', async () => {
    const login = () => {
      throw knownError('UNAUTHENTICATED', 'The username or the password is wrong.')
    }
    const app = openApp('/login', { login })
    await screen.findByRole('heading', { name: 'Sign in' })
    await fill(app, 'ann', 'wrong-password')
    expect((await findToast('Login failed')).textContent).toContain('The username or the password is wrong.')
    expect(app.address()).toBe('/login')
    expect(localStorage.getItem('sessionChange')).toBeNull()
  })

  it('works when storage is blocked', async () => {
    const storing = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    onTestFinished(() => storing.mockRestore())
    const app = openApp('/login', { login: { user: ANN } })
    await screen.findByRole('heading', { name: 'Sign in' })
    await fill(app, 'ann', 'secret-1')
    await waitFor(() => expect(app.address()).toBe('/dashboard'))
  })

  it('masks an unknown error', async () => {
    const login = () => {
      throw unexplainedError()
    }
    const app = openApp('/login', { login })
    await screen.findByRole('heading', { name: 'Sign in' })
    await fill(app, 'ann', 'secret-1')
    expect((await findToast('Login failed')).textContent).toContain('Something went wrong on our side.')
  })

  it('lets users without a password sign in through the provider with which they signed up', async () => {
    openApp('/login', {})
    expect((await screen.findByRole('link', { name: 'Use Microsoft' })).getAttribute('href')).toBe('/auth/microsoft')
    expect(screen.getByRole('link', { name: 'Use Google' }).getAttribute('href')).toBe('/auth/google')
  })

  it('redirects signed-in users to the dashboard', async () => {
    const app = openApp('/login', { currentUser: ANN })
    await waitFor(() => expect(app.address()).toBe('/dashboard'))
  })
})

describe('the second step of the sign-in page', () => {
  const ask = () => {
    throw new GraphQLError('Enter a code to finish signing in.', {
      extensions: { code: 'SECOND_FACTOR_REQUIRED', challenge: 'c1' },
    })
  }
  const open = (finishLogin: unknown) => openApp('/login', { login: ask, finishLogin })
  async function arrive(app: ReturnType<typeof openApp>) {
    await screen.findByRole('heading', { name: 'Sign in' })
    await fill(app, 'ann', 'secret-1')
    await screen.findByRole('heading', { name: 'Two-step sign-in' })
  }
  const submit = (app: ReturnType<typeof openApp>) => app.user.click(screen.getByRole('button', { name: 'Sign in' }))

  it('asks for a code after the password, in a field that phones fill in, and then opens /dashboard', async () => {
    const app = open({ user: ANN })
    await arrive(app)
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' })
    expect([field.autocomplete, field.inputMode, document.activeElement]).toEqual(['one-time-code', 'numeric', field])
    await app.user.type(field, '123 456')
    await submit(app)
    await waitFor(() => expect(app.address()).toBe('/dashboard'))
    expect(app.askedFor('FinishLogin')).toEqual([{ input: { challenge: 'c1', code: '123 456' } }])
  })

  it('shows a wrong code at its field and stays open', async () => {
    const app = open(() => {
      throw knownError('BAD_INPUT', 'This code is wrong.', { code: 'This code is wrong.' })
    })
    await arrive(app)
    await app.user.type(screen.getByRole('textbox', { name: 'Code' }), '000000')
    await submit(app)
    await screen.findByText('This code is wrong.')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Code' }))
  })

  it('asks for a code before it sends a request', async () => {
    const app = open({ user: ANN })
    await arrive(app)
    await submit(app)
    await screen.findByText('Enter a code')
    expect(app.askedFor('FinishLogin')).toEqual([])
  })

  it('accepts a recovery code', async () => {
    const app = open({ user: ANN })
    await arrive(app)
    await app.user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    await app.user.type(screen.getByRole('textbox', { name: 'Recovery code' }), 'abcdef')
    await submit(app)
    await waitFor(() => expect(app.address()).toBe('/dashboard'))
  })

  it('returns to the password when the time for the second step is over', async () => {
    const app = open(() => {
      throw knownError('UNAUTHENTICATED', 'This sign-in has expired.')
    })
    await arrive(app)
    await app.user.type(screen.getByRole('textbox', { name: 'Code' }), '123456')
    await submit(app)
    expect((await findToast('Login failed')).textContent).toContain('This sign-in has expired.')
    await screen.findByLabelText('Password')
  })

  it('follows a sign-in through a provider, and removes the challenge from the address bar', async () => {
    const app = openApp('/login#challenge=c2', { finishLogin: { user: ANN } })
    await app.user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456')
    expect(app.hash()).toBe('')
    await submit(app)
    await waitFor(() => expect(app.address()).toBe('/dashboard'))
    expect(app.askedFor('FinishLogin')).toEqual([{ input: { challenge: 'c2', code: '123456' } }])
  })
})

describe('the button to sign in with a passkey', () => {
  const options = { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', userVerification: 'required' }

  it('opens /dashboard without a password', async () => {
    withPasskeys()
    const app = openApp('/login', { startPasskeyLogin: options, loginWithPasskey: { user: ANN } })
    await app.user.click(await screen.findByRole('button', { name: 'Use a passkey' }))
    await waitFor(() => expect(app.address()).toBe('/dashboard'))
    expect(app.askedFor('LoginWithPasskey')).toMatchObject([{ input: { response: PASSKEY_ANSWER } }])
  })

  it('finishes the second step', async () => {
    withPasskeys()
    const app = openApp('/login#challenge=c3', { startPasskeyLogin: options, loginWithPasskey: { user: ANN } })
    await screen.findByRole('textbox', { name: 'Code' })
    await app.user.click(screen.getByRole('button', { name: 'Use a passkey' }))
    await waitFor(() => expect(app.address()).toBe('/dashboard'))
    expect(app.askedFor('LoginWithPasskey')).toMatchObject([{ input: { challenge: 'c3' } }])
  })

  it('says why it failed, and stays on the page', async () => {
    withPasskeys(new DOMException('cancelled', 'NotAllowedError'))
    const app = openApp('/login', { startPasskeyLogin: options })
    await app.user.click(await screen.findByRole('button', { name: 'Use a passkey' }))
    expect((await findToast('Login failed')).textContent).toContain('No passkey was received. Try again.')
    expect(app.address()).toBe('/login')
  })

  it('is not offered in a browser without passkeys', async () => {
    openApp('/login', {})
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  })
})
