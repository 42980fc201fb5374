import '#web/testing/browser.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SignedInAs } from '#web/accounts/current-user.tsx'
import { show, tearDown } from '#web/testing/world.tsx'
import { DeletionNotice } from './deletion-notice.tsx'

afterEach(tearDown)

const open = (role: 'admin' | 'user', deletionAt: string | null) =>
  show(
    <SignedInAs user={{ role } as Parameters<typeof SignedInAs>[0]['user']}>
      <DeletionNotice />
    </SignedInAs>,
    {
      root: {
        tenant: { id: 't1', subscriptionTier: 'pro', planConfirmed: true, awaitsEmailConfirmation: false, deletionAt },
      },
    },
  )

test('the deletion notice tells everybody that the workspace will be deleted, and an admin where to cancel', async () => {
  open('user', '2026-12-23T10:00:00.000Z')
  const notice = await screen.findByRole('region', { name: 'Deletion' })
  expect(notice.textContent).toContain('Until then, no emails are sent. Ask an admin if this is a mistake.')
  tearDown()
  open('admin', '2026-12-23T10:00:00.000Z')
  expect((await screen.findByRole('link', { name: 'Cancel or export' })).getAttribute('href')).toBe(
    '/settings?tab=data',
  )
})

test('the deletion notice is absent while no deletion is scheduled', async () => {
  const { askedFor } = open('admin', null)
  await waitFor(() => expect(askedFor('Plan')).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Deletion' })).toBeNull()
})
