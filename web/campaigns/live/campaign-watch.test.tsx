import '#web/testing/browser.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import { EmailIntegration } from '#web/mailboxes/email-integration.tsx'
import { Page } from '#web/shell/page-layout.tsx'
import { findToast, pageOf, show, tearDown } from '#web/testing/world.tsx'
import { toasts } from '#web/ui/toast-store.ts'
import { StoppedNotice } from '../stopped/resume-stopped.tsx'
import { CampaignNotices } from './campaign-watch.tsx'
import { expectChange } from './campaign-notices.ts'
import { bringSocketDown, campaign } from '../testing.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  tearDown()
})

/** Makes this tab visible or hidden. */
function look(here: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!here)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

type Campaign = ReturnType<typeof campaign>

function watch(campaigns: Campaign[]) {
  const changes = new Subject<{ campaigns: Campaign[]; removed: string[] }>()
  show(
    <>
      <CampaignNotices />
      <Page title="Contacts">Some page</Page>
    </>,
    { root: { campaigns: pageOf(campaigns, {}), campaignsChanged: changes } },
  )
  return (...changed: Campaign[]) => act(() => changes.next({ campaigns: changed, removed: [] }))
}

test('the tab title shows sending progress on every page', async () => {
  const change = watch([campaign('a', { status: 'sending', sentCount: 3, failedCount: 1 }), campaign('b')])
  await waitFor(() => expect(document.title).toBe('30% · Contacts · Mergewell'))
  change(campaign('b', { status: 'sending', sentCount: 1 }))
  await waitFor(() => expect(document.title).toBe('20% · Contacts · Mergewell'))
  change(campaign('a', { status: 'sent' }), campaign('b', { status: 'sent' }))
  await waitFor(() => expect(document.title).toBe('Contacts · Mergewell'))
})

test('the tab title does not count a scheduled campaign as progress', async () => {
  watch([campaign('a', { status: 'sending', statusReason: 'SCHEDULED' })])
  await waitFor(() => expect(document.title).toBe('Contacts · Mergewell'))
})

test.each([
  ['sent', 'Campaign Sent', '“Campaign a” has finished: 9 sent, 1 failed.'],
  ['failed', 'Campaign Failed', '“Campaign a” has ended: 9 sent, 1 failed.'],
  ['paused', 'Campaign Paused', '“Campaign a” is waiting. Connect the mailbox again.'],
])('a campaign that becomes %s shows the notice %s', async (status, title, text) => {
  const change = watch([campaign('a', { status: 'sending' })])
  await waitFor(() => expect(document.title).toMatch(/^\d+% · /))
  change(campaign('a', { status, sentCount: 9, failedCount: 1, statusText: 'Connect the mailbox again.' }))
  expect(within(await findToast(title)).getByText(text)).toBeTruthy()
})

test.each(['RECONNECT', 'NO_MAILBOX', 'NOT_SHARED'])(
  'a campaign that stops because its mailbox cannot send (%s) reloads the mailboxes once',
  async (statusReason) => {
    const changes = new Subject<{ campaigns: Campaign[]; removed: string[] }>()
    let status = 'connected'
    const world = show(
      <>
        <CampaignNotices />
        <EmailIntegration />
      </>,
      {
        root: {
          campaigns: pageOf([campaign('a', { status: 'sending' }), campaign('b', { status: 'sending' })], {}),
          campaignsChanged: changes,
          mailboxes: () => [
            {
              ...{ __typename: 'Mailbox', id: 'm1', email: 'm1@example.com', provider: 'microsoft', status },
              ...{ isMine: true, isDefault: true, canSend: true, lastUsed: null },
            },
          ],
        },
      },
    )
    await waitFor(() => expect(document.title).toMatch(/^0% · /))
    await waitFor(() => expect(world.askedFor('MailboxStates')).toHaveLength(1))
    const change = (...changed: Campaign[]) => act(() => changes.next({ campaigns: changed, removed: [] }))
    expect(screen.queryByText('Refresh Microsoft Connection')).toBeNull()
    change(campaign('a', { status: 'sending', sentCount: 10 }), campaign('b', { status: 'sending' }))
    await waitFor(() => expect(document.title).toMatch(/^50% · /))
    expect(world.askedFor('MailboxStates')).toHaveLength(1)
    status = 'error'
    const lost = { status: 'paused', statusReason }
    change(campaign('a', lost), campaign('b', lost))
    expect(await screen.findByText('Refresh Microsoft Connection')).toBeTruthy()
    await waitFor(() => expect(world.askedFor('CurrentUser')).toHaveLength(1))
    change(campaign('a', { ...lost, name: 'Renamed' }))
    await findToast('2 Campaigns Stopped')
    expect(world.askedFor('MailboxStates')).toHaveLength(2)
  },
)

test('a campaign whose mailbox works again reloads the list of campaigns that can be resumed', async () => {
  const changes = new Subject<{ campaigns: Campaign[]; removed: string[] }>()
  let stoppedCampaigns = 0
  show(
    <>
      <CampaignNotices />
      <StoppedNotice />
    </>,
    {
      root: {
        campaigns: pageOf(
          [campaign('a', { status: 'paused', statusReason: 'RECONNECT' }), campaign('b', { status: 'sending' })],
          {},
        ),
        campaignsChanged: changes,
        mailboxes: () => [
          {
            __typename: 'Mailbox',
            id: 'm1',
            email: 'm1@example.com',
            provider: 'microsoft',
            isMine: true,
            status: 'connected',
            stoppedCampaigns,
          },
        ],
      },
    },
  )
  await waitFor(() => expect(document.title).toMatch(/^0% · /))
  expect(screen.queryByText('m1@example.com works again')).toBeNull()
  stoppedCampaigns = 1
  act(() =>
    changes.next({ campaigns: [campaign('a', { status: 'paused', statusReason: 'MAILBOX_WORKS' })], removed: [] }),
  )
  expect(await screen.findByText('m1@example.com works again')).toBeTruthy()
})

