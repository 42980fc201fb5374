import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SignedInAs } from '#web/accounts/current-user.tsx'
import { findToast, knownError, show, tearDown, type Root } from '#web/testing/world.tsx'
import { campaign } from '../testing.ts'
import { StopAllSending } from './stop-all-sending.tsx'
import { StopNotice } from './sending-stopped-notice.tsx'
// Loaded ahead: the page loads it when it is shown.
import './stopped-banner.tsx'

afterEach(tearDown)

const stop = (more: object = {}) => ({
  __typename: 'SendingStop',
  stoppedAt: new Date().toISOString(),
  stoppedBy: 'Bea',
  inFlight: 0,
  leftAfter: 0,
  overdue: 0,
  ...more,
})
const tenant = (sendingStop: object | null) => ({
  __typename: 'Tenant',
  id: 't1',
  subscriptionTier: 'pro',
  planConfirmed: true,
  awaitsEmailConfirmation: false,
  sendingStop,
})
const open = (role: 'admin' | 'user', root: Root) =>
  show(
    <SignedInAs user={{ role } as Parameters<typeof SignedInAs>[0]['user']}>
      <StopNotice />
      <StopAllSending />
    </SignedInAs>,
    { root },
  )
const listOf = (...nodes: object[]) => ({
  totalCount: nodes.length,
  pageInfo: { hasNextPage: false, endCursor: null },
  edges: nodes.map((node, index) => ({ cursor: String(index), node })),
})
const sending = { campaigns: listOf(campaign('a', { status: 'sending' })) }

test('the stop control stops all sending after a question, and says which emails could not be held back', async () => {
  const world = open('user', {
    ...sending,
    tenant: tenant(null),
    stopAllSending: () => ({
      __typename: 'StopAllSendingPayload',
      sendingStop: stop({ inFlight: 2 }),
      errors: [],
    }),
  })
  await world.user.click(await screen.findByRole('button', { name: 'Stop All Sending' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Stop all sending?' }))
  expect(question.getByText(/also those of your colleagues/)).toBeTruthy()
  expect(world.askedFor('StopAll')).toEqual([])
  await world.user.click(question.getByRole('button', { name: 'Stop All Sending' }))
  expect(await screen.findByText('All Sending Stopped')).toBeTruthy()
  const notice = await screen.findByRole('region', { name: 'Sending stopped' })
  expect(notice.textContent).toContain('Bea stopped all sending')
  expect(notice.textContent).toContain('Up to 2 emails are with your email provider already')
  expect(notice.textContent).toContain('Ask an admin to resume it.')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop All Sending' })).toBeNull())
})

test('the stop control lets an admin resume after a question that names campaigns whose start passed', async () => {
  const world = open('admin', {
    campaigns: listOf(),
    tenant: tenant(stop({ overdue: 1, leftAfter: 1 })),
    resumeAllSending: () => ({
      __typename: 'ResumeAllSendingPayload',
      tenant: tenant(null),
      paused: [campaign('a', { status: 'paused' })],
      errors: [],
    }),
  })
  const notice = await screen.findByRole('region', { name: 'Sending stopped' })
  expect(notice.textContent).toContain('1 email still left')
  await world.user.click(within(notice).getByRole('button', { name: 'Resume Sending' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Resume sending?' }))
  expect(question.getByText(/1 scheduled campaign missed its start and will be paused/)).toBeTruthy()
  await world.user.click(question.getByRole('button', { name: 'Resume Sending' }))
  expect((await findToast('Sending Resumed')).textContent).toContain(
    '1 scheduled campaign missed its start and is paused',
  )
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Sending stopped' })).toBeNull())
})

test('the stop control says so if sending could not be resumed', async () => {
  const world = open('admin', {
    campaigns: listOf(),
    tenant: tenant(stop()),
    resumeAllSending: () => {
      throw knownError('FORBIDDEN', 'Only an admin of this workspace can do this.')
    },
  })
  await world.user.click(await screen.findByRole('button', { name: 'Resume Sending' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Resume sending?' }))
  await world.user.click(question.getByRole('button', { name: 'Resume Sending' }))
  expect((await findToast('Resume Failed')).textContent).toContain('Only an admin')
})

test('the stop control is offered while a repeating campaign is on, however old it is', async () => {
  const repeat = {
    ...{ __typename: 'CampaignRepeat', isOn: true, kind: 'monthly', label: null, segmentId: null, segment: null },
    ...{ field: null, offsetDays: 0, isYearly: true, dayOfMonth: 1, nextRunAt: null },
    ...{ offBecause: null, runCount: 0, sentCount: 0 },
  }
  open('user', {
    campaigns: ({ filter }: { filter?: { repeats?: boolean } }) =>
      filter?.repeats ? listOf(campaign('old', { repeat })) : listOf(),
    tenant: tenant(null),
  })
  expect(await screen.findByRole('button', { name: 'Stop All Sending' })).toBeTruthy()
})

test('the stop control is offered while follow-ups are planned', async () => {
  const followed = campaign('a', { status: 'sending', followingSince: '2026-02-01T12:00:00.000Z' })
  open('user', { campaigns: listOf(followed), tenant: tenant(null) })
  expect(await screen.findByRole('button', { name: 'Stop All Sending' })).toBeTruthy()
})

test('the stop control is not offered while nothing is sending or scheduled', async () => {
  const world = open('admin', { campaigns: listOf(campaign('a', { status: 'sent' })), tenant: tenant(null) })
  await waitFor(() => expect(world.askedFor('CampaignsUnderWay')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Stop All Sending' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Sending stopped' })).toBeNull()
})
