import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { SESSION_STALE_AFTER } from '#web/accounts/current-user.tsx'
import { openApp } from '#web/testing/app.tsx'
import { ANN, unexplainedError, findToast, knownError, tearDown } from '#web/testing/world.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  tearDown()
  sessionStorage.clear()
})

/** An unknown address: only the frame is under test. */
const NOWHERE = '/no/such/page'

describe('the signed-in app', () => {
  it('shows a 404 page at unknown addresses', async () => {
    openApp(NOWHERE, { currentUser: ANN })
    expect(await screen.findByText('404')).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeDefined()
  })

  it('links to its sections in the fixed order', async () => {
    openApp(NOWHERE, { currentUser: ANN })
    const links = within(await screen.findByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Dashboard', '/dashboard'],
      ['Upload Contacts', '/upload'],
      ['Contacts', '/contacts'],
      ['Campaigns', '/campaigns'],
      ['Replies', '/replies'],
      ['Email Builder', '/email-builder'],
      ['Analytics', '/analytics'],
      ['Templates', '/templates'],
      ['Settings', '/settings'],
    ])
  })

  it("shows the signed-in user's name, with fallbacks", async () => {
    openApp(NOWHERE, { currentUser: { ...ANN, name: '', username: '', email: '' } })
    expect(await screen.findByText('User')).toBeDefined()
    expect(screen.getByText('No email')).toBeDefined()
  })

  it('shows the user below 1,024 px too, behind an icon', async () => {
    const wide = matchMedia('(min-width: 1024px)')
    Object.assign(wide, { matches: false })
    onTestFinished(() => void Object.assign(wide, { matches: true }))
    const { user } = openApp(NOWHERE, { currentUser: ANN })
    const who = await screen.findByRole('button', { name: 'Signed in as Ann Lee, ann@example.com' })
    expect(screen.queryByText('Ann Lee')).toBeNull()
    who.focus()
    await user.keyboard('{Enter}')
    const shown = within(await screen.findByRole('dialog', { name: 'Signed in as' }))
    expect(shown.getByText('Ann Lee')).toBeDefined()
    expect(shown.getByText('ann@example.com')).toBeDefined()
  })

  it('offers a retry when the server does not answer', async () => {
    const currentUser = vi
      .fn<() => unknown>()
      .mockImplementationOnce(() => {
        throw unexplainedError()
      })
      .mockReturnValue(ANN)
    const app = openApp(NOWHERE, { currentUser })
    await app.user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('404')).toBeDefined()
  })

  it('reloads the current user on navigation after five minutes', async () => {
    const app = openApp(NOWHERE, { currentUser: ANN })
    await screen.findByText('404')
    await app.go('/nor/this')
    expect(app.askedFor('CurrentUser')).toHaveLength(1)
    const later = Date.now() + SESSION_STALE_AFTER
    vi.spyOn(Date, 'now').mockReturnValue(later)
    await app.go(NOWHERE)
    await waitFor(() => expect(app.askedFor('CurrentUser')).toHaveLength(2))
  })
})

