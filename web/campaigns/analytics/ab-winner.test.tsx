import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { show, tearDown, type Root } from '#web/testing/world.tsx'
import { campaign } from '../testing.ts'
import type { TestedCampaign } from '../operations.ts'
import { AbTestResult } from './ab-test-result.tsx'

afterEach(tearDown)

const variant = (name: 'A' | 'B', more: object = {}) => ({
  ...{ name, subject: `Subject ${name}`, sent: 40, opened: 10, openRate: 25, clicked: 2, clickRate: 5, replied: 1 },
  counts: null,
  ...more,
})
const RESULT = {
  ...{ winner: null, text: 'No difference yet.', waitingCount: 160, decidesAt: null, decision: null },
  variants: [variant('A'), variant('B')],
}
const TESTED = {
  ...{ __typename: 'Campaign', id: 'a', status: 'sending', abWinnerMetric: 'opens', abWaitHours: 4 },
  abResults: RESULT,
} as TestedCampaign
const DECISION = {
  ...{ winner: 'A', reason: 'TIE', metric: 'opens', at: '2026-11-12T10:05:00Z' },
  variants: [
    { name: 'A', sent: 40, opened: 9, clicked: 0, replied: 0 },
    { name: 'B', sent: 40, opened: 9, clicked: 0, replied: 0 },
  ],
}

function panel(more: object = {}, result: object = {}, root: Root = {}) {
  const tested = { ...TESTED, ...more, abResults: { ...RESULT, ...result } } as TestedCampaign
  const results = tested.abResults
  return show(<>{results && <AbTestResult campaign={tested} result={results} opens clicks />}</>, { root })
}

describe('the page of an A/B test whose winner goes to the remaining recipients', () => {
  test('says that they wait until the test is over', async () => {
    panel()
    expect(await screen.findByText(/160 contacts wait for the winner\./)).toBeTruthy()
    expect(screen.getByText('The opens decide 4 hours after the last email of the test.')).toBeTruthy()
  })

  test('says when the test is decided', async () => {
    panel({ abWinnerMetric: 'replies' }, { decidesAt: '2026-11-12T10:05:00Z', waitingCount: 1 })
    expect(await screen.findByText(/1 contact waits for the winner\./)).toBeTruthy()
    expect(screen.getByText(/The replies decide on/).textContent).toMatch(/Nov/)
  })

  test('sends the subject that a person chooses', async () => {
    const { user, askedFor } = panel({}, {}, { chooseAbWinner: () => campaign('a', { status: 'sending' }) })
    await user.click(await screen.findByRole('button', { name: 'Send B to the rest' }))
    const dialog = screen.getByRole('alertdialog')
    expect(dialog.textContent).toContain('160 contacts get “Subject B” now, without waiting for the result.')
    await user.click(within(dialog).getByRole('button', { name: 'Send B' }))
    expect(await screen.findByText('160 contacts get subject B now.')).toBeTruthy()
    expect(askedFor('ChooseAbWinner')).toEqual([{ id: 'a', winner: 'B' }])
  })

  test('says that they wait longer while the campaign is paused', async () => {
    panel({ status: 'paused' }, { decidesAt: '2026-11-12T10:05:00Z' })
    expect(await screen.findByText('The campaign is paused, so the test is not decided.')).toBeTruthy()
  })

  test('hides the choice once it is decided, and keeps the figures of the decision', async () => {
    const text = 'It was a tie: 22.5% opened with either subject. The rest gets subject A.'
    panel({ status: 'sent' }, { winner: 'A', text, waitingCount: 0, decision: DECISION })
    expect((await screen.findByText(/It was a tie/)).textContent).toMatch(/Decision made on .*Nov/)
    const [a, b] = within(screen.getByRole('list', { name: 'Variants' })).getAllByRole('listitem')
    expect(a?.textContent).toContain('Sent to all other recipients')
    expect(b?.textContent).not.toContain('Sent to all other recipients')
    expect(b?.textContent).toContain('When it was decided: 9 of 40 opened')
    expect(screen.queryByRole('button')).toBeNull()
  })
})
