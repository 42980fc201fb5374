import '#web/testing/browser.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import { pageOf, show, tearDown, type Root } from '#web/testing/world.tsx'
import { bringSocketDown, campaign } from '../testing.ts'
import { CampaignsPage } from './campaigns-page.tsx'

afterEach(() => {
  vi.useRealTimers()
  tearDown()
})

interface Asked {
  first?: number
  after?: string
  filter?: { search?: string; status?: string; runs?: boolean }
}

/** A server with 60 campaigns, more than one page, and its campaign events. */
function showMany(root: Root = {}, counted: () => Promise<void> = () => Promise.resolve()) {
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1) - n * 86_400_000).toISOString()
  const space = { campaigns: Array.from({ length: 60 }, (_, n) => campaign(`c${n}`, { createdAt: day(n) })) }
  const changes = new Subject<{ campaigns: object[]; removed: string[] }>()
  const campaigns = ({ filter, ...page }: Asked) => {
    const found = filter?.status ? [] : space.campaigns.filter(({ name }) => name.includes(filter?.search ?? ''))
    return { ...pageOf(found, page), totalCount: () => counted().then(() => found.length) }
  }
  const world = show(<CampaignsPage />, { root: { campaigns, campaignsChanged: changes, ...root }, at: '/campaigns' })
  return { ...world, space, changes }
}

const card = (id: string) => screen.findByRole('article', { name: `Campaign ${id}` })

test('the list of campaigns is shown before it is counted', async () => {
  const counting = Promise.withResolvers<void>()
  const { askedFor } = showMany({}, () => counting.promise)
  expect(await card('c0')).toBeTruthy()
  expect(screen.queryByText(/^\d+ campaigns?$/)).toBeNull()
  counting.resolve()
  expect(await screen.findByText('60 campaigns')).toBeTruthy()
  expect(askedFor('CampaignTotal')).toEqual([{ filter: { runs: false } }])
})

test('the list of campaigns that match a search is shown before it is counted', async () => {
  const counting = Promise.withResolvers<void>()
  let counted = () => Promise.resolve()
  const { user, askedFor } = showMany({}, () => counted())
  await screen.findByText('60 campaigns')
  counted = () => counting.promise
  await user.type(screen.getByRole('searchbox', { name: 'Search campaigns' }), 'aign')
  await waitFor(() => expect(askedFor('FoundCampaigns')).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText('60 campaigns')).toBeNull())
  expect(await card('c0')).toBeTruthy()
  counting.resolve()
  expect(await screen.findByText('60 campaigns')).toBeTruthy()
  expect(askedFor('CampaignTotal').at(-1)).toEqual({ filter: { search: 'aign' } })
})

test('the total of campaigns changes once for a copy or a deletion', async () => {
  const { user, changes, space } = showMany({
    duplicateCampaign: () => campaign('copy', { createdAt: '2026-02-01T00:00:00.000Z' }),
    deleteCampaign: () => campaign('c2'),
  })
  await screen.findByText('60 campaigns')
  await user.click(within(await card('c1')).getByRole('button', { name: 'Duplicate' }))
  expect(await screen.findByText('61 campaigns')).toBeTruthy()
  act(() => changes.next({ campaigns: [campaign('copy', { createdAt: '2026-02-01T00:00:00.000Z' })], removed: [] }))
  await user.click(within(await card('c2')).getByRole('button', { name: 'Delete' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('60 campaigns')).toBeTruthy()
  space.campaigns = [campaign('copy'), ...space.campaigns.filter(({ id }) => id !== 'c2')]
  act(() => changes.next({ campaigns: [campaign('c3', { name: 'Event' })], removed: ['c2'] }))
  expect(await screen.findByRole('article', { name: 'Event' })).toBeTruthy()
  expect(screen.getByText('60 campaigns')).toBeTruthy()
})

test('the total of campaigns includes the deletion of one that is not on the screen', async () => {
  const { changes, space, askedFor } = showMany()
  await screen.findByText('60 campaigns')
  space.campaigns = space.campaigns.filter(({ id }) => id !== 'c59')
  act(() => changes.next({ campaigns: [], removed: ['c59'] }))
  expect(await screen.findByText('59 campaigns')).toBeTruthy()
  expect(askedFor('Campaigns')).toHaveLength(1)
})

test('the total of campaigns does not include those that were deleted while the WebSocket was down', async () => {
  const { space } = showMany()
  await screen.findByText('60 campaigns')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  const mend = await bringSocketDown()
  space.campaigns = space.campaigns.slice(0, 55)
  mend()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.getByText('55 campaigns')).toBeTruthy()
})
