// @vitest-environment jsdom
import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { tearDown } from '#web/testing/world.tsx'
import { openReview } from '../create/testing.tsx'

afterEach(tearDown)

const wave = (timeZone: string | null, recipients: number, at: string, leavesAt = at) => ({
  timeZone,
  recipients,
  at,
  leavesAt,
})

test('a scheduled launch at local times says how many are where, and what leaves outside the sending hours', async () => {
  const waves = [
    wave('Asia/Tokyo', 1_200, '2031-05-01T00:30:00.000Z', '2031-05-01T08:00:00.000Z'),
    wave('America/New_York', 300, '2031-05-01T13:30:00.000Z'),
    wave(null, 12, '2031-05-01T09:30:00.000Z'),
  ]
  const launchForecast = ({ localTimeZone }: { localTimeZone?: string | null }) => ({
    recipients: 1_512,
    startsAt: '2031-05-01T08:00:00.000Z',
    finishesAt: '2031-05-01T14:00:00.000Z',
    waves: localTimeZone ? waves : [],
  })
  const { user, askedFor } = await openReview({ root: { launchForecast } })
  await user.click(screen.getByRole('radio', { name: /Schedule for later/ }))
  expect(screen.queryByRole('region', { name: 'Time zones' })).toBeNull()
  await user.click(await screen.findByRole('checkbox', { name: 'At this time where each recipient is' }))
  const zones = await screen.findByRole('region', { name: 'Time zones' })
  const rows = within(zones).getAllByRole('listitem')
  expect(rows).toHaveLength(3)
  expect(rows[0]?.textContent).toMatch(/^Tokyo1,200.* here and .* there, because your sending hours are over by then$/)
  expect(rows[1]?.textContent).toMatch(/^New York300.* here$/)
  expect(rows[2]?.textContent).toMatch(/^Unknown: as in /)
  await waitFor(() => expect(askedFor('LaunchForecast').at(-1)).toMatchObject({ localTimeZone: expect.any(String) }))
})
