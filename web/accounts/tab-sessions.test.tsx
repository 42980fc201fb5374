import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { SESSION_STALE_AFTER } from './current-user.tsx'
import { onSessionChange, type SessionChange } from '#web/client/session-announcements.ts'
import { openApp } from '#web/testing/app.tsx'
import { ANN, pageOf, knownError, tearDown } from '#web/testing/world.tsx'

// Another file of the same worker may have left a draft there.
beforeEach(() => sessionStorage.clear())
afterEach(tearDown)

test.each([
  ['UNAUTHENTICATED', 'Your session has ended'],
  ['TENANT_INACTIVE', 'Your workspace was switched off'],
] as const)(
  'the app shows on the sign-in page, after the error %s, “%s”, and returns to the page after signing in',
  async (code, notice) => {
    let who: object | null = ANN
    const app = openApp('/settings?tab=profile', {
      currentUser: () => who,
      campaigns: (page: object) => pageOf([], page),
      tasks: [],
      emailSettings: () => {
        throw knownError(code, 'You are not signed in.')
      },
      login: () => {
        who = ANN
        return { user: ANN }
      },
    })
    history.pushState(null, '', '/settings?tab=profile')
    onTestFinished(() => history.pushState(null, '', '/'))
    await screen.findAllByText(ANN.name)
    who = null
    await act(() => app.go('/settings?tab=sending'))
    expect((await screen.findByText(notice)).closest('[role=status]')).toBeTruthy()
    await app.user.type(await screen.findByLabelText('Username'), 'ann')
    await app.user.type(screen.getByLabelText('Password'), 'secret-word')
    await app.user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(app.address()).toBe('/settings?tab=profile'))
    expect(screen.queryByText(notice)).toBeNull()
    expect(sessionStorage.length).toBe(0)
  },
)

test('the app says so when it finds the user signed out on the way to another page', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let who: object | null = ANN
  const app = openApp('/settings?tab=profile', {
    currentUser: () => who,
    campaigns: (page: object) => pageOf([], page),
    tasks: [],
    tenant: () => {
      if (who === null) throw knownError('TENANT_INACTIVE', 'This workspace is not active.')
      return null
    },
  })
  await screen.findAllByText(ANN.name)
  who = null
  vi.setSystemTime(Date.now() + SESSION_STALE_AFTER)
  await app.go('/campaigns')
  await screen.findByText('Your workspace was switched off')
})

test('the app says why another tab ended the session, but says nothing after a sign-out', async () => {
  let who: object | null = ANN
  const app = openApp('/settings?tab=profile', {
    currentUser: () => who,
    campaigns: (page: object) => pageOf([], page),
    tasks: [],
    logout: () => {
      who = null
      return { done: true }
    },
  })
  const stop = onSessionChange(app.renew)
  onTestFinished(stop)
  await screen.findAllByText(ANN.name)
  await app.user.click(screen.getByRole('button', { name: 'Log out' }))
  await screen.findByRole('button', { name: 'Sign in' })
  expect(screen.queryByText('Your session has ended')).toBeNull()
  cleanup()
  who = ANN
  const other = openApp('/settings?tab=profile', {
    currentUser: () => who,
    campaigns: (page: object) => pageOf([], page),
    tasks: [],
  })
  onTestFinished(onSessionChange(other.renew))
  await screen.findAllByText(ANN.name)
  who = null
  act(() => void fromOtherTab('session ended'))
  await screen.findByText('Your session has ended')
})

/** Simulates a message from another tab. */
const fromOtherTab = (change: SessionChange) =>
  window.dispatchEvent(new StorageEvent('storage', { key: 'sessionChange', newValue: `${change} 1` }))

test("the app does not show one user's data to another who signed in from a second tab", async () => {
  let who: object | null = { ...ANN, name: 'Ann Lee' }
  const app = openApp('/settings', {
    currentUser: () => who,
    campaigns: (page: object) => pageOf([], page),
    tasks: [],
  })
  const stop = onSessionChange(app.renew)
  try {
    await screen.findAllByText('Ann Lee')
    who = { ...ANN, id: 'bo', name: 'Bo Ek' }
    act(() => void fromOtherTab('signed in'))
    await screen.findAllByText('Bo Ek')
    expect(screen.queryByText('Ann Lee')).toBeNull()
    who = null
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
  } finally {
    stop()
  }
})

test('the app continues on the same page for a user who signed out and in again in a second tab', async () => {
  let who: object | null = ANN
  const app = openApp('/settings?tab=profile', {
    currentUser: () => who,
    campaigns: (page: object) => pageOf([], page),
    tasks: [],
  })
  history.pushState(null, '', '/settings?tab=profile')
  const stop = onSessionChange(app.renew)
  onTestFinished(() => {
    stop()
    history.pushState(null, '', '/')
  })
  await screen.findAllByText(ANN.name)
  who = null
  act(() => void fromOtherTab('signed out'))
  await screen.findByRole('button', { name: 'Sign in' })
  who = ANN
  act(() => void fromOtherTab('signed in'))
  await screen.findAllByText(ANN.name)
  await waitFor(() => expect(app.address()).toBe('/settings?tab=profile'))
})
