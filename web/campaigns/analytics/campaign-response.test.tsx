import '#web/testing/browser.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { unexplainedError, findToast, pageOf, knownError, show, tearDown, type Root } from '#web/testing/world.tsx'
import { CampaignAnalyticsPage } from './campaign-analytics-page.tsx'
import './charts/campaign-charts.tsx'
import { campaign, emailLog } from '../testing.ts'

afterEach(() => {
  vi.useRealTimers()
  tearDown()
})

interface LogArgs {
  first?: number
  after?: string
  filter?: { status?: string; outcome?: string }
}

const POINTS = [
  { at: '2026-02-01T09:00:00.000Z', sent: 200, opened: 40, machineOpened: 12, clicked: 4 },
  { at: '2026-02-01T09:01:00.000Z', sent: 100, opened: 60, machineOpened: 8, clicked: 16 },
]
const SENT = {
  status: 'sent',
  totalContacts: 300,
  sentCount: 300,
  openedCount: 100,
  machineOpenedCount: 20,
  clickedCount: 20,
}

function showPage(fields: Record<string, unknown> = {}, root: Root = {}, at = '/campaigns/a/analytics') {
  const logs = [
    emailLog('one', { openedAt: '2026-02-01T09:05:00.000Z' }),
    emailLog('two'),
    emailLog('three', { status: 'failed', error: '=cmd()', sentAt: null }),
  ]
  const one = campaign('a', {
    ...SENT,
    timeline: { bucketSeconds: 60, points: POINTS },
    links: [],
    abResults: null,
    emailLogs: (args: LogArgs) =>
      pageOf(
        logs.filter((log) => {
          if (args.filter?.outcome === 'notOpened') return log.status === 'sent' && !log.openedAt
          return args.filter?.outcome === 'failed' ? log.status === 'failed' : true
        }),
        args,
      ),
    useHtmlBuilder: false,
    htmlTemplate: null,
    ...fields,
  })
  return show(<CampaignAnalyticsPage />, {
    root: { campaign: one, campaigns: pageOf([], {}), ...root },
    at,
    path: '/campaigns/:id/analytics',
  })
}

/** A table's rows as text. */
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

