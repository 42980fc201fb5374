import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { pageOf, show, tearDown, unexplainedError } from '#web/testing/world.tsx'
import { campaign, emailLog } from '../testing.ts'
import { CampaignAnalyticsPage } from './campaign-analytics-page.tsx'

afterEach(tearDown)

interface LogArgs {
  first?: number
  after?: string
}

/** The results of a campaign with these recipients. */
function showPage(emailLogs: (args: LogArgs) => object, at = '/campaigns/a/analytics') {
  const counts = { totalContacts: 120, sentCount: 120, openedCount: 0, machineOpenedCount: 0, clickedCount: 0 }
  const one = campaign('a', { status: 'sent', ...counts, timeline: null, links: [], abResults: null, emailLogs })
  return show(<CampaignAnalyticsPage />, {
    root: { campaign: one, campaigns: pageOf([], {}) },
    at,
    path: '/campaigns/:id/analytics',
  })
}

describe('the recipients of a campaign', () => {
  test('are shown before they are counted', async () => {
    const many = Array.from({ length: 120 }, (_, n) => emailLog(`r${n}`))
    const counting = Promise.withResolvers<number>()
    const emailLogs = (args: LogArgs) => ({ ...pageOf(many, args), totalCount: () => counting.promise })
    const at = '/campaigns/a/analytics?outcome=notOpened'
    const { user, askedFor } = showPage(emailLogs, at)
    expect(
      within(await screen.findByRole('table', { name: 'Email Delivery Details' })).getByText('Person r0'),
    ).toBeTruthy()
    expect(screen.queryByText(/^\d+ recipients?$/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Export' }))
    expect(await screen.findByText('The recipients')).toBeTruthy()
    counting.resolve(120)
    expect(await screen.findByText('120 recipients', { selector: ':not([role=menu] *)' })).toBeTruthy()
    expect(askedFor('EmailLogTotal')).toEqual([{ id: 'a', filter: { outcome: 'notOpened' } }])
  })

  test('are counted again on request if counting failed', async () => {
    const many = Array.from({ length: 120 }, (_, n) => emailLog(`r${n}`))
    let isDown = true
    const totalCount = () => {
      if (isDown) throw unexplainedError()
      return many.length
    }
    const { user } = showPage((args) => ({ ...pageOf(many, args), totalCount }))
    expect(await screen.findByText('The recipients could not be counted')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('120 recipients')).toBeTruthy()
  })

  test('are not counted separately if all of them are already loaded', async () => {
    const few = [emailLog('one'), emailLog('two'), emailLog('three')]
    const { askedFor } = showPage((args) => pageOf(few, args))
    expect(await screen.findByText('3 recipients')).toBeTruthy()
    expect(askedFor('EmailLogTotal')).toEqual([])
  })
})