describe('the Email Integration block', () => {
  it('links to Microsoft and Google with plain addresses', async () => {
    openApp(NOWHERE, { currentUser: ANN })
    const block = within(await screen.findByRole('region', { name: 'Email Integration' }))
    expect(block.getByRole('link', { name: 'Connect Microsoft 365' }).getAttribute('href')).toBe('/auth/microsoft')
    expect(block.getByRole('link', { name: 'Connect Google Gmail' }).getAttribute('href')).toBe('/auth/google')
    expect(block.queryByText(/Sending as/)).toBeNull()
    expect(block.queryByText('Refresh Microsoft Connection')).toBeNull()
  })

  const mailbox = (email: string, fields: object = {}) => ({
    __typename: 'Mailbox',
    id: email,
    email,
    provider: 'microsoft',
    status: 'connected',
    isMine: true,
    isDefault: false,
    canSend: true,
    lastUsed: null,
    ...fields,
  })

  it('names the mailbox from which the next campaign would be sent, whatever the user’s own address is', async () => {
    openApp(NOWHERE, {
      currentUser: { ...ANN, connectedProviders: ['microsoft'] },
      mailboxes: [
        mailbox('sales@example.com', { isDefault: true }),
        mailbox('broken@example.com', { status: 'error' }),
      ],
    })
    expect((await screen.findByText(/Sending as/)).textContent).toBe('Sending as sales@example.com')
  })

  it('names a shared mailbox when the user has no working one of their own', async () => {
    openApp(NOWHERE, {
      currentUser: ANN,
      mailboxes: [
        mailbox('mine@example.com', { status: 'error', isDefault: true }),
        mailbox('shared@example.com', { isMine: false, owner: { __typename: 'User', id: 'bo', name: 'Bo Ek' } }),
        mailbox('unusable@example.com', { isMine: false, canSend: false }),
      ],
    })
    expect((await screen.findByText(/Sending as/)).textContent).toBe('Sending as shared@example.com · Bo Ek’s mailbox')
  })

  it('shows what is connected, the sender address, and how to renew the sign-in', async () => {
    openApp(NOWHERE, {
      currentUser: { ...ANN, connectedProviders: ['microsoft'] },
      mailboxes: [mailbox('ann@example.com', { isDefault: true })],
    })
    const block = within(await screen.findByRole('region', { name: 'Email Integration' }))
    expect(block.getByText('Connected')).toBeDefined()
    expect((await block.findByText(/Sending as/)).textContent).toBe('Sending as ann@example.com')
    expect(block.getByRole('link', { name: 'Refresh Microsoft Connection' }).getAttribute('href')).toBe(
      '/auth/microsoft',
    )
    expect(block.getByRole('link', { name: 'Connect Google Gmail' })).toBeDefined()
  })

  it('offers to renew the sign-in when a Microsoft mailbox refuses it', async () => {
    openApp(NOWHERE, { currentUser: ANN, mailboxes: [mailbox('ann@example.com', { status: 'error' })] })
    expect(await screen.findByRole('link', { name: 'Refresh Microsoft Connection' })).toBeDefined()
  })
})

describe('the notice about the sandbox', () => {
  it('is shown on every page, with a link to its mailboxes', async () => {
    const server = { sandbox: true, sandboxUrl: 'http://127.0.0.1:4001', providers: [] }
    openApp(NOWHERE, { currentUser: ANN, server })
    expect(await screen.findByText('Sandbox')).toBeDefined()
    const link = screen.getByRole('link', { name: 'Open sandbox mailboxes' })
    expect(link.getAttribute('href')).toBe('http://127.0.0.1:4001')
  })

  it('is absent when emails are really sent', async () => {
    const app = openApp(NOWHERE, { currentUser: ANN })
    await waitFor(() => expect(app.askedFor('Server')).toHaveLength(1))
    await screen.findByText('404')
    expect(screen.queryByText('Sandbox')).toBeNull()
  })
})

describe('logging out of the app', () => {
  it('ends the session, shows "Logged out" and the sign-in form', async () => {
    const app = openApp(NOWHERE, { currentUser: ANN, logout: true })
    await app.user.click(await screen.findByRole('button', { name: 'Log out' }))
    await findToast('Logged out')
    await waitFor(() => expect(app.address()).toBe('/login'))
    expect(localStorage.getItem('sessionChange')).toMatch(/^signed out/)
  })

  it('shows "Logout failed" and keeps the user signed in when the server refuses', async () => {
    const logout = () => {
      throw unexplainedError()
    }
    const app = openApp(NOWHERE, { currentUser: ANN, logout })
    await app.user.click(await screen.findByRole('button', { name: 'Log out' }))
    expect((await findToast('Logout failed')).textContent).toContain('There was an issue logging out')
    expect(app.address()).toBe(NOWHERE)
  })

  it('succeeds when the server no longer knows the session', async () => {
    const mailboxes = () => {
      throw knownError('UNAUTHENTICATED', 'Sign in first.')
    }
    const app = openApp(NOWHERE, { currentUser: ANN, mailboxes })
    await waitFor(() => expect(app.address()).toBe('/login'))
    expect(localStorage.getItem('sessionChange')).toMatch(/^session ended/)
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined()
  })
})
