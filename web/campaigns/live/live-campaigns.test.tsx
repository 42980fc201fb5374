import '#web/testing/browser.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, expect, test } from 'vitest'
import { pageOf, show, tearDown } from '#web/testing/world.tsx'
import { useLiveCampaigns } from './live-campaigns.ts'
import { campaign } from '../testing.ts'

afterEach(tearDown)

function Count({ label }: { label: string }) {
  return <p aria-label={label}>{useLiveCampaigns().campaigns?.length}</p>
}

test('the live campaigns are loaded by one query and one subscription for all screens', async () => {
  const changes = new Subject<{ campaigns: object[]; removed: string[] }>()
  const { askedFor } = show(
    <>
      <Count label="one" />
      <Count label="two" />
    </>,
    { root: { campaigns: pageOf([campaign('a')], {}), campaignsChanged: changes } },
  )
  await waitFor(() => expect(screen.getByLabelText('one').textContent).toBe('1'))
  act(() => changes.next({ campaigns: [campaign('b')], removed: [] }))
  await waitFor(() => expect(screen.getByLabelText('one').textContent).toBe('2'))
  expect(screen.getByLabelText('two').textContent).toBe('2')
  expect(askedFor('Campaigns')).toHaveLength(1)
  expect(askedFor('CampaignsChanged')).toHaveLength(1)
})
