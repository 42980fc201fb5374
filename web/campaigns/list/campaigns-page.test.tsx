import '#web/testing/browser.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { unexplainedError, findToast, pageOf, knownError, show, tearDown, type Root } from '#web/testing/world.tsx'
import { CampaignsPage } from './campaigns-page.tsx'
import { bringSocketDown, campaign } from '../testing.ts'

afterEach(() => {
  vi.useRealTimers()
  tearDown()
})

type Campaign = ReturnType<typeof campaign>

function showPage(campaigns: Campaign[], root: Root = {}) {
  return show(<CampaignsPage />, {
    root: { campaigns: (args: { first?: number; after?: string }) => pageOf(campaigns, args), ...root },
    at: '/campaigns',
  })
}

const card = (name: string) => screen.findByRole('article', { name })

function actionsOf(article: HTMLElement): (string | null)[] {
  const group = within(article).getByRole('group')
  return [...within(group).queryAllByRole('button'), ...within(group).queryAllByRole('link')]
    .map((each) => each.textContent)
    .toSorted()
}

describe('the list of campaigns', () => {
  test('has a header, a count and a link to a new campaign', async () => {
    showPage([campaign('a'), campaign('b')])
    expect(screen.getByRole('heading', { name: 'Campaigns' })).toBeTruthy()
    expect(screen.getByText('Manage your email campaigns')).toBeTruthy()
    expect(await screen.findByText('2 campaigns')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'New Campaign' }).getAttribute('href')).toBe('/campaigns/create')
  })

  test('has an empty state: No campaigns yet, Create Your First Campaign', async () => {
    showPage([])
    expect(await screen.findByRole('heading', { name: 'No campaigns yet' })).toBeTruthy()
    const first = screen.getByRole('link', { name: 'Create Your First Campaign' })
    expect(first.getAttribute('href')).toBe('/campaigns/create')
  })

  test.each(['draft', 'paused', 'sent', 'failed'])(
    'shows each figure once on the card of a %s campaign',
    async (status) => {
      const figures = {
        totalContacts: 8764,
        sentCount: status === 'draft' ? 0 : 5321,
        failedCount: status === 'draft' ? 0 : 913,
      }
      showPage([campaign('a', { status, ...figures })])
      const text = (await card('Campaign a')).textContent
      for (const [name, figure] of Object.entries(figures).filter(([, count]) => count > 0)) {
        expect(text.split(figure.toLocaleString()).length - 1, `${name} in ${text}`).toBeLessThanOrEqual(1)
      }
      expect(text).toContain((8764).toLocaleString())
    },
  )

  test('can be searched and filtered by status, and the address keeps both', async () => {
    const all = [campaign('a'), campaign('b', { status: 'sent' })]
    const world = show(<CampaignsPage />, {
      root: {
        campaigns: ({ filter, ...args }: { filter?: { search?: string; status?: string } }) =>
          pageOf(
            all.filter(
              ({ name, status }) =>
                name.includes(filter?.search ?? '') && (!filter?.status || status === filter.status),
            ),
            args,
          ),
      },
      at: '/campaigns',
    })
    await card('Campaign a')
    await world.user.type(screen.getByRole('searchbox', { name: 'Search campaigns' }), 'gn b')
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Campaign a' })).toBeNull())
    expect(await card('Campaign b')).toBeTruthy()
    expect(world.address()).toBe('/campaigns?search=gn+b')
    await world.user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Drafts')
    expect(await screen.findByRole('heading', { name: 'No campaigns match' })).toBeTruthy()
    await world.user.clear(screen.getByRole('searchbox', { name: 'Search campaigns' }))
    expect(await card('Campaign a')).toBeTruthy()
    expect(world.address()).toBe('/campaigns?status=draft')
  })

  test('shows an error with a retry when loading fails', async () => {
    let broken = true
    const { user } = showPage([], {
      campaigns: () => (broken ? Promise.reject(unexplainedError()) : pageOf([campaign('a')], {})),
    })
    expect(await screen.findByText('Your campaigns could not be loaded')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await card('Campaign a')).toBeTruthy()
  })

  test('loads page by page', async () => {
    const many = Array.from({ length: 60 }, (_, index) => campaign(String(100 - index)))
    const { user } = showPage(many)
    await card('Campaign 100')
    expect(screen.queryByRole('article', { name: 'Campaign 41' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show more campaigns' }))
    expect(await card('Campaign 41')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more campaigns' })).toBeNull())
  })
})

describe('the card of a campaign', () => {
  test('shows name, status, subject, progress, created and sent date', async () => {
    showPage([
      campaign('a', {
        status: 'sent',
        totalContacts: 1280,
        sentCount: 1242,
        failedCount: 38,
        sentAt: '2026-02-01T12:00:00.000Z',
      }),
    ])
    const article = await card('Campaign a')
    expect(within(article).getByText('Sent', { selector: '.rounded-full' })).toBeTruthy()
    expect(within(article).getByText('Subject a')).toBeTruthy()
    expect(article.textContent).toContain('1,242/1,280 sent')
    expect(article.textContent).toMatch(/Created .*2026/)
    expect(article.textContent).toMatch(/Sent .*2026/)
    const bar = within(article).getByRole('progressbar', { name: 'Progress of Campaign a' })
    expect(bar.getAttribute('aria-valuetext')).toBe('1242 of 1280 sent, 38 failed, 0 waiting')
  })

  test.each([
    ['draft', 'Draft', ['', 'Duplicate', 'Edit', 'Send Campaign']],
    ['sending', 'Sending 4/10', ['Duplicate', 'View Progress']],
    ['sent', 'Sent', ['', 'Duplicate', 'View Analytics']],
    ['failed', 'Failed', ['', 'Duplicate', 'View Analytics']],
    ['paused', 'Paused', ['', 'Duplicate']],
  ])('with the status %s has the badge %s and the actions %j', async (status, badge, actions) => {
    showPage([campaign('a', { status, sentCount: 4 })])
    const article = await card('Campaign a')
    expect(within(article).getByText(badge, { selector: '.rounded-full' })).toBeTruthy()
    expect(actionsOf(article)).toEqual(actions)
  })

  test('in a workspace that stopped all sending says Stopped', async () => {
    showPage([campaign('a', { status: 'sending', statusReason: 'SENDING_STOPPED', sentCount: 6 })])
    const article = await card('Campaign a')
    expect(within(article).getByText('Stopped', { selector: '.rounded-full' })).toBeTruthy()
    expect(within(article).queryByText(/^Sending/, { selector: '.rounded-full' })).toBeNull()
  })

  test('that is being sent links to /analytics', async () => {
    showPage([campaign('a', { status: 'sending' })])
    expect((await screen.findByRole('link', { name: 'View Progress' })).getAttribute('href')).toBe('/analytics')
  })

  test('shows why it waits and until when', async () => {
    const resumesAt = new Date(Date.now() + 600_000).toISOString()
    const statusText = 'The daily limit of the mailbox is reached.'
    showPage([campaign('a', { status: 'sending', statusReason: 'DAILY_LIMIT', statusText, resumesAt })])
    const article = await card('Campaign a')
    expect(within(article).getByText(/The daily limit of the mailbox is reached\./)).toBeTruthy()
    expect(article.querySelector(`time[datetime="${resumesAt}"]`)).toBeTruthy()
  })
})

describe('a draft in the list of campaigns', () => {
  test('can be edited', async () => {
    showPage([campaign('a')])
    const edit = await screen.findByRole('link', { name: 'Edit' })
    expect(edit.getAttribute('href')).toBe('/campaigns/create?draft=a')
  })

  test('can be deleted after confirmation', async () => {
    const { user, askedFor } = showPage([campaign('a'), campaign('b')], { deleteCampaign: () => campaign('a') })
    await user.click(within(await card('Campaign a')).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete “Campaign a”?' })
    expect(dialog.textContent).toContain('This action cannot be undone.')
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await findToast('Campaign Deleted')
    expect(askedFor('DeleteCampaign')).toEqual([{ id: 'a' }])
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Campaign a' })).toBeNull())
  })
})

describe('the action Duplicate in the list of campaigns', () => {
  test('confirms that the copy is a draft, and shows it', async () => {
    const { user } = showPage([campaign('a', { status: 'sent' })], {
      duplicateCampaign: () => campaign('b', { name: 'Campaign a (Copy)', createdAt: '2026-02-02T12:00:00.000Z' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Duplicate' }))
    const toast = await findToast('Campaign Duplicated')
    expect(within(toast).getByText(/“Campaign a \(Copy\)” was created as a draft\./)).toBeTruthy()
    await card('Campaign a (Copy)')
    expect(screen.getAllByRole('article').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Campaign a (Copy)',
      'Campaign a',
    ])
  })

  test('shows Failed to duplicate campaign with the message', async () => {
    const { user } = showPage([campaign('a')], {
      duplicateCampaign: () => Promise.reject(knownError('LIMIT_REACHED', 'Your plan allows 2 campaigns.')),
    })
    await user.click(await screen.findByRole('button', { name: 'Duplicate' }))
    const toast = await findToast('Failed to duplicate campaign')
    expect(within(toast).getByText('Your plan allows 2 campaigns.')).toBeTruthy()
  })
})

test('the action Resume continues a paused campaign', async () => {
  const { user } = showPage([campaign('a', { status: 'paused' })], {
    resumeCampaign: () => campaign('a', { status: 'sending' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Resume' }))
  expect(await findToast('Campaign Resumed')).toBeTruthy()
  expect(within(await card('Campaign a')).getByText('Sending 0/10')).toBeTruthy()
})

describe('the live updates of the list of campaigns', () => {
  test('change cards, add new campaigns and remove deleted ones without a query', async () => {
    const changes = new Subject<{ campaigns: Campaign[]; removed: string[] }>()
    const { askedFor } = showPage(
      [campaign('b', { status: 'sending', createdAt: '2026-02-01T00:00:00.000Z' }), campaign('a')],
      {
        campaignsChanged: changes,
      },
    )
    await card('Campaign b')
    act(() => changes.next({ campaigns: [campaign('b', { status: 'sending', sentCount: 7 })], removed: [] }))
    expect(await screen.findByText('Sending 7/10')).toBeTruthy()
    act(() => changes.next({ campaigns: [campaign('c', { createdAt: '2026-02-02T00:00:00.000Z' })], removed: ['a'] }))
    await card('Campaign c')
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Campaign a' })).toBeNull())
    expect(screen.getAllByRole('article').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Campaign c',
      'Campaign b',
    ])
    expect(screen.getByText('2 campaigns')).toBeTruthy()
    expect(askedFor('Campaigns')).toHaveLength(1)
    expect(askedFor('CampaignsChanged')).toHaveLength(1)
  })
})

describe('the list of campaigns while the WebSocket is down', () => {
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  async function goDown() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    return bringSocketDown()
  }

  test('is refetched every 1000 ms while any campaign is being sent', async () => {
    let sent = 0
    const { askedFor } = showPage([], {
      // The list only: what is under way and what repeats is asked for with a filter.
      campaigns: ({ filter }: { filter?: { status?: string; repeats?: boolean } }) =>
        filter?.status || filter?.repeats
          ? pageOf([], {})
          : pageOf([campaign('a', { status: sent < 2 ? 'sending' : 'sent', sentCount: sent++ })], {}),
    })
    await screen.findByText('Sending 0/10')
    await goDown()
    await wait(999)
    expect(askedFor('Campaigns')).toHaveLength(1)
    await wait(1)
    expect(askedFor('Campaigns')).toHaveLength(2)
    await wait(500)
    expect(screen.getByText('Sending 1/10')).toBeTruthy()
    await wait(1_000)
    expect(screen.queryByText(/Sending/)).toBeNull()
    const asked = askedFor('Campaigns').length
    await wait(5_000)
    expect(askedFor('Campaigns')).toHaveLength(asked)
  })

  test('is not refetched while nothing is being sent', async () => {
    const { askedFor } = showPage([campaign('a')])
    await card('Campaign a')
    await goDown()
    await wait(5_000)
    expect(askedFor('Campaigns')).toHaveLength(1)
  })

  test('returns to the WebSocket when it reconnects, and is refetched once', async () => {
    const { askedFor } = showPage([campaign('a', { status: 'sending' })])
    await screen.findByText('Sending 0/10')
    const mend = await goDown()
    await wait(2_000)
    expect(askedFor('Campaigns').length).toBeGreaterThan(1)
    mend()
    await wait(10_000)
    const asked = askedFor('Campaigns').length
    await wait(10_000)
    expect(askedFor('Campaigns')).toHaveLength(asked)
  })
})

describe('a draft with a repeat rule in the list of campaigns', () => {
  const repeat = {
    ...{ __typename: 'CampaignRepeat', isOn: true, kind: 'monthly', label: null, field: null, offsetDays: 0 },
    ...{ segmentId: null, segment: null, isYearly: false, dayOfMonth: 1, nextRunAt: '2026-12-01T09:00:00.000Z' },
    ...{ offBecause: null, runCount: 2, sentCount: 24 },
  }

  test('says so, with its next run, and cannot be launched by hand', async () => {
    showPage([campaign('a', { repeat })])
    const article = await card('Campaign a')
    expect(within(article).getByText('Repeats')).toBeTruthy()
    const line = within(article).getByRole('link', { name: /^Sent every month on day 1, next on/ })
    expect(line.getAttribute('href')).toBe('/campaigns/a/repeat')
    expect(article.textContent).toContain('24 sent in 2 runs')
    expect(within(article).queryByText('Send Campaign')).toBeNull()
  })

  test('says when a problem switched it off', async () => {
    showPage([campaign('a', { repeat: { ...repeat, isOn: false, nextRunAt: null, offBecause: 'No mailbox.' } })])
    expect(await screen.findByText('Repeating was switched off because of a problem')).toBeTruthy()
    expect(screen.getByText('Send Campaign')).toBeTruthy()
  })
})
