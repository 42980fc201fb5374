import '#web/testing/browser.ts'
import { ApolloLink } from '@apollo/client'
import { screen, within } from '@testing-library/react'
import { GraphQLError } from 'graphql'
import { throwError } from 'rxjs'
import { afterEach, describe, expect, test } from 'vitest'
import { findToast, knownError, tearDown } from '#web/testing/world.tsx'
import { toasts } from '#web/ui/toast-store.ts'
import { RUTH, showPage, type Shown } from '../testing.tsx'

afterEach(tearDown)

async function signIn({ user }: Shown) {
  await user.type(await screen.findByLabelText('Username'), 'ruth')
  await user.type(screen.getByLabelText('Password'), 'secret-word')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

describe('signing in as super admin', () => {
  test('opens the tabs Tenant Management and User Management', async () => {
    const world = showPage({ superAdmin: null, superAdminLogin: RUTH })
    await signIn(world)
    expect(await screen.findByRole('tab', { name: 'Tenant Management' })).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'User Management' })).toBeTruthy()
    expect(world.askedFor('SuperAdminLogin')).toEqual([{ input: { username: 'ruth', password: 'secret-word' } }])
  })

  test('with a second factor asks for a code after the password', async () => {
    const world = showPage({
      superAdmin: null,
      superAdminLogin: () => {
        throw new GraphQLError('Enter a code.', { extensions: { code: 'SECOND_FACTOR_REQUIRED', challenge: 'c1' } })
      },
      superAdminFinishLogin: RUTH,
    })
    await signIn(world)
    await world.user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456{Enter}')
    expect(await screen.findByRole('tab', { name: 'Tenant Management' })).toBeTruthy()
    expect(world.askedFor('SuperAdminFinishLogin')).toEqual([{ input: { challenge: 'c1', code: '123456' } }])
  })

  test('leads to the set-up of a second factor that is required, and then to the tabs', async () => {
    let missing = true
    const world = showPage({
      superAdmin: () => ({ ...RUTH, mustSetUpSecondFactor: missing }),
      superAdminStartTotp: { key: 'ABCDEFGH', uri: 'otpauth://totp/x' },
      superAdminConfirmTotp: () => {
        missing = false
        return { codes: ['abcdef-abcdef-abcdef-abcdef'] }
      },
    })
    await screen.findByRole('heading', { name: 'Set up two-step sign-in' })
    expect(world.askedFor('Tenants')).toEqual([])
    await world.user.click(screen.getByRole('button', { name: 'Set up authenticator app' }))
    await world.user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456{Enter}')
    await world.user.click(await screen.findByRole('button', { name: 'Done' }))
    expect(await screen.findByRole('tab', { name: 'Tenant Management' })).toBeTruthy()
  })

  test('requires username and password', async () => {
    const world = showPage({ superAdmin: null })
    await world.user.click(await screen.findByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('Missing credentials: Please enter both username and password.')).toBeTruthy()
    expect(world.askedFor('SuperAdminLogin')).toEqual([])
  })

  test("shows the server's message at a refusal", async () => {
    const world = showPage({
      superAdmin: null,
      superAdminLogin: () => {
        throw knownError('UNAUTHENTICATED', 'Wrong username or password.')
      },
    })
    await signIn(world)
    const toast = await findToast('Login failed')
    expect(within(toast).getByText('Wrong username or password.')).toBeTruthy()
  })

  test('removes the message of a refused try once the next one succeeds', async () => {
    let isRight = false
    const world = showPage({
      superAdmin: null,
      superAdminLogin: () => {
        if (!isRight) throw knownError('UNAUTHENTICATED', 'Wrong username or password.')
        return RUTH
      },
    })
    await signIn(world)
    await findToast('Login failed')
    isRight = true
    await world.user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('tab', { name: 'Tenant Management' })).toBeTruthy()
    expect(toasts().filter(({ open }) => open)).toEqual([])
  })

  test("shows 'Network error' when the server cannot be reached", async () => {
    const world = showPage({ superAdmin: null })
    await screen.findByLabelText('Username')
    world.client.setLink(new ApolloLink(() => throwError(() => new TypeError('Failed to fetch'))))
    await signIn(world)
    expect(within(await findToast('Login failed')).getByText('Network error')).toBeTruthy()
  })

  test('is asked for again when the session ended elsewhere', async () => {
    let signedIn = true
    showPage({
      superAdmin: () => (signedIn ? RUTH : null),
      tenants: () => {
        signedIn = false
        throw knownError('UNAUTHENTICATED', 'You are not signed in as a super admin.')
      },
    })
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
  })

  test('is asked for again on the next action when the session ends while the panel is open', async () => {
    const { user } = showPage({
      updateTenant: () => {
        throw knownError('UNAUTHENTICATED', 'You are not signed in as a super admin.')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Plan and features for Name one' }))
    await user.click(await screen.findByRole('switch', { name: 'Tracking' }))
    expect(await screen.findByLabelText('Password')).toBeTruthy()
    expect(screen.queryByRole('tab')).toBeNull()
  })

  test('is asked for again after logging out', async () => {
    const { user } = showPage({ superAdminLogout: true })
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
    await findToast('Logged out')
  })
})
