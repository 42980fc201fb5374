import '#web/testing/browser.ts'
import { act, screen, within } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import type { FollowUpStop, NextFollowUpState } from '#web/generated/graphql.ts'
import { pageOf, show, tearDown } from '#web/testing/world.tsx'
import { CampaignAnalyticsPage } from './campaign-analytics-page.tsx'
import { campaign, emailLog } from '../testing.ts'

afterEach(() => {
  vi.useRealTimers()
  tearDown()
})

test('the timeline of a recipient updates even when the email leaves the filtered list', async () => {
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

test('the follow-ups of a recipient are listed in order, with what comes next, and can be stopped', async () => {
  const event = (kind: string) => ({ kind, at: '2026-02-01T09:00:00.000Z', machine: false, url: null, detail: null })
  const next = { __typename: 'NextFollowUp', state: 'waiting', step: 3, at: '2026-02-09T08:30:00.000Z' }
  let state: object = { ...next, isAway: true, isAtCeiling: true, reason: null }
  const log = () =>
    emailLog('one', {
      events: [event('sent')],
      nextFollowUp: state,
      followUpEmails: [emailLog('two', { events: [event('sent'), event('opened')] })],
    })
  const stopped: unknown[] = []
  const one = campaign('a', {
    ...{ status: 'sending', sentCount: 1, timeline: null, links: [], abResults: null },
    emailLogs: () => pageOf([log()], {}),
  })
  const { user } = show(<CampaignAnalyticsPage />, {
    root: {
      campaign: one,
      node: log,
      nodes: () => [log()],
      stopFollowUps: (_: unknown, args: unknown) => {
        stopped.push(args)
        state = {
          ...next,
          state: 'stopped',
          step: null,
          at: null,
          isAway: false,
          isAtCeiling: false,
          reason: 'by_hand',
        }
        return { stopped: 1, errors: [] }
      },
    },
    at: '/campaigns/a/analytics',
    path: '/campaigns/:id/analytics',
  })
  await user.click(await screen.findByRole('button', { name: /^Person one/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Person one' })
  const list = await within(dialog).findByRole('list', { name: 'Activity of Follow-up 1' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  expect(dialog.textContent).toMatch(
    /Follow-up 2 is sent on .*, after they are back, unless they reply\. Until then they have as many emails/,
  )
  await user.click(within(dialog).getByRole('button', { name: 'Stop follow-ups' }))
  const question = await screen.findByRole('alertdialog', { name: 'Stop follow-ups to Person one?' })
  await user.click(within(question).getByRole('button', { name: 'Stop follow-ups' }))
  expect(await within(dialog).findByText('No more follow-ups: they were stopped by hand.')).toBeTruthy()
  expect(stopped).toHaveLength(1)
})

/** Opens the recipient of a campaign in this status whose next follow-up is this one. */
async function showNext(next: object, status = 'sending', followUps: object[] = []) {
  const nextFollowUp = {
    ...{ __typename: 'NextFollowUp', step: null, at: null, isAway: false, isAtCeiling: false, reason: null },
    ...next,
  }
  const own = { __typename: 'Campaign', id: 'a', status, followUps }
  const log = emailLog('one', { events: [], campaign: own, nextFollowUp, followUpEmails: [] })
  const one = campaign('a', {
    ...{ status, sentCount: 1, timeline: null, links: [], abResults: null, followUps },
    emailLogs: () => pageOf([log], {}),
  })
  const { user } = show(<CampaignAnalyticsPage />, {
    root: { campaign: one, node: log, nodes: () => [log] },
    at: '/campaigns/a/analytics',
    path: '/campaigns/:id/analytics',
  })
  await user.click(await screen.findByRole('button', { name: /^Person one/ }))
  return within(await screen.findByRole('dialog', { name: 'Person one' }))
}

const NEXT = {
  waiting: [{ step: 3, at: '2026-02-09T08:30:00.000Z' }, /^Follow-up 2 is sent on .*unless they reply\.$/],
  due: [{ step: 3 }, 'Follow-up 2 is sent now.'],
  awaits_inbox: [{ step: 3 }, 'Follow-up 2 waits until the inbox has been checked for replies.'],
  under_way: [{ step: 2 }, 'An email to this recipient is being sent. Follow-ups are planned after that.'],
  done: [{}, 'No further follow-up is planned.'],
} satisfies Record<Exclude<NextFollowUpState, 'stopped'>, [object, string | RegExp]>

test.each(Object.entries(NEXT))(
  'the next follow-up of a recipient is shown while it is %s',
  async (state, [next, words]) => {
    const dialog = await showNext({ state, ...next })
    expect(await dialog.findByText(words)).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Stop follow-ups' }) !== null).toBe(state !== 'done')
  },
)

test.each([
  ['not_opened', null, /unless they reply or open\.$/],
  ['not_clicked', null, /unless they reply or click\.$/],
  ['not_clicked', 'https://example.com/offer', /unless they reply or click on example\.com\/offer\.$/],
  ['clicked', 'https://example.com/offer', /, if they click on example\.com\/offer, unless they reply\.$/],
])('a follow-up with the condition %s (%s) says what would stop it for a recipient', async (condition, link, words) => {
  const next = { state: 'waiting', step: 2, at: '2026-02-09T08:30:00.000Z' }
  const dialog = await showNext(next, 'sending', [
    {
      ...{ __typename: 'FollowUp', step: 2, condition, link, waitDays: 3, timeOfDay: '09:30', timeZone: 'UTC' },
      ...{ subject: '', attachesFiles: false, totalContacts: 0, sentCount: 0, pendingCount: 0, failedCount: 0 },
      ...{ openedCount: 0, clickedCount: 0, repliedCount: 0, unsubscribedCount: 0 },
    },
  ])
  expect(await dialog.findByText(words)).toBeTruthy()
})

test('the texts of a provider and of the product are shown without codes in the recipient dialog', async () => {
  const event = (kind: string, detail: string) => ({
    ...{ kind, at: '2026-02-01T09:00:00.000Z', machine: false, url: null, detail },
  })
  const events = [
    event('failed', 'WEEKLY_CEILING: 1 in seven days'),
    event('bounced', 'NON_DELIVERY_ADDRESS: 550 5.1.1'),
  ]
  const log = emailLog('one', { status: 'failed', sentAt: null, error: 'WEEKLY_CEILING: 1 in seven days', events })
  const one = campaign('a', {
    status: 'sent',
    timeline: null,
    links: [],
    abResults: null,
    emailLogs: () => pageOf([log], {}),
  })
  const { user } = show(<CampaignAnalyticsPage />, {
    root: { campaign: one, node: log, nodes: () => [log] },
    ...{ at: '/campaigns/a/analytics', path: '/campaigns/:id/analytics' },
  })
  await user.click(await screen.findByRole('button', { name: /^Person one/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Person one' }))
  const list = await dialog.findByRole('list', { name: 'Activity' })
  expect(list.textContent).toContain('Left out')
  expect(list.textContent).toContain('Weekly limit reached: 1 in seven days')
  expect(list.textContent).toContain('No such address: 550 5.1.1')
  expect(list.textContent).not.toMatch(/[A-Z]+_[A-Z]+/)
})

const STOPS = {
  replied: 'No more follow-ups, because they replied.',
  bounced: 'No more follow-ups, because an email bounced.',
  unsubscribed: 'No more follow-ups, because they unsubscribed.',
  suppressed: 'No more follow-ups, because they are on the suppression list.',
  by_hand: 'No more follow-ups: they were stopped by hand.',
  failed: 'No more follow-ups, because the email before was not sent.',
  declined: 'No more follow-ups, because this person wants fewer emails.',
  contact_deleted: 'No more follow-ups, because the contact was deleted.',
  mailbox_gone: 'No more follow-ups, because the campaign no longer uses the mailbox that sent the email before.',
} satisfies Record<FollowUpStop, string>

test.each(Object.entries(STOPS))('the follow-ups of a recipient say why they stopped: %s', async (reason, words) => {
  const dialog = await showNext({ state: 'stopped', reason })
  expect(await dialog.findByText(words)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Stop follow-ups' })).toBeNull()
})

test('the follow-up of a recipient says that the campaign is paused', async () => {
  const dialog = await showNext({ state: 'awaits_inbox', step: 3 }, 'paused')
  expect(await dialog.findByText('The campaign is paused. Follow-ups are sent only after you resume it.')).toBeTruthy()
})
