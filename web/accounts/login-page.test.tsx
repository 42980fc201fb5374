import '#web/testing/browser.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openApp } from '#web/testing/app.tsx'
import { ANN, unexplainedError, findToast, knownError, tearDown } from '#web/testing/world.tsx'

afterEach(tearDown)

const MISSING = 'Missing credentials: Please enter both username and password.'

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
  ])('requires both username and password (%j, %j) without a call', async (username, password) => {
    const app = openApp('/login', {})
    await screen.findByRole('heading', { name: 'Sign in' })
    await fill(app, username, password)
    expect((await screen.findByRole('alert')).textContent).toBe(MISSING)
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

  it('shows the server’s message under "Login failed" and stays', async () => {
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

  it('signs in users without a password who signed up through a provider', async () => {
    openApp('/login', {})
    expect((await screen.findByRole('link', { name: 'Use Microsoft' })).getAttribute('href')).toBe('/auth/microsoft')
    expect(screen.getByRole('link', { name: 'Use Google' }).getAttribute('href')).toBe('/auth/google')
  })

  it('redirects signed-in users to the dashboard', async () => {
    const app = openApp('/login', { currentUser: ANN })
    await waitFor(() => expect(app.address()).toBe('/dashboard'))
  })
})