describe('the charts of a campaign over time', () => {
  test('have a heading that counts the same emails as the bars, also those that bounced', async () => {
    showPage({ sentCount: 299 })
    expect(await screen.findByText('300 went out: 299 sent, 1 bounced')).toBeTruthy()
    expect(await screen.findByRole('img', { name: /^Emails sent over time: 300 in total/ })).toBeTruthy()
  })

  test('show sending, opens and clicks, each with a table', async () => {
    const { user } = showPage()
    expect(await screen.findByRole('img', { name: /^Emails sent over time: 300 in total/ })).toBeTruthy()
    expect(
      screen.getByRole('img', {
        name: /^Opens and clicks so far: 100 opened by people, 20 by bots only, 20 clicked/,
      }),
    ).toBeTruthy()
    for (const summary of screen.getAllByText('Show as a table')) await user.click(summary)
    expect(rowsOf(await screen.findByRole('table', { name: 'Emails sent over time' })).map((row) => row[1])).toEqual([
      '200',
      '100',
    ])
    const responses = rowsOf(await screen.findByRole('table', { name: 'Opens and clicks so far' }))
    expect(responses.map((row) => row.slice(1))).toEqual([
      ['40', '12', '4'],
      ['100', '20', '20'],
    ])
  })

  test.each([
    [
      { opensTracked: true, clicksTracked: false },
      'Opens over time',
      'Opens so far',
      /^Opens so far: 100 opened by people, 20 by bots only\. /,
      ['100', '20'],
    ],
    [
      { opensTracked: false, clicksTracked: true },
      'Clicks over time',
      'Clicks so far',
      /^Clicks so far: 20 clicked\. /,
      ['20'],
    ],
  ])('do not show untracked opens or clicks: %j', async (tracked, title, table, label, last) => {
    const { user } = showPage(tracked)
    await screen.findByText(title)
    await screen.findByRole('img', { name: label })
    await user.click(screen.getAllByText('Show as a table')[1] as HTMLElement)
    expect(
      rowsOf(await screen.findByRole('table', { name: table }))
        .at(-1)
        ?.slice(1),
    ).toEqual(last)
  })

  test.each([
    ['a single moment', [POINTS[0]], /^40 opened by people, 12 by bots only, 4 clicked, all at \d/],
    ['nothing to show', POINTS.map((point) => ({ ...point, opened: 0, machineOpened: 0, clicked: 0 })), /^No opens or/],
  ])('become a sentence for responses with %s', async (_, points, words) => {
    showPage({ timeline: { bucketSeconds: 60, points } })
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByRole('img', { name: /^Opens and clicks so far/ })).toBeNull()
  })

  test('show only sending when nothing is tracked', async () => {
    showPage({ opensTracked: false, clicksTracked: false })
    await screen.findByRole('img', { name: /^Emails sent over time/ })
    expect(screen.queryByText(/Opens|Clicks/, { selector: 'h2, h3' })).toBeNull()
    expect(screen.queryByRole('img', { name: /^(Opens|Clicks)/ })).toBeNull()
  })

  test('refresh with a delay after the campaign changed, and at once when it ends', async () => {
    const moved = new Subject()
    const sending = campaign('a', {
      ...SENT,
      status: 'sending',
      sentCount: 1,
      links: [],
      abResults: null,
      timeline: null,
    })
    const { askedFor } = showPage({}, { campaign: { ...sending, emailLogs: pageOf([], {}) }, campaignProgress: moved })
    await screen.findByText('Campaign Information')
    await waitFor(() => expect(askedFor('CampaignProgress')).toHaveLength(1))
    expect(askedFor('CampaignResponse')).toHaveLength(1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    moved.next({ ...sending, sentCount: 200 })
    await wait(1_000)
    expect(askedFor('CampaignResponse')).toHaveLength(1)
    moved.next({ ...sending, status: 'sent', sentCount: 300 })
    await wait(10)
    expect(askedFor('CampaignResponse')).toHaveLength(2)
  })

  test('do not exist before the first email', async () => {
    showPage({ timeline: null })
    await screen.findByText('Campaign Information')
    expect(screen.queryByText('Delivery over time')).toBeNull()
  })

  test('show an error with a retry when loading fails', async () => {
    let broken = true
    const one = campaign('a', {
      ...SENT,
      timeline: { bucketSeconds: 60, points: POINTS },
      links: [],
      abResults: null,
      emailLogs: pageOf([], {}),
    })
    const { user } = showPage(
      {},
      {
        campaign: () => ({
          ...one,
          timeline: () => (broken ? Promise.reject(unexplainedError()) : one['timeline' as never]),
        }),
      },
    )
    expect(await screen.findByText('The charts could not be loaded')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Delivery over time')).toBeTruthy()
  })
})

test('the links of a campaign show clicks by people and bots separately', async () => {
  showPage({ links: [{ url: 'https://www.larkspur.example/autumn/', people: 18, clicks: 21, machineClicks: 5 }] })
  const table = await screen.findByRole('table', { name: 'Links' })
  expect(rowsOf(table)).toEqual([['larkspur.example/autumn', '18', '21', '5']])
})

describe('an A/B subject test on the analytics page', () => {
  const NO_REST = { waitingCount: 0, decidesAt: null, decision: null }
  const variant = (name: string, fields: object) => ({
    name,
    subject: `Subject ${name}`,
    sent: 150,
    opened: 60,
    openRate: 40,
    clicked: 6,
    clickRate: 4,
    replied: 0,
    counts: null,
    ...fields,
  })

  test('shows both subjects and the winner', async () => {
    const text = 'Subject B was opened more often: 60.0% compared with 40.0%.'
    showPage({
      abResults: {
        ...NO_REST,
        winner: 'B',
        text,
        variants: [variant('A', {}), variant('B', { opened: 90, openRate: 60 })],
      },
    })
    expect(await screen.findByText(text)).toBeTruthy()
    const [a, b] = within(screen.getByRole('list', { name: 'Variants' })).getAllByRole('listitem')
    expect(a?.textContent).toContain('40%')
    expect(a?.textContent).not.toContain('Winner')
    expect(b?.textContent).toContain('Winner')
    expect(b?.textContent).toContain('90 of 150 sent')
  })

  test('shows for each subject what was counted without recipients', async () => {
    const text = 'There is no winner: opens are counted without recording who opened, so repeated opens count too.'
    const variants = [
      variant('A', { counts: { opens: 7, clicks: 2 } }),
      variant('B', { counts: { opens: 9, clicks: 0 } }),
    ]
    showPage({ opensTracked: false, clicksTracked: false, abResults: { ...NO_REST, winner: null, text, variants } })
    await screen.findByText(text)
    const [a] = within(screen.getByRole('list', { name: 'Variants' })).getAllByRole('listitem')
    expect(a?.textContent).toMatch(/Sent150Opens7, including repeated opensClicks2, including repeated clicks$/)
  })

  test('says for each subject what is not tracked', async () => {
    const text = 'No result: opens are not tracked for these emails.'
    const variants = [variant('A', {}), variant('B', {})]
    showPage({ opensTracked: false, clicksTracked: false, abResults: { ...NO_REST, winner: null, text, variants } })
    await screen.findByText(text)
    const [a] = within(screen.getByRole('list', { name: 'Variants' })).getAllByRole('listitem')
    expect(a?.textContent).toMatch(/Not tracked.*Opened ?Not tracked ?Clicked ?Not tracked$/)
    expect(a?.textContent).not.toContain('%')
  })

  test('shows “no difference yet” when there is none', async () => {
    const text = 'No difference yet: the difference could be due to chance.'
    showPage({ abResults: { ...NO_REST, winner: null, text, variants: [variant('A', {}), variant('B', {})] } })
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByText('Winner')).toBeNull()
  })
})

