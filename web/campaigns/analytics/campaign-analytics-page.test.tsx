import '#web/testing/browser.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { explainFailure } from '#domain/emails/delivery-errors.ts'
import { unexplainedError, findToast, pageOf, knownError, show, tearDown, type Root } from '#web/testing/world.tsx'
import { CampaignAnalyticsPage } from './campaign-analytics-page.tsx'
import { bringSocketDown, campaign, emailLog } from '../testing.ts'

afterEach(() => {
  vi.useRealTimers()
  tearDown()
})

const NOTHING = { sent: 0, opened: 0, machineOpened: 0, clicked: 0 }

type Log = ReturnType<typeof emailLog>

function withLogs(logs: () => Log[], fields: Record<string, unknown>) {
  return campaign('a', { emailLogs: (args: { first?: number; after?: string }) => pageOf(logs(), args), ...fields })
}

function showPage(root: Root) {
  return show(<CampaignAnalyticsPage />, { root, at: '/campaigns/a/analytics', path: '/campaigns/:id/analytics' })
}

const figure = async (label: string) =>
  (await screen.findByText(label, { selector: 'p' })).closest('.rounded-md')?.textContent

const followUp = {
  ...{ __typename: 'FollowUp', step: 2, waitDays: 3, timeOfDay: '09:30', timeZone: 'UTC', condition: 'no_reply' },
  ...{ link: null, subject: '', attachesFiles: false, totalContacts: 0, sentCount: 0, pendingCount: 0, failedCount: 0 },
  ...{ openedCount: 0, clickedCount: 0, repliedCount: 0, unsubscribedCount: 0 },
}

