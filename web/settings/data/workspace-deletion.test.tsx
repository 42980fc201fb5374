import '#web/testing/browser.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { findToast, knownError, tearDown, type Root } from '#web/testing/world.tsx'
import { showPage } from '../testing.tsx'

afterEach(tearDown)

const tenant = (deletionAt: string | null = null) => ({ __typename: 'Tenant', id: 't1', name: 'Acme', deletionAt })
const open = (root: Root = {}) => showPage(root, { at: '/settings?tab=data' })
const FIELD = 'Type the name of the workspace: Acme'

test('the deletion card schedules the deletion of the workspace when its name was typed, and then offers to cancel it', async () => {
  const scheduleWorkspaceDeletion = tenant('2026-12-23T10:00:00.000Z')
  const { user, askedFor } = open({
    tenant: tenant(),
    scheduleWorkspaceDeletion,
    cancelWorkspaceDeletion: tenant(),
  })
  await user.type(await screen.findByLabelText(FIELD), 'Acme')
  await user.click(screen.getByRole('button', { name: 'Delete Workspace' }))
  await findToast('Deletion Scheduled')
  expect(askedFor('ScheduleWorkspaceDeletion')).toEqual([{ input: { name: 'Acme' } }])
  expect(await screen.findByText(/Will be deleted on/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel Deletion' }))
  await findToast('Deletion Cancelled')
  expect(await screen.findByLabelText(FIELD)).toBeTruthy()
})

test('the deletion card says at the field that the typed name is not the workspace’s', async () => {
  const scheduleWorkspaceDeletion = () => {
    throw knownError('BAD_INPUT', 'Enter the name of the workspace exactly: Acme', {
      name: 'Enter the name of the workspace exactly: Acme',
    })
  }
  const { user } = open({ tenant: tenant(), scheduleWorkspaceDeletion })
  await user.type(await screen.findByLabelText(FIELD), 'acme')
  await user.click(screen.getByRole('button', { name: 'Delete Workspace' }))
  expect((await screen.findAllByText('Enter the name of the workspace exactly: Acme')).length).toBeGreaterThan(0)
})
