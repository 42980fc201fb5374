import '#web/testing/browser.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { ResponseChart } from './campaign-charts.tsx'

// Phone width, where the line names are above the chart.
beforeAll(() => {
  const narrow = (media: string) => Object.assign(new EventTarget(), { media, matches: false })
  window.matchMedia = narrow as unknown as typeof matchMedia
})
afterEach(cleanup)

const timeline = {
  __typename: 'CampaignTimeline' as const,
  bucketSeconds: 60,
  points: [{ at: '2026-02-01T09:00:00.000Z', sent: 300, opened: 40, machineOpened: 12, clicked: 4 }],
}

test.each([
  [true, true, ['Opened by people 40', 'By bots only 12', 'Clicked 4']],
  [true, false, ['Opened by people 40', 'By bots only 12']],
  [false, true, ['Clicked 4']],
])('the response chart has lines for tracked responses: opens %j, clicks %j', (opens, clicks, lines) => {
  render(<ResponseChart timeline={timeline} label="Responses" opens={opens} clicks={clicks} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(lines)
})
