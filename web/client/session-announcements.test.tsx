import '#web/testing/browser.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { announceSession, onSessionChange } from './session-announcements.ts'

afterEach(() => localStorage.clear())

test('browser tabs notify each other of each sign-in and sign-out, and ignore other messages', () => {
  announceSession('signed in')
  const first = localStorage.getItem('sessionChange')
  announceSession('signed in')
  expect(localStorage.getItem('sessionChange')).not.toBe(first)
  expect(Object.keys(localStorage)).toEqual(['sessionChange'])

  const heard = vi.fn<(change: string) => void>()
  const stop = onSessionChange(heard)
  const tell = (key: string | null, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  tell('sessionChange', 'signed in 1')
  tell('sessionChange', 'signed out 2')
  tell('theme', 'x')
  tell(null, null)
  stop()
  tell('sessionChange', 'signed in 3')
  expect(heard.mock.calls.flat()).toEqual(['signed in', 'signed out', 'signed out'])
})
