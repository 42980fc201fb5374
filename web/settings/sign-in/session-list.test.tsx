import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { findToast, knownError, tearDown, type Root } from '#web/testing/world.tsx'
import { deviceName } from '#domain/accounts/device-names.ts'
import { showPage } from '../testing.tsx'

afterEach(tearDown)

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const session = (id: string, userAgent: string, current = false) => ({
  __typename: 'Session',
  id,
  userAgent,
  createdAt: '2026-01-31T09:30:00.000Z',
  lastUsedAt: '2026-02-01T09:30:00.000Z',
  expiresAt: '2030-03-01T09:30:00.000Z',
  current,
})
const HERE = session('here', FIREFOX, true)

const open = (sessions: object[], root: Root = {}) =>
  showPage({ sessions, ...root }, { at: '/settings?tab=profile', role: 'user' })
const rows = async () => within(await screen.findByRole('list', { name: 'Sessions' })).getAllByRole('listitem')

test('the session list shows the user’s sessions, and marks the current device', async () => {
  open([HERE, session('phone', IPHONE)])
  const [here, phone] = await rows()
  expect(here?.textContent).toContain('Firefox on Windows')
  expect(here?.textContent).toContain('This device')
  expect(here && within(here).queryByRole('button')).toBeNull()
  expect(phone?.textContent).toMatch(/Safari on iPhone.*Last used/)
})

test('the session list ends one session', async () => {
  const phone = session('phone', IPHONE)
  const { user, askedFor } = open([HERE, phone], { endSession: phone })
  await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }))
  expect((await findToast('Signed out')).textContent).toContain('Safari on iPhone must sign in again.')
  expect(askedFor('EndSession')).toEqual([{ id: 'phone' }])
  await waitFor(async () => expect(await rows()).toHaveLength(1))
})

test('the session list ends all other sessions after confirmation, but not the current one', async () => {
  const others = [session('one', FIREFOX), session('two', IPHONE)]
  const endSession = ({ input: { id } }: { input: { id: string } }) => others.find((each) => each.id === id)
  const { user, askedFor } = open([HERE, ...others], { endSession })
  await user.click(await screen.findByRole('button', { name: 'Sign out all other devices' }))
  expect(askedFor('EndSession')).toEqual([])
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Sign out' }))
  await findToast('Signed out')
  expect(askedFor('EndSession')).toEqual([{ id: 'one' }, { id: 'two' }])
  expect(await rows()).toHaveLength(1)
})

test('the session list keeps a session that could not be ended, with an error', async () => {
  const endSession = () => {
    throw knownError('TOO_MANY_REQUESTS', 'Try again in a minute.')
  }
  const { user } = open([HERE, session('phone', IPHONE)], { endSession })
  await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }))
  expect((await findToast('Sign-out Failed')).textContent).toContain('Try again in a minute.')
  expect(await rows()).toHaveLength(2)
})

test.each([
  [FIREFOX, 'Firefox on Windows'],
  [IPHONE, 'Safari on iPhone'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on macOS'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', 'Unknown device'],
])('the session list shows the user agent %j as %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