test('a campaign that had already ended shows no notice', async () => {
  watch([campaign('a', { status: 'sent' }), campaign('b', { status: 'sending' })])
  await waitFor(() => expect(document.title).toMatch(/^\d+% · /))
  expect(screen.queryByText('Campaign Sent')).toBeNull()
})

test('a campaign that is older than those in the list also shows a notice when it ends', async () => {
  const changes = new Subject<{ campaigns: Campaign[]; removed: string[] }>()
  const newest = Array.from({ length: 51 }, (_, index) => campaign(`z${index}`))
  const old = campaign('old', { createdAt: '2025-01-01T00:00:00.000Z', status: 'sending', sentCount: 1 })
  const repeated = campaign('repeated', { createdAt: '2025-01-02T00:00:00.000Z', status: 'sending', sentCount: 5 })
  const campaigns = ({ first, filter }: { first: number; filter?: { status: string } }) =>
    pageOf(filter?.status === 'sending' ? [old] : [...newest, repeated, old], { first })
  show(
    <>
      <CampaignNotices />
      <Page title="Contacts">Some page</Page>
    </>,
    { root: { campaigns, campaignsChanged: changes } },
  )
  const change = (...changed: Campaign[]) => act(() => changes.next({ campaigns: changed, removed: [] }))
  await waitFor(() => expect(document.title).toBe('10% · Contacts · Mergewell'))
  change(repeated)
  await waitFor(() => expect(document.title).toBe('30% · Contacts · Mergewell'))
  change({ ...old, status: 'sent' })
  await findToast('Campaign Sent')
  change({ ...repeated, status: 'failed' })
  await findToast('Campaign Failed')
})

test('the notice of an ended campaign links to its analytics', async () => {
  const change = watch([campaign('a', { status: 'sending' })])
  await waitFor(() => expect(document.title).toMatch(/^\d+% · /))
  change(campaign('a', { status: 'sent', sentCount: 10 }))
  const toast = await findToast('Campaign Sent')
  act(() => within(toast).getByRole('button', { name: 'View Analytics' }).click())
  expect(await screen.findByText('Another page')).toBeTruthy()
})

test('a change made in this tab shows no notice: the button already reported it', async () => {
  const change = watch([campaign('a', { status: 'sending' }), campaign('b', { status: 'sending' })])
  await waitFor(() => expect(document.title).toMatch(/^\d+% · /))
  expectChange('a')
  change(campaign('a', { status: 'sent', sentCount: 4 }))
  await waitFor(() => expect(document.title).toBe('0% · Contacts · Mergewell'))
  expect(screen.queryByText('Campaign Sent')).toBeNull()
  change(campaign('b', { status: 'sent', sentCount: 10 }))
  await findToast('Campaign Sent')
})

test('a campaign that ends while the tab is hidden is announced in the title, and as a notice when the tab is visible', async () => {
  const change = watch([campaign('a', { status: 'sending' }), campaign('b', { status: 'sending' })])
  await waitFor(() => expect(document.title).toMatch(/^0% · /))
  look(false)
  change(campaign('a', { status: 'sent', sentCount: 10 }))
  await waitFor(() => expect(document.title).toBe('Sent · 0% · Contacts · Mergewell'))
  expect(toasts()).toEqual([])
  look(true)
  expect(
    within(await findToast('Campaign Sent')).getByText('“Campaign a” has finished: 10 sent, 0 failed.'),
  ).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('0% · Contacts · Mergewell'))
})

test('several campaigns that ended share one notice, which links to the list', async () => {
  const change = watch([campaign('a', { status: 'sending' }), campaign('b', { status: 'sending' })])
  await waitFor(() => expect(document.title).toMatch(/^0% · /))
  look(false)
  change(campaign('a', { status: 'sent', sentCount: 10 }))
  change(campaign('b', { status: 'failed', failedCount: 10 }))
  await waitFor(() => expect(document.title).toBe('Failed · Contacts · Mergewell'))
  look(true)
  const told = within(await findToast('2 Campaigns Stopped'))
  told.getByText('“Campaign a” has finished: 10 sent, 0 failed. “Campaign b” has ended: 0 sent, 10 failed.')
  act(() => told.getByRole('button', { name: 'View Campaigns' }).click())
  expect(await screen.findByText('Another page')).toBeTruthy()
})

test('an old campaign is refetched every second until it ends, while the WebSocket is down', async () => {
  await bringSocketDown()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let old = campaign('old', { createdAt: '2025-01-01T00:00:00.000Z', status: 'sending', sentCount: 1 })
  const newest = Array.from({ length: 51 }, (_, index) => campaign(`z${index}`))
  const campaigns = ({ first, filter }: { first: number; filter?: { status?: string } }) =>
    pageOf(filter?.status ? [old].filter(({ status }) => status === filter.status) : [...newest, old], { first })
  show(
    <>
      <CampaignNotices />
      <Page title="Contacts">Some page</Page>
    </>,
    { root: { campaigns, nodes: () => [old] } },
  )
  await waitFor(() => expect(document.title).toBe('10% · Contacts · Mergewell'))
  const second = () => act(() => vi.advanceTimersByTimeAsync(1_000))
  old = { ...old, sentCount: 6 }
  await second()
  await waitFor(() => expect(document.title).toBe('60% · Contacts · Mergewell'))
  old = { ...old, sentCount: 10, status: 'sent' }
  await second()
  await findToast('Campaign Sent')
})
