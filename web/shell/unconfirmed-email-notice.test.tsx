import '#web/testing/browser.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SignedInAs } from '#web/accounts/current-user.tsx'
import { findToast, show, tearDown } from '#web/testing/world.tsx'
import { EmailNotice } from './unconfirmed-email-notice.tsx'

afterEach(tearDown)

const open = (role: 'admin' | 'user', awaits: () => boolean) =>
  show(
    <SignedInAs
      user={{ role, email: 'ada@acme.example', emailConfirmed: false } as Parameters<typeof SignedInAs>[0]['user']}
    >
      <EmailNotice />
    </SignedInAs>,
    {
      root: {
        tenant: () => ({
          id: 't1',
          subscriptionTier: 'pro',
          planConfirmed: true,
          awaitsEmailConfirmation: awaits(),
          deletionAt: null,
        }),
        resendEmailConfirmation: true,
      },
    },
  )
const notice = () => screen.queryByRole('region', { name: 'Email address' })

test('the notice about an unconfirmed address asks an admin to confirm, sends the link again, and disappears once another tab has confirmed the address', async () => {
  let awaits = true
  const { user, askedFor } = open('admin', () => awaits)
  await waitFor(() =>
    expect(notice()?.textContent).toContain(
      'Confirm your email address to start sending. We sent a link to ada@acme.example.',
    ),
  )
  await user.click(screen.getByRole('button', { name: 'Send the link again' }))
  await findToast('Link sent')
  expect(askedFor('ResendEmailConfirmation')).toHaveLength(1)
  awaits = false
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(notice()).toBeNull())
})

test('the notice about an unconfirmed address tells other users that an admin must confirm the address', async () => {
  open('user', () => true)
  await waitFor(() => expect(notice()?.textContent).toContain('until an admin of this workspace confirms'))
  expect(screen.queryByRole('button')).toBeNull()
})

test('the notice about an unconfirmed address is absent once an admin of the workspace has confirmed their address', async () => {
  const { askedFor } = open('admin', () => false)
  await waitFor(() => expect(askedFor('Plan')).toHaveLength(1))
  expect(notice()).toBeNull()
})
