import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { onOtherSession } from '#web/session.ts'
import { openApp } from '#web/testing/app.tsx'
import { ANN, pageOf, tearDown } from '#web/testing/world.tsx'

afterEach(tearDown)

/** What another tab does with the token is told to this one so. */
const fromOtherTab = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }))

test('what one person read is not shown to another who signed in from a second tab', async () => {
  let who: object | null = { ...ANN, name: 'Ann Lee' }
  const app = openApp('/settings', {
    currentUser: () => who,
    campaigns: (page: object) => pageOf([], page),
    tasks: [],
  })
  const stop = onOtherSession(app.renew)
  try {
    await screen.findAllByText('Ann Lee')
    localStorage.setItem('sessionToken', 'of Bo')
    who = { ...ANN, id: 'bo', name: 'Bo Ek' }
    act(() => void fromOtherTab('sessionToken'))
    await screen.findAllByText('Bo Ek')
    expect(screen.queryByText('Ann Lee')).toBeNull()
    expect(localStorage.getItem('sessionToken')).toBe('of Bo')
    who = null
    act(() => void fromOtherTab(null))
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
  } finally {
    stop()
  }
})
