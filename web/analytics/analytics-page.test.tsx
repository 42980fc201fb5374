import '#web/testing/browser.ts'
import { act, screen, within } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, describe, expect, test } from 'vitest'
import { campaign } from '#web/campaigns/testing.ts'
import { unexplainedError, pageOf, show, statsOf, tearDown, type Root } from '#web/testing/world.tsx'
import { AnalyticsPage } from './analytics-page.tsx'

afterEach(tearDown)

function showPage(root: Root = {}) {
  return show(<AnalyticsPage />, {
    root: { stats: statsOf(), campaigns: pageOf([], {}), welcomes: [], ...root },
    at: '/analytics',
  })
}

const figure = async (label: string) =>
  (await screen.findByText(label, { selector: 'p' })).closest<HTMLElement>('.rounded-md') as HTMLElement

describe('the four cards of the analytics page', () => {
  test('are calculated once an email was sent', async () => {
    showPage({
      stats: statsOf({
        totalContacts: 1204,
        totalCampaigns: 8,
        campaignsSent: 6,
        campaignsFailed: 2,
        openRate: 41.5,
        hasSent: true,
      }),
    })
    expect((await figure('Total Contacts')).textContent).toBe('Total Contacts1,204In your workspace')
    expect((await figure('Total Campaigns')).textContent).toContain('8')
    expect((await figure('Sent Campaigns')).textContent).toBe('Sent Campaigns675% success rate of finished campaigns')
    expect((await figure('Open Rate')).textContent).toContain('41.5%')
    expect(screen.queryByText('Sample')).toBeNull()
    expect(screen.queryByText(/from last month/)).toBeNull()
  })

  test('say that opens are not tracked when no campaign tracks them', async () => {
    showPage({ stats: statsOf({ hasSent: true, opensTracked: false }) })
    expect((await figure('Open Rate')).textContent).toBe('Open RateNot tracked')
  })

  test('give no success rate before a campaign has finished', async () => {
    showPage({ stats: statsOf({ hasSent: true, campaignsSent: 0, campaignsFailed: 0 }) })
    expect((await figure('Sent Campaigns')).textContent).toBe('Sent Campaigns0No campaign has finished yet')
  })

  test('show the real change from last month when it is known', async () => {
    const fromLastMonth = { totalContacts: 12.5, totalCampaigns: 14, campaignsSent: 0, openRate: -3.2, clickRate: null }
    showPage({ stats: statsOf({ hasSent: true, fromLastMonth }) })
    expect((await figure('Total Contacts')).textContent).toContain('+12.5% from last month')
    expect((await figure('Total Campaigns')).textContent).toContain('+14% from last month')
    expect((await figure('Sent Campaigns')).textContent).toContain('Same as last month')
    expect((await figure('Open Rate')).textContent).toContain('-3.2 points from last month')
    expect(screen.queryByText('Sample')).toBeNull()
  })

  test('show sample figures, marked Sample, until the workspace sends its first email', async () => {
    showPage()
    const open = await figure('Open Rate')
    expect(open.textContent).toContain('68.2%')
    expect(open.textContent).toContain('+3.2% from last month')
    for (const label of ['Total Contacts', 'Total Campaigns', 'Sent Campaigns', 'Open Rate']) {
      expect(within(await figure(label)).getByText('Sample')).toBeTruthy()
    }
  })

  test('show an error with a retry when loading fails', async () => {
    let broken = true
    const { user } = showPage({
      stats: () => (broken ? Promise.reject(unexplainedError()) : statsOf({ totalContacts: 3 })),
    })
    expect(await screen.findByText('The stats could not be loaded')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await figure('Total Contacts')).textContent).toContain('3')
  })
})

