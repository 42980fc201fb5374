import '#web/testing/browser.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { SendBar, type SendBarProps } from './send-bar.tsx'
import { perMinuteText, sendShares } from './send-figures.ts'
import { TooltipProvider } from './tooltip.tsx'

afterEach(cleanup)

function show(props: Partial<SendBarProps>) {
  render(
    <TooltipProvider>
      <SendBar label="Spring newsletter" total={500} sent={312} failed={4} {...props} />
    </TooltipProvider>,
  )
  return screen.getByRole('progressbar', { name: 'Spring newsletter' })
}

describe('the shares of a mailing', () => {
  it('splits the bar into sent, failed and waiting', () => {
    expect(sendShares({ total: 200, sent: 50, failed: 10 })).toEqual({
      waiting: 140,
      sentShare: 25,
      failedShare: 5,
      percent: 25,
    })
  })

  it('never draws past the end when counts overrun the total', () => {
    expect(sendShares({ total: 10, sent: 9, failed: 5 })).toEqual({
      waiting: 0,
      sentShare: 90,
      failedShare: 10,
      percent: 90,
    })
  })

  it('tells the share that was sent, and 100 percent only when all were', () => {
    expect(sendShares({ total: 3, sent: 1, failed: 2 }).percent).toBe(33)
    expect(sendShares({ total: 100_000, sent: 99_999, failed: 0 }).percent).toBe(99)
    expect(sendShares({ total: 100_000, sent: 100_000, failed: 0 }).percent).toBe(100)
  })

  it('is empty without recipients', () => {
    expect(sendShares({ total: 0, sent: 0, failed: 0 })).toEqual({
      waiting: 0,
      sentShare: 0,
      failedShare: 0,
      percent: 0,
    })
  })

  it('tells the pace with one decimal below ten', () => {
    expect(perMinuteText(4, 'en')).toBe('4 a minute')
    expect(perMinuteText(0.4, 'en')).toBe('0.4 a minute')
    expect(perMinuteText(1234.56, 'en')).toBe('1,235 a minute')
  })
})

describe('the send bar', () => {
  it('tells sent, failed and waiting in figures and to screen readers', () => {
    const bar = show({})
    expect(bar.getAttribute('aria-valuenow')).toBe('62')
    expect(bar.getAttribute('aria-valuetext')).toBe('312 of 500 sent, 4 failed, 184 waiting')
    for (const text of ['312 sent', '4 failed', '184 waiting']) {
      expect(
        screen.getByText(
          (_, element) => element?.tagName === 'SPAN' && element.textContent === text && element.children.length === 1,
        ),
      ).toBeDefined()
    }
  })

  it('tells the pace only while mails are leaving', () => {
    show({ active: true, perMinute: 40 })
    expect(screen.getByText('40 a minute')).toBeDefined()
    cleanup()
    show({ active: false, perMinute: 40 })
    expect(screen.queryByText('40 a minute')).toBeNull()
  })

  it('tells when it will be done while anything waits, and not afterwards', () => {
    const finishesAt = Date.now() + 12 * 60_000
    show({ active: true, finishesAt })
    expect(document.querySelector('time')?.dateTime).toBe(new Date(finishesAt).toISOString())
    cleanup()
    show({ sent: 496, finishesAt })
    expect(document.querySelector('time')).toBeNull()
  })

  it('names the day of an end on another day, and tells the exact moment in a tooltip', () => {
    const day = new Date(Date.now() + 3 * 86_400_000)
    show({ active: true, finishesAt: day })
    const weekday = day.toLocaleDateString(undefined, { weekday: 'short' })
    expect(screen.getByText(/^finishes about/).textContent).toContain(weekday)
  })

  it.each([
    [5 * 3_600_000, /limit of the mailbox is reached\. Goes on at .+ \(in 5 hr\.\)\.$/],
    [42_000, /limit of the mailbox is reached\. Goes on in 42 seconds\.$/],
    [-1_000, /limit of the mailbox is reached\. Goes on any moment\.$/],
    [null, /limit of the mailbox is reached\.$/],
  ])('tells why it waits and until when: in %s ms', (ms, words) => {
    const until = ms === null ? null : Date.now() + ms
    const bar = show({ waits: { why: 'The daily limit of the mailbox is reached.', until }, note: 'Sending now.' })
    expect(screen.getByText(/daily limit/).textContent).toMatch(words)
    expect(bar.getAttribute('aria-valuetext')).toContain('The daily limit of the mailbox is reached.')
    expect(screen.queryByText('Sending now.')).toBeNull()
  })

  it('tells when something that is out of order is tried again', () => {
    show({ waits: { why: 'The provider is down.', until: Date.now() + 42_000, triesAgain: true } })
    expect(screen.getByText(/provider is down/).textContent).toMatch(
      /^The provider is down\. Next try in 42 seconds\.$/,
    )
  })

  it('tells when it begins if it is scheduled', () => {
    show({ waits: { why: 'Scheduled.', until: Date.now() + 5 * 3_600_000, scheduled: true } })
    expect(screen.getByText(/Scheduled/).textContent).toMatch(/^Scheduled\. Begins at .+ \(in 5 hr\.\)\.$/)
  })

  it('says what goes on where there is no reason to wait, and what can be done', () => {
    show({ active: true, note: 'Sending now.', actions: <button>Pause</button> })
    expect(screen.getByText('Sending now.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined()
  })
})
