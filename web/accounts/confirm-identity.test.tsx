import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { AS_SUPER_ADMIN } from '#web/tenants/super-admin/super-admin-session.ts'
import { CONFIRM_PLAN } from '#web/tenants/operations.ts'
import { DELETE_USER } from '#web/settings/people/operations.ts'
import { PASSKEY_ANSWER, withPasskeys } from '#web/testing/passkeys.ts'
import { knownError, show, tearDown, type Root, type WorldOptions } from '#web/testing/world.tsx'

afterEach(tearDown)

const WRONG = 'The password is wrong.'

/** A server that requires re-authentication before it deletes users or confirms a plan. */
function open(root: Root = {}, person: WorldOptions['person'] = {}) {
  let recent = false
  const confirm = ({ input }: { input: { password: string } }) => {
    if (input.password !== 'right-one') throw knownError('BAD_INPUT', WRONG, { password: WRONG })
    recent = true
    return true
  }
  const guarded = (value: object) => () => {
    if (!recent) throw knownError('REAUTHENTICATE', 'You signed in a while ago.')
    return value
  }
  const world = show(<button>Page</button>, {
    person,
    root: {
      confirmPassword: confirm,
      superAdminConfirmPassword: confirm,
      deleteUser: guarded({ __typename: 'User', id: 'ben' }),
      confirmPlan: guarded({ __typename: 'Tenant', id: 'one', planConfirmed: true }),
      ...root,
    },
  })
  const remove = () => {
    const call = world.client.mutate({ mutation: DELETE_USER, variables: { id: 'ben' } })
    return call.then(
      () => 'done',
      (error: Error) => error.message,
    )
  }
  return { ...world, remove, makeRecent: () => void (recent = true) }
}
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))

describe('a request for which the server demands a recent sign-in', () => {
  test('continues once the password is confirmed, by keyboard alone', async () => {
    const { user, remove, askedFor } = open()
    screen.getByRole('button', { name: 'Page' }).focus()
    const outcome = remove()
    const field = await (await dialog()).findByLabelText('Your password')
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.keyboard('right-one{Enter}')
    expect(await outcome).toBe('done')
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Page' })))
    expect(askedFor('ConfirmPassword')).toEqual([{ input: { password: 'right-one' } }])
    expect(askedFor('DeleteUser')).toHaveLength(2)
  })

  test('waits while the password is missing or wrong', async () => {
    const { user, remove } = open()
    const outcome = remove()
    const form = await dialog()
    await user.click(form.getByRole('button', { name: 'Confirm' }))
    expect(await form.findByText('Enter your password')).toBeTruthy()
    await user.type(form.getByLabelText('Your password'), 'guess')
    expect(form.queryByText('Enter your password')).toBeNull()
    await user.click(form.getByRole('button', { name: 'Confirm' }))
    expect(await form.findByText(WRONG)).toBeTruthy()
    expect(form.getByLabelText('Your password').getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Your password')))
    await user.clear(form.getByLabelText('Your password'))
    await user.type(form.getByLabelText('Your password'), 'right-one')
    await user.click(form.getByRole('button', { name: 'Confirm' }))
    expect(await outcome).toBe('done')
  })

  test.each(['Cancel', 'Escape'])('fails with the original error when the user leaves by %s', async (way) => {
    const { user, remove, askedFor } = open()
    const outcome = remove()
    const form = await dialog()
    if (way === 'Escape') await user.keyboard('{Escape}')
    else await user.click(form.getByRole('button', { name: way }))
    expect(await outcome).toBe('You signed in a while ago.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(askedFor('DeleteUser')).toHaveLength(1)
  })

  test('shares one dialog with concurrent requests', async () => {
    const { user, remove } = open()
    const outcomes = [remove(), remove()]
    await user.type((await dialog()).getByLabelText('Your password'), 'right-one{Enter}')
    expect(await Promise.all(outcomes)).toEqual(['done', 'done'])
  })

  test.each([
    ['google', 'Sign in with Google', '/auth/google?action=confirm'],
    ['microsoft', 'Sign in with Microsoft', '/auth/microsoft?action=confirm'],
    ['singleSignOn', 'Sign in with single sign-on', '/auth/sso?action=confirm&email=ann%40example.com'],
  ])('sends users without a password to %s, in another tab', async (way, name, href) => {
    const { user, remove, makeRecent } = open({ confirmationWays: [way] }, { hasPassword: false })
    const outcome = remove()
    const link = await (await dialog()).findByRole('link', { name })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([href, '_blank'])
    expect(screen.queryByLabelText('Your password')).toBeNull()
    makeRecent()
    await user.click((await dialog()).getByRole('button', { name: 'Continue' }))
    expect(await outcome).toBe('done')
  })

  test('continues with a passkey for users without a password', async () => {
    withPasskeys()
    const { user, remove, makeRecent, askedFor } = open(
      {
        confirmationWays: ['passkey'],
        startPasskeyConfirmation: { challenge: 'Y2hhbGxlbmdl' },
        confirmWithPasskey: () => {
          makeRecent()
          return true
        },
      },
      { hasPassword: false },
    )
    const outcome = remove()
    expect((await dialog()).queryByRole('button', { name: 'Continue' })).toBeNull()
    await user.click(await (await dialog()).findByRole('button', { name: 'Use a passkey' }))
    expect(await outcome).toBe('done')
    expect(askedFor('ConfirmWithPasskey')).toMatchObject([{ input: { response: PASSKEY_ANSWER } }])
  })

  test('shows why a passkey did not confirm the user', async () => {
    withPasskeys(new DOMException('cancelled', 'NotAllowedError'))
    const ways = { confirmationWays: ['passkey'], startPasskeyConfirmation: { challenge: 'Y2hhbGxlbmdl' } }
    const { user, remove } = open(ways, { hasPassword: false })
    const outcome = remove()
    await user.click(await (await dialog()).findByRole('button', { name: 'Use a passkey' }))
    expect((await (await dialog()).findByRole('alert')).textContent).toBe('No passkey was received. Try again.')
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }))
    expect(await outcome).toBe('You signed in a while ago.')
  })

  test('tells users with neither password nor another way to set a password by email', async () => {
    const { user, remove } = open({ confirmationWays: [] }, { hasPassword: false })
    const outcome = remove()
    const link = await (await dialog()).findByRole('link', { name: 'Set a password by email' })
    expect(link.getAttribute('href')).toBe('/forgot-password')
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }))
    expect(await outcome).toBe('You signed in a while ago.')
  })

  test('of the super admin confirms in the super admin’s session', async () => {
    const { user, client, askedFor } = open()
    const outcome = client.mutate({ mutation: CONFIRM_PLAN, variables: { id: 'one' }, context: { ...AS_SUPER_ADMIN } })
    await user.type((await dialog()).getByLabelText('Your password'), 'right-one{Enter}')
    expect((await outcome).data?.confirmPlan?.tenant?.planConfirmed).toBe(true)
    expect([askedFor('ConfirmPassword'), askedFor('SuperAdminConfirmPassword')]).toEqual([
      [],
      [{ input: { password: 'right-one' } }],
    ])
  })

  test('is abandoned when the session ends meanwhile', async () => {
    const ended = () => {
      throw knownError('UNAUTHENTICATED', 'You are not signed in.')
    }
    const { user, remove, signOut } = open({ confirmPassword: ended })
    const outcome = remove()
    await user.type((await dialog()).getByLabelText('Your password'), 'right-one{Enter}')
    expect(await outcome).toBe('You signed in a while ago.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(signOut).toHaveBeenCalled()
  })
})
