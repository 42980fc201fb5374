// @vitest-environment jsdom
import '#web/testing/browser.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, expect, test } from 'vitest'
import { Page } from '#web/shell/page.tsx'
import { findToast, pageOf, show, tearDown } from '#web/testing/world.tsx'
import { CampaignWatch } from './campaign-watch.tsx'
import { campaign } from './testing.ts'

afterEach(tearDown)

type Campaign = ReturnType<typeof campaign>

function watch(campaigns: Campaign[]) {
  const changes = new Subject<{ campaigns: Campaign[]; removed: string[] }>()
  show(
    <>
      <CampaignWatch />
      <Page title="Contacts">Some page</Page>
    </>,
    { root: { campaigns: pageOf(campaigns, {}), campaignsChanged: changes } },
  )
  return (...changed: Campaign[]) => act(() => changes.next({ campaigns: changed, removed: [] }))
}

test('the tab title shows progress while a send runs, on every page', async () => {
  const change = watch([campaign('a', { status: 'sending', sentCount: 3, failedCount: 1 }), campaign('b')])
  await waitFor(() => expect(document.title).toBe('Sending 4/10 · Contacts · Mergewell'))
  change(campaign('b', { status: 'sending', sentCount: 1 }))
  await waitFor(() => expect(document.title).toBe('Sending 5/20 · Contacts · Mergewell'))
  change(campaign('a', { status: 'sent' }), campaign('b', { status: 'sent' }))
  await waitFor(() => expect(document.title).toBe('Contacts · Mergewell'))
})

test.each([
  ['sent', 'Campaign Sent', '“Campaign a” has finished: 9 sent, 1 failed.'],
  ['failed', 'Campaign Failed', '“Campaign a” has ended: 9 sent, 1 failed.'],
  ['paused', 'Campaign Paused', '“Campaign a” waits. Connect the mailbox again.'],
])('a campaign that becomes %s raises the notice %s', async (status, title, text) => {
  const change = watch([campaign('a', { status: 'sending' })])
  await waitFor(() => expect(document.title).toMatch(/^Sending/))
  change(campaign('a', { status, sentCount: 9, failedCount: 1, statusText: 'Connect the mailbox again.' }))
  expect(within(await findToast(title)).getByText(text)).toBeTruthy()
})

test('what had ended before raises none', async () => {
  watch([campaign('a', { status: 'sent' }), campaign('b', { status: 'sending' })])
  await waitFor(() => expect(document.title).toMatch(/^Sending/))
  expect(screen.queryByText('Campaign Sent')).toBeNull()
})
