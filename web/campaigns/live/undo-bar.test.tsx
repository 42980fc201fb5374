import '#web/testing/browser.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import { ANN, findToast, knownError, pageOf, show, tearDown } from '#web/testing/world.tsx'
import { toasts } from '#web/ui/toast-store.ts'
import type { CampaignSummary } from '../operations.ts'
import { CampaignStatusBadge } from '../status-badge.tsx'
import { campaign } from '../testing.ts'
import { CampaignNotices } from './campaign-watch.tsx'

afterEach(() => {
  vi.useRealTimers()
  tearDown()
})

let launches = 0
/** Returns a launch that is held back, each with another moment. */
const held = () =>
  campaign('a', {
    ...{ status: 'sending', statusReason: 'SCHEDULED', undoSecondsLeft: 10, totalContacts: 2_970 },
    scheduledAt: new Date(Date.UTC(2026, 10, 26, 12, 0, (launches += 1))).toISOString(),
  })

function watch(root: object = {}) {
  const changes = new Subject<{ campaigns: ReturnType<typeof campaign>[]; removed: string[] }>()
  const world = show(<CampaignNotices />, {
    root: { campaigns: pageOf([held()], {}), campaignsChanged: changes, ...root },
  })
  return {
    ...world,
    tell: (one: ReturnType<typeof campaign>) => act(() => changes.next({ campaigns: [one], removed: [] })),
  }
}

const button = () => screen.findByRole('button', { name: 'Undo: keep “Campaign a” as a draft' })

test('the undo bar undoes a launch and opens its draft at the last step', async () => {
  const world = watch({ cancelCampaign: campaign('a') })
  await world.user.click(await button())
  expect((await findToast('Launch Undone')).textContent).toContain('Nothing was sent. “Campaign a” is a draft again.')
  expect(world.askedFor('UndoLaunch')).toEqual([{ id: 'a' }])
  await waitFor(() => expect(world.address()).toBe('/campaigns/create?draft=a&step=4'))
})

test('the undo bar says how many of the recipients are left out', async () => {
  watch({ campaigns: pageOf([{ ...held(), totalContacts: 15, leftOutCount: 10 }], {}) })
  await button()
  expect((await screen.findAllByText(/“Campaign a” to 5 of 15 contacts, 10 left out/)).length).toBeGreaterThan(0)
})

test('the undo bar says why a launch was not undone', async () => {
  const world = watch({
    cancelCampaign: () => {
      throw knownError('CONFLICT', 'It is too late to undo this launch.')
    },
  })
  await world.user.click(await button())
  expect((await findToast('The launch was not undone')).textContent).toContain('too late')
  expect(world.address()).toBe('/')
})

test('the undo bar counts down, is read out once, and says when sending starts', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  watch()
  const said = await screen.findByText(
    'Someone launched “Campaign a” to 2,970 contacts. Sending starts in 10 seconds. You can undo it.',
  )
  expect(said.closest('[role=status]')).not.toBeNull()
  screen.getByText('Sending starts in 10 s')
  act(() => void vi.advanceTimersByTime(3_000))
  screen.getByText('Sending starts in 7 s')
  screen.getByText(/starts in 10 seconds/)
  act(() => void vi.advanceTimersByTime(7_000))
  expect(screen.queryByText(/Sending starts/)).toBeNull()
  expect(toasts().map(({ title }) => title)).toEqual(['Campaign Started'])
})

test('the undo bar says once that sending started when the server says so before the countdown ends', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const one = held()
  const { tell } = watch({ campaigns: pageOf([one], {}) })
  await screen.findByText('Sending starts in 10 s')
  act(() => void vi.advanceTimersByTime(9_000))
  tell({ ...one, undoSecondsLeft: null, sentCount: 1 })
  await waitFor(() => expect(toasts().map(({ title }) => title)).toEqual(['Campaign Started']))
  act(() => void vi.advanceTimersByTime(5_000))
  expect(toasts()).toHaveLength(1)
})

test('the undo bar shows nothing for a launch that was undone elsewhere', async () => {
  const one = held()
  const { tell } = watch({ campaigns: pageOf([one], {}) })
  await button()
  tell({ ...one, status: 'draft', undoSecondsLeft: null, scheduledAt: null })
  await waitFor(() => expect(screen.queryByText(/Sending starts/)).toBeNull())
  expect(toasts()).toEqual([])
})

test.each([
  ['a colleague', { id: 'bo', name: 'Bo Berg' }, 'Bo Berg launched “Campaign a” to 2,970 contacts'],
  ['the person', ANN, 'You launched “Campaign a” to 2,970 contacts'],
  ['somebody who is gone', null, 'Someone launched “Campaign a” to 2,970 contacts'],
])('the undo bar says that %s launched it', async (_who, launchedBy, text) => {
  watch({
    campaign: { __typename: 'Campaign', id: 'a', launchedBy: launchedBy && { ...launchedBy, __typename: 'User' } },
  })
  await screen.findByText(text)
})

test('the undo bar has the same seconds as the campaign’s badge, which then says that it is sending', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const one = held()
  show(
    <>
      <CampaignNotices />
      <CampaignStatusBadge {...(one as object as CampaignSummary)} />
    </>,
    { root: { campaigns: pageOf([one], {}) } },
  )
  await screen.findByText('Sending starts in 10 s')
  screen.getByText('Sending in 10 s')
  act(() => void vi.advanceTimersByTime(3_000))
  screen.getByText('Sending starts in 7 s')
  screen.getByText('Sending in 7 s')
  act(() => void vi.advanceTimersByTime(7_000))
  screen.getByText('Sending 0/2,970')
})

test('the undo bar disappears when the launch is undone in another tab', async () => {
  const { tell } = watch()
  await button()
  tell(campaign('a'))
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  expect(toasts()).toEqual([])
})
