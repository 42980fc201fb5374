import '#web/testing/browser.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import '#web/accounts/required-factor-page.tsx'
import { openApp } from '#web/testing/app.tsx'
import { ANN, knownError, pageOf, tearDown } from '#web/testing/world.tsx'

afterEach(tearDown)

const SETUP = { key: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', uri: 'otpauth://totp/Mergewell:ann?secret=ABCDEFGH' }

describe('a user whose workspace requires a second factor, and who has none,', () => {
  it.each(['/dashboard', '/campaigns', '/settings?tab=keys', '/'])(
    'is led to the set-up page at %s',
    async (address) => {
      const app = openApp(address, { currentUser: { ...ANN, mustSetUpSecondFactor: true } })
      await screen.findByRole('heading', { name: 'Set up two-step sign-in' })
      expect(app.asked.map(({ name }) => name)).toEqual(['CurrentUser'])
      expect(screen.queryByRole('navigation')).toBeNull()
    },
  )

  it('reaches the requested page after the set-up', async () => {
    let missing = true
    const confirmTotp = () => {
      missing = false
      return { codes: ['abcdef-abcdef-abcdef-abcdef'] }
    }
    const app = openApp('/settings?tab=profile', {
      currentUser: () => ({ ...ANN, mustSetUpSecondFactor: missing }),
      startTotp: SETUP,
      confirmTotp,
    })
    await app.user.click(await screen.findByRole('button', { name: 'Set up authenticator app' }))
    await app.user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456{Enter}')
    await screen.findByText('abcdef-abcdef-abcdef-abcdef')
    expect(app.askedFor('Workspace')).toEqual([])
    await app.user.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(app.askedFor('CurrentUser').length).toBeGreaterThan(1))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Set up two-step sign-in' })).toBeNull())
  })

  it('is led to the set-up page from an open page as soon as a request is refused for that reason', async () => {
    let required = false
    const campaigns = () => {
      required = true
      throw knownError('SECOND_FACTOR_MISSING', 'Your workspace requires a second factor. Set one up first.')
    }
    openApp('/campaigns', {
      currentUser: () => ({ ...ANN, mustSetUpSecondFactor: required }),
      campaigns,
      users: pageOf([], {}),
    })
    await screen.findByRole('heading', { name: 'Set up two-step sign-in' })
  })

  it('can sign out on the set-up page', async () => {
    const app = openApp('/dashboard', { currentUser: { ...ANN, mustSetUpSecondFactor: true }, logout: true })
    await app.user.click(await screen.findByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(app.address()).toBe('/login'))
  })
})
