import '#web/testing/browser.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { campaign } from '#web/campaigns/testing.ts'
import { unexplainedError, findToast, pageOf, show, statsOf, tearDown, type Root } from '#web/testing/world.tsx'
import { DashboardPage } from './dashboard-page.tsx'

afterEach(() => {
  vi.useRealTimers()
  tearDown()
})

function showPage(root: Root = {}, at = '/dashboard') {
  const none = { stats: statsOf(), campaigns: pageOf([], {}) }
  return show(<DashboardPage />, { root: { ...none, ...root }, at })
}

/** A card or tile, by its label. */
async function figure(label: string, index = 0): Promise<HTMLElement> {
  const found = (await screen.findAllByText(label))[index]
  const box = found?.closest<HTMLElement>('.px-5')
  if (!box) throw new Error(`There is no figure "${label}"`)
  return box
}

describe('the dashboard', () => {
  test('has a header and links to the upload and to a new campaign', () => {
    showPage()
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy()
    expect(screen.getByText('Your email marketing command center')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Upload Contacts' }).getAttribute('href')).toBe('/upload')
    expect(screen.getByRole('link', { name: 'Create Campaign' }).getAttribute('href')).toBe('/create-campaign')
  })

  test('counts contacts, campaigns and current sends', async () => {
    showPage({ stats: statsOf({ totalContacts: 1204, totalCampaigns: 7, activeCampaigns: 2 }) })
    expect((await figure('Total Contacts')).textContent).toContain('1,204')
    expect((await figure('Total Campaigns')).textContent).toContain('7')
    expect((await figure('Active Now')).textContent).toContain('2')
  })

  test('shows an error with a retry when the figures fail to load', async () => {
    let broken = true
    const { user } = showPage({ stats: () => (broken ? Promise.reject(unexplainedError()) : statsOf()) })
    expect(await screen.findByText('The stats could not be loaded')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await figure('Active Now')).toBeTruthy()
  })
})

describe('the getting-started list of the dashboard', () => {
  test('shows what is done and the next step, until the first email is sent', async () => {
    showPage({ stats: statsOf({ hasMailbox: true }) })
    const card = within((await screen.findByText('1 of 4 done')).closest('section') as HTMLElement)
    const steps = card.getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent?.includes('(done)'))).toEqual([true, false, false, false])
    expect(steps[1]?.getAttribute('aria-current')).toBe('step')
    expect(card.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Upload a spreadsheet', '/upload'],
    ])
    tearDown()
    showPage({ stats: statsOf({ hasSent: true }) })
    await figure('Active Now')
    expect(screen.queryByText('Get started')).toBeNull()
  })
})