describe('the recipients on the analytics page', () => {
  const table = () => screen.findByRole('table', { name: 'Email Delivery Details' })

  test('are filtered by outcome, and the address keeps the filter', async () => {
    const world = showPage()
    await table()
    await world.user.selectOptions(screen.getByLabelText('Show'), 'Did not open')
    expect(await screen.findByText('1 recipient')).toBeTruthy()
    expect(rowsOf(await table())[0]?.[0]).toContain('Person two')
    expect(world.address()).toBe('/campaigns/a/analytics?outcome=notOpened')
    expect(world.askedFor('EmailLogs').at(-1)).toMatchObject({ filter: { outcome: 'notOpened' } })
  })

  test('can be opened with an outcome from the address', async () => {
    showPage({}, {}, '/campaigns/a/analytics?outcome=failed')
    expect(await screen.findByText('1 recipient')).toBeTruthy()
    expect(screen.getByLabelText<HTMLSelectElement>('Show').value).toBe('failed')
  })

  test('each have a timeline that marks bot activity', async () => {
    const event = (kind: string, at: string, fields: object = {}) => ({
      kind,
      at: `2026-02-01T${at}:00.000Z`,
      machine: false,
      url: null,
      detail: null,
      ...fields,
    })
    const events = [
      event('sent', '09:00'),
      event('opened', '09:01', { machine: true, detail: 'PREFETCH' }),
      event('clicked', '09:30', { url: 'https://larkspur.example' }),
    ]
    const { user } = showPage({}, { node: () => ({ ...emailLog('one'), events }) })
    await table()
    await user.click(screen.getByRole('button', { name: /^Person one/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Person one' })
    const list = await within(dialog).findByRole('list', { name: 'Activity' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.replace(/\d.*M/, '')),
    ).toEqual([
      expect.stringMatching(/^Sent/),
      expect.stringMatching(/^Opened by a program: not counted/),
      expect.stringMatching(/^Clicked.*larkspur/),
    ])
  })

  const exported = (answer: () => Response) => {
    const asked: string[] = []
    const names: string[] = []
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (path) => {
      asked.push(String(path))
      return answer()
    })
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:1')
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download)
    })
    onTestFinished(() => {
      vi.restoreAllMocks()
    })
    return { asked, names }
  }

  test('that match the filter are exported as a file by the server', async () => {
    const { asked, names } = exported(() => new Response('Contact,Email\r\n'))
    const { user } = showPage({}, {}, '/campaigns/a/analytics?outcome=failed')
    await table()
    for (const [format, label] of [
      ['csv', 'CSV (.csv)'],
      ['xlsx', 'Excel (.xlsx)'],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: 'Export' }))
      await user.click(await screen.findByRole('menuitem', { name: label }))
      const toast = await findToast('Export Ready')
      await within(toast).findByText(`1 recipient saved as Campaign-a-Failed.${format}.`)
    }
    expect(names).toEqual(['Campaign-a-Failed.csv', 'Campaign-a-Failed.xlsx'])
    expect(asked).toEqual([
      '/api/campaigns/a/recipients/export?format=csv&outcome=failed',
      '/api/campaigns/a/recipients/export?format=xlsx&outcome=failed',
    ])
  })

  test('show why their export failed', async () => {
    const refused = { code: 'NOT_FOUND', message: 'Campaign not found' }
    const { names } = exported(() => Response.json(refused, { status: 404 }))
    const { user } = showPage()
    await table()
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }))
    expect(within(await findToast('Export Failed')).getByText('Campaign not found')).toBeTruthy()
    expect(names).toEqual([])
  })

  test('who did not open the email can get a follow-up campaign', async () => {
    const world = showPage(
      {},
      { createCampaign: ({ input }: { input: { name: string } }) => campaign('b', { name: input.name }) },
    )
    await user(world, 'Email people who did not open')
    expect(
      within(await findToast('Campaign Created!')).getByText(/“Campaign a \(did not open\)” is a draft/),
    ).toBeTruthy()
    expect(world.askedFor('CreateCampaign')[0]).toMatchObject({
      input: {
        name: 'Campaign a (did not open)',
        subject: 'Subject a',
        audience: { filter: { campaignOutcome: { campaignId: 'a', outcome: 'notOpened' } } },
      },
    })
    expect(world.address()).toBe('/campaigns/create?draft=b')
  })

  test('get no follow-up campaign when the server is unreachable, and the wizard’s error message is shown', async () => {
    const lost = knownError('UNAVAILABLE', 'Request failed: the server could not be reached.')
    const world = showPage({}, { createCampaign: () => Promise.reject(lost) })
    await user(world, 'Email people who did not open')
    expect(await findToast('Network Error')).toBeTruthy()
  })

  test('of any outcome can get a follow-up campaign', async () => {
    const world = showPage({}, { createCampaign: campaign('b') }, '/campaigns/a/analytics?outcome=failed')
    await user(world, 'Create a campaign for them')
    await findToast('Campaign Created!')
    expect(world.askedFor('CreateCampaign')[0]).toMatchObject({
      input: { audience: { filter: { campaignOutcome: { campaignId: 'a', outcome: 'failed' } } } },
    })
  })

  const user = async (world: ReturnType<typeof showPage>, button: string) =>
    world.user.click(await screen.findByRole('button', { name: button }))
})