describe('the list of campaigns on the analytics page', () => {
  test('shows name, subject, sent of total and status, and links to each campaign', async () => {
    showPage({ campaigns: pageOf([campaign('a', { status: 'sent', sentCount: 9 })], {}) })
    const line = await screen.findByRole('article', { name: 'Campaign a' })
    expect(within(line).getByText('Subject a')).toBeTruthy()
    expect(line.textContent).toContain('9/10 sent')
    expect(within(line).getByText('Sent', { selector: '.rounded-full' })).toBeTruthy()
    expect(within(line).getByRole('link', { name: 'Campaign a' }).getAttribute('href')).toBe('/campaigns/a/analytics')
  })

  test('updates while sending', async () => {
    const changes = new Subject()
    showPage({ campaigns: pageOf([campaign('a', { status: 'sending' })], {}), campaignsChanged: changes })
    await screen.findByText('Sending 0/10')
    act(() => changes.next({ campaigns: [campaign('a', { status: 'sending', sentCount: 6 })], removed: [] }))
    expect(await screen.findByText('Sending 6/10')).toBeTruthy()
  })

  test('is empty at first and links to a new campaign', async () => {
    showPage()
    expect(await screen.findByText('No campaigns yet')).toBeTruthy()
    const first = screen.getByRole('link', { name: 'Create Your First Campaign' })
    expect(first.getAttribute('href')).toBe('/campaigns/create')
  })
})

test('the analytics page can stop all sending while anything is being sent', async () => {
  const tenant = { __typename: 'Tenant', id: 't1', subscriptionTier: 'pro', planConfirmed: true, sendingStop: null }
  showPage({ campaigns: pageOf([campaign('a', { status: 'sending' })], {}), tenant })
  expect(await screen.findByRole('button', { name: 'Stop All Sending' })).toBeTruthy()
})

describe('the reception of emails on the analytics page', () => {
  const row = (fields: object) => ({
    __typename: 'Welcome',
    ...{ topicId: null, topic: null, mailbox: { __typename: 'Mailbox', id: 'm', email: 'ann@x.example' } },
    ...{ sent: 100, positive: 0, left: 0, choseLess: 0, paused: 0, complained: 0 },
    ...fields,
  })
  const topic = { __typename: 'Topic', id: 't', name: 'Offers' }
  const cells = async (label: string) => {
    const region = await screen.findByRole('table', { name: label })
    return within(region)
      .getAllByRole('row')
      .map((line) => [...line.children].map(({ textContent }) => textContent))
  }

  test('names each figure in its cell, for phones, where the headings are hidden', async () => {
    showPage({ welcomes: [row({ topicId: 't', topic })] })
    const table = await screen.findByRole('table', { name: 'Signs per topic' })
    const figures = within(table).getAllByRole('cell').slice(1)
    expect(figures.map((cell) => cell.dataset['label'])).toEqual(
      within(table)
        .getAllByRole('columnheader')
        .slice(1)
        .map(({ textContent }) => textContent),
    )
  })

  test('is added up per topic and per mailbox', async () => {
    const other = { __typename: 'Mailbox', id: 'n', email: 'bob@x.example' }
    showPage({
      welcomes: [
        row({ topicId: 't', topic, left: 3, complained: 1 }),
        row({ topicId: 't', topic, mailbox: other, sent: 50, positive: 2 }),
        row({ sent: 1_000, choseLess: 4, paused: 5 }),
        row({ topicId: 'gone', mailbox: null, sent: 7 }),
      ],
    })
    const head = ['Sent', 'Positive answers', 'Left the topic', 'Chose fewer', 'Paused', 'Complained']
    expect(await cells('Signs per topic')).toEqual([
      ['Topic', ...head],
      ['No topic', '1,000', '0', '0', '4', '5', '0'],
      ['Offers', '150', '2', '3', '0', '0', '1'],
      ['Removed topics', '7', '0', '0', '0', '0', '0'],
    ])
    expect(await cells('Signs per mailbox')).toEqual([
      ['Mailbox', ...head],
      ['ann@x.example', '1,100', '0', '3', '4', '5', '1'],
      ['bob@x.example', '50', '2', '0', '0', '0', '0'],
      ['Removed mailboxes', '7', '0', '0', '0', '0', '0'],
    ])
  })

  test('is not shown before there are sent emails', async () => {
    showPage()
    await figure('Total Contacts')
    expect(screen.queryByText('How welcome your emails are')).toBeNull()
  })
})
