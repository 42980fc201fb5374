import '#web/testing/browser.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openApp } from '#web/testing/app.tsx'
import { ANN, tearDown } from '#web/testing/world.tsx'

afterEach(() => {
  vi.useRealTimers()
  return tearDown()
})

const HEADLINE = 'Mail merge from your own mailbox'

describe('the landing page', () => {
  it.each(['/', '/campaigns', '/no/such/page'])('is shown at %s when signed out', async (path) => {
    openApp(path, {})
    expect(await screen.findByRole('heading', { name: HEADLINE })).toBeDefined()
  })

  it('offers Free, Plus and Pro for sign-up, and Enterprise only through sales', async () => {
    const app = openApp('/', {})
    const pricing = within(await screen.findByRole('region', { name: 'Pricing' }))
    const ways = pricing.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(ways).toEqual(['/register?tier=free', '/register?tier=plus', '/register?tier=pro'])
    await app.user.click(pricing.getByRole('button', { name: 'Contact sales' }))
    expect(await screen.findByRole('dialog', { name: 'Enterprise' })).toBeDefined()
    expect(app.address()).toBe('/')
  })

  it.each([
    ['mailto:sales@example.com', { salesEmail: 'sales@example.com' }],
    [null, { salesEmail: null }],
  ])('links to sales by %s when the server is configured with %o', async (href, server) => {
    const { user } = openApp('/', { server })
    await user.click(await screen.findByRole('button', { name: 'Contact sales' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Enterprise' }))
    expect(await dialog.findByText(href ? /^Email/ : /No sales contact is configured/)).toBeDefined()
    expect(dialog.queryByRole('link')?.getAttribute('href') ?? null).toBe(href)
  })

  it.each([
    ['?auth=microsoft_connected', 'Microsoft 365 Connected!'],
    ['?auth=google_connected', 'Google Account Connected!'],
    ['?auth=error&message=access_denied', 'Authentication failedaccess denied'],
    ['?auth=error', 'Authentication failed'],
  ])('shows the notice of %s and removes it from the address', async (query, text) => {
    const app = openApp(`/${query}`, {})
    const notice = await screen.findByText(text.slice(0, 21), { exact: false })
    const box = notice.closest('[role=alert], [role=status]')
    expect(box?.textContent).toContain(text)
    await waitFor(() => expect(app.address()).toBe('/'))
    expect(screen.getByText(notice.textContent ?? '')).toBeDefined()
  })

  it.each([
    ['registration_success', 'Registration successful'],
    ['login_success', 'Login successful'],
  ])('shows a notice after %s, and opens the app at / 2 s later', async (auth, text) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const app = openApp(`/?auth=${auth}`, { currentUser: ANN })
    while (!screen.queryByText(text)) await act(() => vi.advanceTimersByTimeAsync(0))
    act(() => void vi.advanceTimersByTime(1_999))
    expect(screen.getByRole('heading', { name: HEADLINE })).toBeDefined()
    act(() => void vi.advanceTimersByTime(1))
    vi.useRealTimers()
    await waitFor(() => expect(app.address()).toBe('/'))
    await screen.findByRole('navigation', { name: 'Main' })
    await waitFor(() => expect(screen.queryByRole('heading', { name: HEADLINE })).toBeNull())
    expect(screen.getByRole('button', { name: 'Log out' })).toBeDefined()
    expect(localStorage.getItem('sessionChange')).toMatch(/^signed in/)
  })

  it("ignores a message in the address that is not one of the product's", async () => {
    openApp('/?auth=error&message=Your_account_is_locked._Call_+1_555_0100', {})
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Authentication failed')
  })

  it('shows nothing for an unknown auth value', async () => {
    openApp('/?auth=constructor', {})
    await screen.findByRole('heading', { name: HEADLINE })
    expect(screen.queryByRole('status')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
