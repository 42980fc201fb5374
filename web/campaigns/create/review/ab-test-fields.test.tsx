import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { tearDown } from '#web/testing/world.tsx'
import { FEATURES, openReview } from '../testing.tsx'

beforeAll(() => {
  window.scrollTo = () => {}
})
afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

const KNOWN =
  'Some recipients get subject A, the others get subject B. Analytics will show which subject gets more opens.'

describe('the fields of an A/B subject test', () => {
  test('promise open rates only while opens are tracked', async () => {
    const world = await openReview()
    const opens = await screen.findByRole('switch', { name: 'Track opens' })
    expect(screen.getByText(KNOWN)).toBeTruthy()
    await world.user.click(opens)
    expect(screen.queryByText(KNOWN)).toBeNull()
    expect(
      screen.getByText(/You will not be able to see which subject gets more opens because “Track opens” is off\./),
    ).toBeTruthy()
    await world.user.click(screen.getByRole('switch', { name: 'Track clicks' }))
    await world.user.click(opens)
    expect(screen.getByText(KNOWN)).toBeTruthy()
  })

  test.each([
    ['off', /because tracking is off\./],
    ['counts', /because opens are counted without recording who opened\./],
  ])(
    'say at the tracking level %s, chosen or of the workspace, that opens cannot be compared',
    async (level, words) => {
      const world = await openReview({ root: { emailSettings: { tracking: level } } })
      await screen.findByRole('switch', { name: 'Test two subjects' })
      expect(await screen.findByText(words)).toBeTruthy()
      await world.user.selectOptions(screen.getByRole('combobox', { name: /^Level/ }), 'recipient')
      expect(screen.getByText(KNOWN)).toBeTruthy()
    },
  )

  test('can put words that only some recipients see into subject B', async () => {
    const world = await openReview({ root: { contactFields: [], contactTags: [] } })
    await world.user.click(await screen.findByRole('switch', { name: 'Test two subjects' }))
    const box = screen.getByLabelText<HTMLInputElement>('Subject B')
    const [ofSubject] = screen.getAllByRole('button', { name: 'Add a condition' })
    await world.user.click(ofSubject as HTMLElement)
    const form = within(await screen.findByRole('dialog', { name: 'Add a condition' }))
    await world.user.click(await form.findByRole('button', { name: 'Insert' }))
    await waitFor(() => expect(box.value).toBe('{#if firstName is not empty}{/if}'))
    expect(await screen.findByRole('list', { name: 'Parts of the subject for some recipients only' })).toBeTruthy()
  })

  test('say that opens cannot be compared when the workspace tracks nothing', async () => {
    await openReview({ root: { tenant: { id: 't1', features: { ...FEATURES, tracking: false } } } })
    await screen.findByRole('switch', { name: 'Test two subjects' })
    expect(screen.queryByText(KNOWN)).toBeNull()
    expect(screen.getByText(/because tracking is turned off for this workspace\./)).toBeTruthy()
  })
})

describe('the number of recipients of each subject', () => {
  const forecast = (overCeiling: number) => ({
    launchForecast: {
      ...{
        recipients: 3,
        startsAt: '2026-11-26T12:00:00Z',
        finishesAt: '2026-11-26T16:30:00Z',
        suppressed: 0,
        declined: 0,
        overCeiling,
      },
      ...{ awaitWinner: 0, decidesAt: null, followUps: 0, lastFollowUpAt: null, waves: [] },
    },
  })

  test('leaves out those whom the weekly limit leaves out, and warns of too few', async () => {
    const { user } = await openReview({ root: forecast(1) })
    await user.click(await screen.findByRole('switch', { name: 'Test two subjects' }))
    expect(
      await screen.findByText(
        '1 contact gets A, 1 contact gets B. That is too few to tell which subject is better: each subject needs at least 100 emails.',
      ),
    ).toBeTruthy()
  })
})

describe('the choice of the winner of an A/B test', () => {
  const box = (name: RegExp) => screen.getByRole('combobox', { name })
  async function withRest(options?: Parameters<typeof openReview>[0]) {
    const world = await openReview(options)
    const tested = await screen.findByRole('switch', { name: 'Test two subjects' })
    if (tested.getAttribute('aria-checked') !== 'true') await world.user.click(tested)
    await world.user.selectOptions(box(/^Who is in the test/), 'some')
    return world
  }

  test('offers a rule by which the winner goes to the remaining recipients', async () => {
    const { user } = await withRest()
    expect(screen.queryByLabelText(/Share of recipients who get B/)).toBeNull()
    expect(screen.getByText(/The other recipients wait, and get the subject that works better\./)).toBeTruthy()
    await user.selectOptions(box(/^Share of recipients in the test/), '50')
    await user.selectOptions(box(/^What decides/), 'replies')
    await user.selectOptions(box(/^Wait before choosing the winner/), '3 days')
    expect(screen.getByText(/gets? A, .* gets? B, and .* wait/)).toBeTruthy()
    await user.selectOptions(box(/^Who is in the test/), 'all')
    expect(screen.getByLabelText(/Share of recipients who get B/)).toBeTruthy()
  })

  test('does not offer what is not tracked, and says why', async () => {
    const { user } = await withRest()
    await user.click(screen.getByRole('switch', { name: 'Track opens' }))
    expect(screen.getByText('Opens cannot decide the test because “Track opens” is off.')).toBeTruthy()
    await user.selectOptions(box(/^What decides/), 'replies')
    expect(screen.queryByText(/cannot decide the test/)).toBeNull()
    expect(screen.getByRole<HTMLOptionElement>('option', { name: 'More opens (not tracked)' }).disabled).toBe(true)
  })
})