test('the dashboard shows the first steps before the figures, and the same number of contacts in tile and card', async () => {
  showPage({ stats: statsOf({ totalContacts: 1204, totalCampaigns: 387 }) })
  const steps = await screen.findByText('Get started')
  const figures = await figure('Total Contacts')
  expect(steps.compareDocumentPosition(figures)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect((await figure('Total Contacts', 1)).textContent).toContain('1,204')
})

describe('the sample figures on the dashboard', () => {
  test('are fixed, and each marked Sample, until the workspace sends its first email', async () => {
    showPage()
    const success = await figure('Success Rate')
    expect(success.textContent).toContain('85%')
    expect(within(success).getByText('Average open rate')).toBeTruthy()
    expect(within(success).getByText('Sample')).toBeTruthy()
    for (const [label, change] of [
      ['Campaigns Sent', '+8% from last month'],
      ['Open Rate', '+3.2% from last month'],
      ['Click Rate', '+1.8% from last month'],
    ] as const) {
      const tile = await figure(label)
      expect(within(tile).getByText(change)).toBeTruthy()
      expect(within(tile).getByText('Sample')).toBeTruthy()
    }
    expect(within(await figure('Total Contacts', 1)).getByText('+12% from last month')).toBeTruthy()
  })

  test('are replaced by the real change since last month', async () => {
    const fromLastMonth = { totalContacts: 4, totalCampaigns: 20, campaignsSent: 50, openRate: 1.4, clickRate: -0.5 }
    showPage({ stats: statsOf({ hasSent: true, fromLastMonth }) })
    expect((await figure('Campaigns Sent')).textContent).toContain('+50% from last month')
    expect((await figure('Open Rate')).textContent).toContain('+1.4 points from last month')
    expect((await figure('Click Rate')).textContent).toContain('-0.5 points from last month')
    expect(screen.queryByText('Sample')).toBeNull()
  })

  test('are replaced by calculated ones from the first email on, and an unknown change is hidden', async () => {
    showPage({ stats: statsOf({ hasSent: true, successRate: 98.5, openRate: 41.2, clickRate: 7, campaignsSent: 3 }) })
    expect((await figure('Success Rate')).textContent).toBe('Success Rate98.5%Of emails sent or failed')
    expect((await figure('Open Rate')).textContent).toContain('41.2%')
    expect((await figure('Click Rate')).textContent).toContain('7%')
    expect(screen.queryByText('Sample')).toBeNull()
    expect(screen.queryByText(/from last month/)).toBeNull()
  })
})

describe('the recent campaigns on the dashboard', () => {
  test("are empty at first: 'No campaigns yet! Ready to create your first masterpiece?'", async () => {
    showPage()
    expect(await screen.findByText('No campaigns yet! Ready to create your first masterpiece?')).toBeTruthy()
    const create = screen.getByRole('link', { name: 'Create Your First Campaign' })
    expect(create.getAttribute('href')).toBe('/create-campaign')
  })

  test('are the first 3, with name, subject, sent count, creation date and status badge', async () => {
    const four = ['1', '2', '3', '4'].map((id) => campaign(id, { status: 'sent', sentCount: 9 }))
    showPage({ campaigns: pageOf(four, {}) })
    const first = (await screen.findByText('Campaign 1')).closest('li')
    if (!first) throw new Error('The campaign is not in a list')
    expect(within(first).getByText('Subject 1')).toBeTruthy()
    expect(first.textContent).toContain('9 sent')
    expect(first.textContent).toMatch(/Created .*2026/)
    expect(within(first).getByText('Sent')).toBeTruthy()
    expect(screen.getByText('Campaign 3')).toBeTruthy()
    expect(screen.queryByText('Campaign 4')).toBeNull()
  })

  test('update while sending, and the figures are loaded again when a campaign ends', async () => {
    const events = new Subject()
    const sending = campaign('1', { status: 'sending', sentCount: 2 })
    const world = showPage({
      campaigns: pageOf([sending], {}),
      campaignsChanged: events,
      stats: () => statsOf({ activeCampaigns: 1 }),
    })
    expect(await screen.findByRole('progressbar', { name: 'Progress of Campaign 1' })).toBeTruthy()
    await figure('Active Now')
    expect(world.askedFor('Stats')).toHaveLength(1)
    events.next({ campaigns: [{ ...sending, sentCount: 3 }], removed: [] })
    await screen.findByText('Sending 3/10')
    expect(world.askedFor('Stats')).toHaveLength(1)
    events.next({ campaigns: [{ ...sending, status: 'sent', sentCount: 10 }], removed: [] })
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    await waitFor(() => expect(world.askedFor('Stats')).toHaveLength(2))
  })
})

test('the dashboard shows calculated figures after the first sent email', async () => {
  const events = new Subject()
  const sending = campaign('1', { status: 'sending' })
  let hasSent = false
  showPage({ campaigns: pageOf([sending], {}), campaignsChanged: events, stats: () => statsOf({ hasSent }) })
  expect(await screen.findByText('85%')).toBeTruthy()
  await screen.findByText('Sending 0/10')
  hasSent = true
  events.next({ campaigns: [{ ...sending, sentCount: 1 }], removed: [] })
  await waitFor(() => expect(screen.queryByText('85%')).toBeNull())
})

test('the dashboard updates rates at most every five seconds', async () => {
  const events = new Subject()
  let sending = campaign('1', { status: 'sending', sentCount: 2 })
  let openRate = 0
  const { askedFor } = showPage({
    campaigns: pageOf([sending], {}),
    campaignsChanged: events,
    stats: () => statsOf({ hasSent: true, openRate }),
  })
  await screen.findByText('Sending 2/10')
  const rate = await figure('Open Rate')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const change = async (fields: object) => {
    sending = { ...sending, ...fields }
    events.next({ campaigns: [sending], removed: [] })
    await wait(100)
  }
  await change({ sentCount: 3 })
  await change({ openedCount: 1 })
  openRate = 33.3
  await wait(4_000)
  expect(askedFor('Stats')).toHaveLength(1)
  await wait(1_000)
  expect(rate.textContent).toContain('33.3%')
  await wait(10_000)
  expect(askedFor('Stats')).toHaveLength(2)
})

describe('the query parameter auth of the dashboard', () => {
  test.each([
    [
      'microsoft_connected',
      'Microsoft 365 Connected!',
      'Your Microsoft account has been successfully connected. You can now send emails through Outlook.',
    ],
    [
      'google_connected',
      'Google Account Connected!',
      'Your Google account has been successfully connected. You can now send emails through Gmail.',
    ],
  ])(
    'with %s shows "%s", reloads the current user and is removed from the address',
    async (auth, title, description) => {
      const world = showPage({}, `/dashboard?auth=${auth}&state=1`)
      const toast = await findToast(title)
      expect(within(toast).getByText(description)).toBeTruthy()
      await waitFor(() => expect(world.askedFor('CurrentUser')).toHaveLength(1))
      expect(world.address()).toBe('/dashboard')
    },
  )

  test.each([
    ['auth=error&message=access_denied', 'Error: access denied'],
    ['auth=error&message=You_did_not_allow_access_to_the_mailbox.', 'Error: You did not allow access to the mailbox.'],
    ['auth=error&message=Call_+1_555_0100_at_once', 'Failed to connect Microsoft account. Please try again.'],
    ['auth=error', 'Failed to connect Microsoft account. Please try again.'],
  ])('with %s shows "Connection Failed" and why', async (query, description) => {
    const world = showPage({}, `/dashboard?${query}`)
    const toast = await findToast('Connection Failed')
    expect(within(toast).getByText(description)).toBeTruthy()
    expect(world.address()).toBe('/dashboard')
    expect(world.askedFor('CurrentUser')).toEqual([])
  })
})
