// @vitest-environment jsdom
import '#web/testing/browser.ts'
import { act, screen, within } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import { pageOf, show, tearDown } from '#web/testing/world.tsx'
import { CampaignAnalyticsPage } from './campaign-analytics-page.tsx'
import { campaign, emailLog } from '../testing.ts'

afterEach(() => {
  vi.useRealTimers()
  tearDown()
})

test('a recipient’s timeline updates, even when the email leaves the filtered list', async () => {
  const event = (kind: string) => ({ kind, at: '2026-02-01T09:00:00.000Z', machine: false, url: null, detail: null })
  const openedAt = '2026-02-01T09:01:00.000Z'
  let opened = false
  const log = () =>
    opened
      ? emailLog('one', { status: 'delivered', openedAt, events: [event('sent'), event('opened')] })
      : emailLog('one', { events: [event('sent')] })
  const moved = new Subject()
  const one = campaign('a', {
    status: 'sent',
    sentCount: 1,
    timeline: null,
    links: [],
    abResults: null,
    emailLogs: () => pageOf(opened ? [] : [log()], {}),
  })
  const { user } = show(<CampaignAnalyticsPage />, {
    root: { campaign: one, campaignProgress: moved, node: log, nodes: () => [log()] },
    at: '/campaigns/a/analytics?outcome=notOpened',
    path: '/campaigns/:id/analytics',
  })
  await user.click(await screen.findByRole('button', { name: /^Person one/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Person one' })
  const list = await within(dialog).findByRole('list', { name: 'Activity' })
  expect(within(dialog).queryByText('Delivered')).toBeNull()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  opened = true
  moved.next({ ...one, openedCount: 1, deliveredCount: 1 })
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  expect(list.textContent).toContain('Opened')
  expect(within(dialog).getByText('Delivered')).toBeTruthy()
})