describe('the campaign analytics page', () => {
  test('shows a loading state', () => {
    showPage({ campaign: () => new Promise(() => {}) })
    expect(screen.getByText('Loading analytics...')).toBeTruthy()
  })

  test.each([
    ['null', () => null],
    ['NOT_FOUND', () => Promise.reject(knownError('NOT_FOUND', 'Campaign not found. It may have been deleted.'))],
  ])('shows Campaign Not Found with a back link when there is no data (%s)', async (_, answer) => {
    showPage({ campaign: answer })
    expect(await screen.findByText('Campaign Not Found')).toBeTruthy()
    expect(screen.getByText('The campaign analytics could not be loaded')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to Campaigns' }).getAttribute('href')).toBe('/campaigns')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('offers a retry when the server failed', async () => {
    let broken = true
    const { user } = showPage({
      campaign: () => (broken ? Promise.reject(unexplainedError()) : withLogs(() => [], {})),
    })
    await screen.findByText('Campaign Not Found')
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Campaign a' })).toBeTruthy()
  })

  test('offers to stop all sending while the campaign is being sent', async () => {
    const one = withLogs(() => [], { status: 'sending' })
    const tenant = { __typename: 'Tenant', id: 't1', subscriptionTier: 'pro', planConfirmed: true, sendingStop: null }
    showPage({ campaign: one, campaigns: pageOf([one], {}), tenant })
    expect(await screen.findByRole('button', { name: 'Stop All Sending' })).toBeTruthy()
  })

  const box = (id: string, fields: object) => ({
    ...{ __typename: 'Mailbox', id, email: `${id}@example.com`, isMine: true },
    ...fields,
  })
  const SEES = { level: 'full', readsReplies: true, inboxError: null, inboxUnreadSince: null as string | null }
  const BLIND = { level: 'send', readsReplies: false, inboxError: null, inboxUnreadSince: null }
  test.each([
    ['all', [box('a', SEES)], 0, /Bounced0Replied0Out of office0Unsubscribed0$/],
    [
      'none',
      [box('a', BLIND)],
      7,
      /Bouncednot trackedReplied7.*Bounces and replies to a@example.com cannot be tracked/,
    ],
    ['some', [box('a', BLIND), box('b', SEES)], 7, /Bounced0Replied7.*Bounces and replies to a@example.com cannot/],
  ])(
    'shows no 0 for bounces and replies that no mailbox may see: %s of its mailboxes show them',
    async (_, mailboxes, repliedCount, words) => {
      showPage({ campaign: withLogs(() => [], { status: 'sent', mailboxes, bouncedCount: 0, repliedCount }) })
      const list = (await screen.findByText('Bounced')).closest('dl')
      expect(list?.textContent).toMatch(words)
    },
  )

  test('says that replies which cannot be seen do not stop follow-ups, and shows no count of them', async () => {
    const mailboxes = [box('blind', BLIND)]
    showPage({ campaign: withLogs(() => [], { status: 'sending', sentCount: 2, followUps: [followUp], mailboxes }) })
    const list = await screen.findByRole('list', { name: 'Emails of this campaign' })
    expect(list.textContent).toContain('2 sent')
    expect(list.textContent).not.toContain('replied')
    expect(
      screen.getByText(/^Replies to blind@example.com cannot be seen, so they do not stop follow-ups/),
    ).toBeTruthy()
  })

  test('says that follow-ups wait while an inbox cannot be read', async () => {
    const mailboxes = [box('a', SEES), box('shut', { ...SEES, readsReplies: false, inboxError: '403 AccessDenied' })]
    showPage({ campaign: withLogs(() => [], { status: 'sending', sentCount: 2, followUps: [followUp], mailboxes }) })
    expect(await screen.findByText(/^Follow-ups from shut@example.com wait, because the inbox cannot/)).toBeTruthy()
    expect(screen.queryByText(/do not stop follow-ups/)).toBeNull()
  })

  test('says since when an inbox could not be read, and that its emails count as delivered once it is read', async () => {
    const shut = { ...SEES, readsReplies: false, inboxError: '503', inboxUnreadSince: '2026-11-28T08:05:00Z' }
    showPage({ campaign: withLogs(() => [], { status: 'sent', sentCount: 2, mailboxes: [box('shut', shut)] }) })
    expect(
      await screen.findByText(/inbox of shut@example.com could not be read since .*2026.*counted as delivered once/),
    ).toBeTruthy()
  })

  test('says that follow-ups wait for the mailbox that gets the replies', async () => {
    const mailboxes = [box('a', SEES)]
    const replyMailboxes = [box('desk', { ...SEES, readsReplies: false }), box('read', SEES)]
    const fields = { status: 'sending', sentCount: 2, followUps: [followUp], mailboxes, replyMailboxes }
    showPage({ campaign: withLogs(() => [], fields) })
    expect(await screen.findByText(/^Replies go to desk@example.com, whose inbox cannot be read/)).toBeTruthy()
  })

  test('says nothing about unread inboxes once the campaign has ended', async () => {
    const mailboxes = [box('shut', { ...SEES, readsReplies: false, inboxError: '403 AccessDenied' })]
    showPage({ campaign: withLogs(() => [], { status: 'sent', sentCount: 2, followUps: [followUp], mailboxes }) })
    await screen.findByRole('list', { name: 'Emails of this campaign' })
    expect(screen.queryByText(/^Follow-ups from/)).toBeNull()
  })

  test('offers no filter for replies and bounces that cannot be seen', async () => {
    const seen = { status: 'sent', sentCount: 3, mailboxes: [box('a', BLIND)] }
    showPage({ campaign: withLogs(() => [emailLog('one')], seen) })
    const choice = await screen.findByRole('combobox', { name: 'Show' })
    const words = within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
    expect(words).toContain('Unsubscribed')
    expect(words.filter((word) => /repl|bounce/i.test(word ?? ''))).toEqual([])
  })

  test('has six cards: total, sent, failed, success rate, opens and clicks with their rate of sent', async () => {
    showPage({
      campaign: withLogs(() => [], {
        status: 'sent',
        totalContacts: 1000,
        sentCount: 960,
        failedCount: 40,
        openedCount: 480,
        clickedCount: 96,
        successRate: 96,
        openRate: 50,
        clickRate: 10,
      }),
    })
    expect(await figure('Total Contacts')).toBe('Total Contacts1,000')
    expect(await figure('Successfully Sent')).toBe('Successfully Sent960')
    expect(await figure('Failed')).toBe('Failed40')
    expect(await figure('Success Rate')).toBe('Success Rate96%of sent and failed')
    expect(await figure('Opens')).toBe('Opens48050% of sent')
    expect(await figure('Clicks')).toBe('Clicks9610% of sent')
  })

  test('shows “not tracked” instead of figures, and hides actions that need tracking', async () => {
    const untracked = { status: 'sent', sentCount: 960, opensTracked: false, clicksTracked: false }
    const timeline = { bucketSeconds: 60, points: [{ at: '2026-02-01T09:00:00.000Z', ...NOTHING, sent: 960 }] }
    showPage({ campaign: withLogs(() => [emailLog('one')], { ...untracked, timeline, links: [], abResults: null }) })
    expect(await figure('Opens')).toBe('OpensNot tracked')
    expect(await figure('Clicks')).toBe('ClicksNot tracked')
    const choice = await screen.findByRole('combobox', { name: 'Show' })
    const words = within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
    expect(words).toContain('Did not reply')
    expect(words.filter((word) => /open|click/i.test(word ?? ''))).toEqual([])
    await screen.findByText('Delivery over time')
    expect(screen.queryByRole('button', { name: 'Email people who did not open' })).toBeNull()
  })

  test('shows counts without recipients as totals, with no rate and no follow-up campaign', async () => {
    const counts = { opens: 1_200, clicks: 34, machineOpens: 5, machineClicks: 2 }
    const links = [{ url: 'https://shop.test/a', people: 0, clicks: 34, machineClicks: 2 }]
    const counted = { status: 'sent', sentCount: 960, opensTracked: false, clicksTracked: false, counts }
    showPage({ campaign: withLogs(() => [emailLog('one')], { ...counted, timeline: null, links, abResults: null }) })
    expect(await figure('Opens')).toBe('Opens1,200including repeats')
    expect(await figure('Clicks')).toBe('Clicks34including repeats')
    const table = await screen.findByRole('table', { name: 'Links' })
    expect(table.textContent).toBe('LinkClicksBy botsshop.test/a342')
    expect(screen.queryByRole('button', { name: 'Email people who did not open' })).toBeNull()
  })

  test('has a status summary: sent, failed, pending, delivered', async () => {
    showPage({
      campaign: withLogs(() => [], {
        status: 'sent',
        sentCount: 5,
        failedCount: 2,
        pendingCount: 1,
        deliveredCount: 3,
      }),
    })
    const summary = (await screen.findByText('Status Summary')).closest('section') as HTMLElement
    expect([...summary.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual([
      'Sent5',
      'Failed2',
      'Pending1',
      'Delivered3',
      'Bounced0',
      'Replied0',
      'Out of office0',
      'Unsubscribed0',
    ])
  })

  test('lists contact id, status, sent at, delivered at and error when logs exist', async () => {
    const failure = {
      __typename: 'Failure',
      message: 'Invalid email address',
      howToFix: 'Correct the contact’s address.',
    }
    const failed = emailLog('two', { status: 'failed', sentAt: null, error: 'bad recipient', failure })
    const counts = { status: 'sent', deliveredCount: 1, repliedCount: 1, failedCount: 1 } as const
    showPage({ campaign: withLogs(() => [emailLog('one'), failed], counts) })
    const table = await screen.findByRole('table', { name: 'Email Delivery Details' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Contact ID', 'Status', 'Sent At', 'Delivered At', 'Response', 'Error'])
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      )
    expect(rows[0]?.[0]).toContain('contact-one')
    // The address is visible.
    const [name] = within(table).getAllByRole('button')
    expect(name?.parentElement?.lastElementChild?.textContent).toContain('one@example.com')
    expect(rows[1]?.slice(1)).toEqual(['Failed', '-', '-', '', 'Invalid email address'])
  })

  test('hides the columns that are empty for every recipient', async () => {
    const counts = { status: 'sent', deliveredCount: 0, repliedCount: 0, failedCount: 0 } as const
    showPage({ campaign: withLogs(() => [emailLog('one', { deliveredAt: null, repliedAt: null })], counts) })
    const table = await screen.findByRole('table', { name: 'Email Delivery Details' })
    const headers = within(table).getAllByRole('columnheader')
    expect(headers.map(({ textContent }) => textContent)).toEqual(['Contact ID', 'Status', 'Sent At'])
  })

  test('shows people who were left out on purpose separately from failures', async () => {
    const leftOut = emailLog('two', {
      ...{ status: 'failed', sentAt: null, error: 'WEEKLY_CEILING: 1 in seven days' },
      failure: { __typename: 'Failure', ...explainFailure('WEEKLY_CEILING: 1 in seven days') },
    })
    const counts = { status: 'sent', totalContacts: 15, sentCount: 4, failedCount: 11, leftOutCount: 10 }
    showPage({ campaign: withLogs(() => [emailLog('one'), leftOut], { ...counts, followUps: [followUp] }) })
    expect(await figure('Failed')).toBe('Failed110 left out')
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toContain('1 failed, 10 left out')
    const steps = await screen.findByRole('list', { name: 'Emails of this campaign' })
    expect(steps.textContent).toContain('4 sent · 1 failed · 10 left out')
    const table = await screen.findByRole('table', { name: 'Email Delivery Details' })
    expect(within(table).getByText('Left out')).toBeTruthy()
    expect(within(table).queryByText('Failed')).toBeNull()
    expect(within(table).getByText('Weekly limit reached')).toBeTruthy()
    const summary = screen.getByText('Left out', { selector: 'dt' })
    expect(summary.nextElementSibling?.textContent).toBe('10')
  })

  test("says on a phone why an email was not sent, below the recipient's name", async () => {
    const error = 'NON_DELIVERY_ADDRESS: 550 5.1.1'
    const failure = { __typename: 'Failure', ...explainFailure(error) }
    const bounced = emailLog('two', { status: 'failed', error, failure })
    showPage({ campaign: withLogs(() => [emailLog('one'), bounced], { status: 'sent' }) })
    await screen.findByRole('table', { name: 'Email Delivery Details' })
    const steps = [640, 768, 1024].map((px) => matchMedia(`(min-width: ${px}px)`))
    const change = (matches: boolean) =>
      act(() => {
        for (const step of steps) Object.assign(step, { matches }).dispatchEvent(new Event('change'))
      })
    onTestFinished(() => change(true))
    change(false)
    const table = screen.getByRole('table', { name: 'Email Delivery Details' })
    expect(within(table).queryByRole('columnheader', { name: 'Error' })).toBeNull()
    const [, , row] = within(table).getAllByRole('row')
    expect(row?.textContent).toContain('No such address')
  })

  test('shows a recipient in a row of 36 px, or of 44 px for touch', async () => {
    showPage({ campaign: withLogs(() => [emailLog('one')], { status: 'sent' }) })
    const height = () =>
      screen.getByRole('table', { name: 'Email Delivery Details' }).style.getPropertyValue('--row-height')
    await screen.findByRole('table', { name: 'Email Delivery Details' })
    expect(height()).toBe('36px')
    const pointer = matchMedia('(pointer: coarse)')
    const change = (matches: boolean) =>
      act(() => void Object.assign(pointer, { matches }).dispatchEvent(new Event('change')))
    onTestFinished(() => change(false))
    change(true)
    expect(height()).toBe('44px')
  })

  test('has no table when there are no recipients', async () => {
    showPage({ campaign: withLogs(() => [], { status: 'sent' }) })
    await screen.findByText('Status Summary')
    await waitFor(() => expect(screen.queryByText('Email Delivery Details')).toBeNull())
  })

  test('names the mailboxes that wait while another one sends', async () => {
    const account = (id: string, wait: object | null) => ({
      ...{ __typename: 'Mailbox', id, email: `${id}@example.com`, level: 'full', readsReplies: true },
      inboxError: null,
      inboxUnreadSince: null,
      isMine: true,
      wait,
    })
    const until = new Date(Date.now() + 50_000).toISOString()
    const wait = {
      __typename: 'SendingWait',
      reason: 'THROTTLED',
      text: 'The email provider asked us to slow down.',
      until,
    }
    showPage({
      campaign: withLogs(() => [], { status: 'sending', mailboxes: [account('one', wait), account('two', null)] }),
    })
    const waiting = await screen.findByRole('list', { name: 'Waiting mailboxes' })
    expect(waiting.textContent).toMatch(
      /^one@example\.com The email provider asked us to slow down\. Continues in \d+ seconds\.$/,
    )
  })

  test('can resume a paused campaign', async () => {
    const paused = withLogs(() => [], { status: 'paused', statusText: 'The mailbox needs to be reconnected.' })
    const { user } = showPage({ campaign: paused, resumeCampaign: () => ({ ...paused, status: 'sending' }) })
    expect(await screen.findByText(/The mailbox needs to be reconnected\./)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    expect(await findToast('Campaign Resumed')).toBeTruthy()
  })
})

describe('the live updates of the campaign analytics page', () => {
  test('change figures and visible rows without reloading the campaign', async () => {
    const progress = new Subject()
    let logs = [
      emailLog('one', { status: 'pending', sentAt: null }),
      emailLog('two', { status: 'pending', sentAt: null }),
    ]
    const one = withLogs(() => logs, { status: 'sending', totalContacts: 2, pendingCount: 2 })
    const { askedFor } = showPage({ campaign: one, campaignProgress: progress, nodes: () => logs })
    const table = await screen.findByRole('table')
    expect(within(table).getAllByText('Pending')).toHaveLength(2)
    logs = [emailLog('one'), emailLog('two', { status: 'pending', sentAt: null })]
    act(() => progress.next({ ...one, sentCount: 1, pendingCount: 1 }))
    await waitFor(async () => expect(await figure('Successfully Sent')).toBe('Successfully Sent1'))
    await waitFor(() => expect(within(table).getAllByText('Pending')).toHaveLength(1))
    expect(within(table).getAllByText('Sent')).toHaveLength(1)
    expect(askedFor('Campaign')).toHaveLength(1)
  })

  test('change the figures of follow-ups without reloading the campaign', async () => {
    const progress = new Subject()
    const one = withLogs(() => [], { status: 'sending', sentCount: 2, followUps: [followUp] })
    const { askedFor } = showPage({ campaign: one, campaignProgress: progress })
    const list = await screen.findByRole('list', { name: 'Emails of this campaign' })
    expect(within(list).getByText('Not due yet')).toBeTruthy()
    act(() =>
      progress.next({
        ...one,
        followUps: [{ ...followUp, totalContacts: 2, sentCount: 1, pendingCount: 1, unsubscribedCount: 1 }],
      }),
    )
    expect(await within(list).findByText(/^1 sent · 1 waiting .* 1 unsubscribed$/)).toBeTruthy()
    expect(askedFor('Campaign')).toHaveLength(1)
  })

  test('are replaced by a refetch of a sending campaign every 1000 ms while the WebSocket is down', async () => {
    let sent = 0
    const { askedFor } = showPage({
      campaign: () => withLogs(() => [], { status: sent < 2 ? 'sending' : 'sent', sentCount: sent++ }),
    })
    await screen.findByText('Status Summary')
    const before = askedFor('Campaign').length
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    await bringSocketDown()
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(askedFor('Campaign')).toHaveLength(before + 1)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    const asked = askedFor('Campaign').length
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(askedFor('Campaign').length - asked).toBeLessThanOrEqual(1)
  })
})
