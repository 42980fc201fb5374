import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { onSessionChange, type SessionChange } from '#web/session.ts'
import { openApp } from '#web/testing/app.tsx'
import { ANN, findToast, pageOf, knownError, tearDown } from '#web/testing/world.tsx'

afterEach(tearDown)

test('a session ended by the server shows a message, and the same user returns to the page after signing in', async () => {
  let who: object | null = ANN
  const app = openApp('/settings?tab=profile', {
    currentUser: () => who,
    campaigns: (page: object) => pageOf([], page),
    tasks: [],
    emailSettings: () => {
      throw knownError('UNAUTHENTICATED', 'You are not signed in.')
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
  await findToast('Your session has ended')
  await app.user.type(await screen.findByLabelText('Username'), 'ann')
  await app.user.type(screen.getByLabelText('Password'), 'secret-word')
  await app.user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(app.address()).toBe('/settings?tab=profile'))
})

/** Simulates a message from another tab. */
const fromOtherTab = (change: SessionChange) =>
  window.dispatchEvent(new StorageEvent('storage', { key: 'sessionChange', newValue: `${change} 1` }))

test('data of one user is not shown to another who signed in from a second tab', async () => {
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

test('a user who signed out and in again in a second tab continues here on the same page', async () => {
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
