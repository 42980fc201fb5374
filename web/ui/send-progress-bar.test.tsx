import '#web/testing/browser.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SendBar, type SendBarProps } from './send-progress-bar.tsx'
import { perMinuteText, sendShares } from './send-figures.ts'

afterEach(cleanup)

function show(props: Partial<SendBarProps>) {
  render(<SendBar label="Spring newsletter" total={500} sent={312} failed={4} {...props} />)
  return screen.getByRole('progressbar', { name: 'Spring newsletter' })
}

describe('the progress bar of a campaign', () => {
  it('is divided into sent, failed and waiting', () => {
    expect(sendShares({ total: 200, sent: 50, failed: 10 })).toEqual({
      waiting: 140,
      sentShare: 25,
      failedShare: 5,
      leftOutShare: 0,
      percent: 25,
    })
  })

  it('shows people who were left out separately from failures and from those who wait', () => {
    expect(sendShares({ total: 20, sent: 4, failed: 1, leftOut: 10 })).toEqual({
      waiting: 5,
      sentShare: 20,
      failedShare: 5,
      leftOutShare: 50,
      percent: 20,
    })
  })

  it('caps counts that exceed the total', () => {
    expect(sendShares({ total: 10, sent: 9, failed: 5 })).toEqual({
      waiting: 0,
      sentShare: 90,
      failedShare: 10,
      leftOutShare: 0,
      percent: 90,
    })
  })

  it('shows the percentage sent, and 100 only when all were sent', () => {
    expect(sendShares({ total: 3, sent: 1, failed: 2 }).percent).toBe(33)
    expect(sendShares({ total: 100_000, sent: 99_999, failed: 0 }).percent).toBe(99)
    expect(sendShares({ total: 100_000, sent: 100_000, failed: 0 }).percent).toBe(100)
  })

  it('is empty without recipients', () => {
    expect(sendShares({ total: 0, sent: 0, failed: 0 })).toEqual({
      waiting: 0,
      sentShare: 0,
      failedShare: 0,
      leftOutShare: 0,
      percent: 0,
    })
  })

  it('shows the percentage with one decimal below ten', () => {
    expect(perMinuteText(4, 'en')).toBe('4 per minute')
    expect(perMinuteText(0.4, 'en')).toBe('0.4 per minute')
    expect(perMinuteText(1234.56, 'en')).toBe('1,235 per minute')
  })
})

describe('the send bar, below the progress of a campaign,', () => {
  it('names people who were left out, if there are any', () => {
    const bar = show({ total: 15, sent: 4, failed: 1, leftOut: 10 })
    expect(bar.getAttribute('aria-valuetext')).toBe('4 of 15 sent, 1 failed, 10 left out, 0 waiting')
    expect(screen.getByText('left out', { exact: false }).textContent).toContain('10')
    cleanup()
    expect(show({ failed: 1 }).getAttribute('aria-valuetext')).not.toContain('left out')
    expect(screen.queryByText('left out', { exact: false })).toBeNull()
  })

  // counted in seconds to a time that a test sets
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('shows sent, failed and waiting as figures, also to screen readers', () => {
    const bar = show({})
    expect(bar.getAttribute('aria-valuenow')).toBe('62')
    expect(bar.getAttribute('aria-valuetext')).toBe('312 of 500 sent, 4 failed, 184 waiting')
    for (const text of ['312/500 sent', '4 failed', '184 waiting']) {
      expect(
        screen.getByText(
          (_, element) =>
            element?.tagName === 'SPAN' && element.textContent === text && !element.querySelector('[aria-hidden]'),
        ),
      ).toBeDefined()
    }
  })

  it('shows the rate only while emails are being sent', () => {
    show({ active: true, perMinute: 40 })
    expect(screen.getByText('40 per minute')).toBeDefined()
    cleanup()
    show({ active: false, perMinute: 40 })
    expect(screen.queryByText('40 per minute')).toBeNull()
  })

  it('shows the finish time while anything waits, and not afterwards', () => {
    const finishesAt = Date.now() + 12 * 60_000
    show({ active: true, finishesAt })
    expect(document.querySelector('time')?.dateTime).toBe(new Date(finishesAt).toISOString())
    cleanup()
    show({ sent: 496, finishesAt })
    expect(document.querySelector('time')).toBeNull()
  })

  it('adds the day when sending finishes on another day, with the exact time in a tooltip', () => {
    const day = new Date(Date.now() + 3 * 86_400_000)
    show({ active: true, finishesAt: day })
    const weekday = day.toLocaleDateString(undefined, { weekday: 'short' })
    expect(screen.getByText(/^finishes around/).textContent).toContain(weekday)
  })

  it.each([
    ['in five hours', 5 * 3_600_000, /limit of the mailbox is reached\. Resumes at .+ \(in 5 hr\.\)\.$/],
    ['in 42 seconds', 42_000, /limit of the mailbox is reached\. Resumes in 42 seconds\.$/],
    ['a second ago', -1_000, /limit of the mailbox is reached\. Resumes any moment now\.$/],
    ['at an unknown time', null, /limit of the mailbox is reached\.$/],
  ])('shows why sending waits and until when, if the wait ends %s', (_, ms, words) => {
    const until = ms === null ? null : Date.now() + ms
    const bar = show({ waits: { reason: 'The daily limit of the mailbox is reached.', until }, note: 'Sending now.' })
    expect(screen.getByText(/daily limit/).textContent).toMatch(words)
    expect(bar.getAttribute('aria-valuetext')).toContain('The daily limit of the mailbox is reached.')
    expect(screen.queryByText('Sending now.')).toBeNull()
  })

  it('shows when a failing service is tried again', () => {
    show({ waits: { reason: 'The provider is down.', until: Date.now() + 42_000, isRetry: true } })
    expect(screen.getByText(/provider is down/).textContent).toMatch(
      /^The provider is down\. Next attempt in 42 seconds\.$/,
    )
  })

  it('shows when a scheduled campaign starts', () => {
    show({ waits: { reason: 'Scheduled.', until: Date.now() + 5 * 3_600_000, scheduled: true } })
    expect(screen.getByText(/Scheduled/).textContent).toMatch(/^Scheduled\. Starts at .+ \(in 5 hr\.\)\.$/)
  })

  it('shows the available actions and what is happening when there is no wait', () => {
    show({ active: true, note: 'Sending now.', actions: <button>Pause</button> })
    expect(screen.getByText('Sending now.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined()
  })
})
