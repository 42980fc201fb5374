import '#web/testing/browser.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, describe, expect, test } from 'vitest'
import { show, tearDown } from '#web/testing/world.tsx'
import { campaign, emailLog } from '../testing.ts'
import { MergeSheetPage } from './merge-sheet-page.tsx'

afterEach(tearDown)

const SHEET = {
  ...{ __typename: 'Sheet', id: 's1', name: 'orders.xlsx', columns: ['Order', 'Amount'] },
  ...{ rowCount: 3, personCount: 3, source: null },
}
const PEOPLE = ['ada', 'bob', 'cid']
const AMOUNTS = ['9', '100', '']

type Log = ReturnType<typeof emailLog>

/** The Merge Sheet of a campaign that is being sent; `emails` can change under it. */
function showLaunched(emails: Log[], over: object = {}) {
  const news = new Subject<unknown>()
  const sending = () =>
    campaign('c1', {
      ...{ name: 'Orders', status: 'sending', emailsPer: 'row', sheet: SHEET, language: null, useHtmlBuilder: false },
      ...{ sentCount: emails.filter(({ sentAt }) => sentAt !== null).length, htmlTemplate: null },
      ...{ repliedCount: emails.filter(({ repliedAt }) => repliedAt !== null).length, ...over },
    })
  const rows = PEOPLE.map((name, index) => ({
    row: index + 2,
    contact: { __typename: 'Contact', id: name, firstName: name, lastName: '', email: `${name}@example.com` },
    cells: [
      { name: 'Order', value: `A-${index + 1}` },
      ...(AMOUNTS[index] ? [{ name: 'Amount', value: AMOUNTS[index] }] : []),
    ],
    ownCells: [],
    email: () => emails[index] ?? null,
  }))
  const isAsked = (filter: { outcome?: string } | null | undefined, index: number) =>
    filter?.outcome !== 'notReplied' || (emails[index]?.sentAt !== null && emails[index]?.repliedAt === null)
  const world = show(<MergeSheetPage />, {
    at: '/compose?draft=c1',
    root: {
      campaign: sending,
      sheetRows: ({ filter }: { filter?: { outcome?: string } }) => rows.filter((_, index) => isAsked(filter, index)),
      nodes: ({ ids }: { ids: string[] }) => ids.map((id) => emails.find((email) => email.id === id) ?? null),
      createCampaign: () => campaign('c2'),
      campaignProgress: news,
    },
  })
  return { ...world, tell: () => act(async () => news.next(sending())) }
}

const WAITING = { status: 'pending', sentAt: null }
const texts = (column: number) =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[column]?.textContent)

describe('a campaign that was launched from the Merge Sheet', () => {
  test("shows the outcome of each row's email, and updates it live", async () => {
    const emails = [emailLog('e1'), emailLog('e2', WAITING), emailLog('e3', WAITING)]
    const { tell } = showLaunched(emails)
    await screen.findAllByText('Waiting')
    expect(texts(1)).toEqual(['Sent', 'Waiting', 'Waiting'])
    emails[0] = emailLog('e1', { repliedAt: '2026-02-01T10:00:00.000Z' })
    emails[1] = emailLog('e2', { bouncedAt: '2026-02-01T10:00:00.000Z', status: 'failed' })
    await tell()
    await waitFor(() => expect(texts(1)).toEqual(['Replied', 'Bounced', 'Waiting']), { timeout: 5_000 })
  })

  test('can be sorted by the outcome of the emails, after loading it again, and by a column as numbers', async () => {
    const emails = [emailLog('e1'), emailLog('e2', WAITING), emailLog('e3')]
    const { user } = showLaunched(emails)
    await screen.findByText('Waiting')
    emails[2] = emailLog('e3', WAITING)
    await user.click(screen.getByRole('button', { name: 'Sort by Status' }))
    await waitFor(() => expect(texts(0)).toEqual(['3', '4', '2']))
    expect(screen.getByRole('columnheader', { name: /Status/ }).getAttribute('aria-sort')).toBe('ascending')
    await user.click(screen.getByRole('button', { name: 'Sort by Amount' }))
    expect(texts(4)).toEqual(['9', '100', ''])
    await user.click(screen.getByRole('button', { name: 'Sort by Amount' }))
    expect(texts(4)).toEqual(['100', '9', ''])
    await user.click(screen.getByRole('button', { name: 'Sort by Amount' }))
    expect(texts(0)).toEqual(['2', '3', '4'])
  })

  test('shows the people who did not reply, and starts a follow-up campaign to them about the same sheet', async () => {
    const emails = [emailLog('e1'), emailLog('e2', { repliedAt: '2026-02-01T10:00:00.000Z' }), emailLog('e3', WAITING)]
    const { user, askedFor, address } = showLaunched(emails)
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Show' }), 'Did not reply')
    await waitFor(() => expect(texts(2)).toEqual(['ada@example.com']))
    await user.click(screen.getByRole('button', { name: 'Create a campaign for them' }))
    await waitFor(() => expect(address()).toBe('/compose?draft=c2'))
    expect(askedFor('CreateCampaign')).toMatchObject([
      {
        input: {
          ...{ sheetId: 's1', emailsPer: 'row' },
          audience: { filter: { campaignOutcome: { campaignId: 'c1', outcome: 'notReplied' } } },
        },
      },
    ])
  })

  test('still shows its results when its sheet was deleted', async () => {
    showLaunched([emailLog('e1')], { sheet: null, status: 'sent' })
    const link = await screen.findByRole('link', { name: 'See the campaign’s results' })
    expect(link.getAttribute('href')).toBe('/campaigns/c1/analytics')
  })
})
