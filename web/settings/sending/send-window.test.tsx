import '#web/testing/browser.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { findToast, tearDown, type Root } from '#web/testing/world.tsx'
import { SETTINGS, showPage } from '../testing.tsx'
import { localTimeZone, windowText } from './send-window-texts.ts'

afterEach(tearDown)

const OFFICE = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', timeZone: 'Europe/Berlin' }

const showSettings = (fields: Partial<typeof SETTINGS> = {}, root: Root = {}, role = 'admin') =>
  showPage(root, { role, fields })

const theSwitch = (name: string) => screen.findByRole('switch', { name })

describe('the card for the sending hours', () => {
  test('is off at first, offers office hours in the user’s time zone when turned on, and removes them when turned off', async () => {
    const { user, askedFor } = showSettings()
    await user.click(await theSwitch('Send only at certain times'))
    await findToast('Email settings updated successfully')
    const sendWindow = { ...OFFICE, timeZone: localTimeZone() }
    expect(askedFor('UpdateEmailSettings')).toEqual([{ input: { sendWindow } }])
    expect(await screen.findByText(/^Mon to Fri, 09:00 to 17:00/)).toBeTruthy()
    await user.click(await theSwitch('Send only at certain times'))
    expect(await screen.findByText('Off: emails are sent at any time of day.')).toBeTruthy()
    expect(askedFor('UpdateEmailSettings').at(-1)).toEqual({ input: { sendWindow: null } })
  })

  test('saves days, hours and zone immediately', async () => {
    const { user, askedFor } = showSettings({ sendWindow: OFFICE })
    await user.click(await screen.findByRole('button', { name: 'Saturday' }))
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '00:00' } })
    await user.selectOptions(screen.getByLabelText('Time zone'), 'America/New_York')
    await screen.findByText('Mon to Sat, 09:00 to 24:00, America/New York.')
    const asked = askedFor('UpdateEmailSettings').map(
      ({ input }) => (input as { sendWindow: typeof OFFICE }).sendWindow,
    )
    expect(asked.at(-1)).toEqual({ days: [1, 2, 3, 4, 5, 6], from: '09:00', to: '24:00', timeZone: 'America/New_York' })
  })

  test.each([
    ['it ends before it starts', () => fireEvent.change(screen.getByLabelText('To'), { target: { value: '08:00' } })],
    ['it has no day', () => fireEvent.click(screen.getByRole('button', { name: 'Monday' }))],
  ])('saves nothing while %s, and shows the saved hours until then', async (_, spoil) => {
    const { askedFor } = showSettings({ sendWindow: { ...OFFICE, days: [1] } })
    await screen.findByLabelText('To')
    spoil()
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^The sending hours (must end later than they begin|need at least one day)\. Current sending hours: Mon, 09:00 to 17:00/,
    )
    expect(askedFor('UpdateEmailSettings')).toEqual([])
  })

  test('is visible to everyone and editable by admins', async () => {
    showSettings({ sendWindow: OFFICE }, {}, 'user')
    expect((await theSwitch('Send only at certain times')).hasAttribute('disabled')).toBe(true)
    expect(screen.getByText('Mon to Fri, 09:00 to 17:00, Europe/Berlin.')).toBeTruthy()
  })

  test.each([
    [[1, 2, 3, 4, 5, 6, 7], 'Every day'],
    [[1, 2, 4], 'Mon, Tue, Thu'],
    [[1, 2, 3, 5, 6, 7], 'Mon to Wed, Fri to Sun'],
  ])('describes the days %j as %s', (days, text) => {
    expect(windowText({ ...OFFICE, days }, 'en')).toBe(`${text}, 09:00 to 17:00, Europe/Berlin.`)
  })
})

describe('the card for the warm-up', () => {
  test('shows today’s limit and the remaining days', async () => {
    const figuresNow = { emailsPerInterval: 2, intervalSeconds: 220, dailyLimit: 231 }
    showSettings({ warmupMode: true, warmupDaysRemaining: 20, figuresNow })
    expect(await screen.findByText('Day 11 of 30')).toBeTruthy()
    expect(screen.getByText(/^20 days remain\./)).toBeTruthy()
    expect(
      screen.getByText(/^2 emails every 220 seconds and up to 231 per day from each mailbox, a little more/),
    ).toBeTruthy()
  })

  test('uses the singular for one day and one second', async () => {
    const figuresNow = { emailsPerInterval: 1, intervalSeconds: 1, dailyLimit: 480 }
    showSettings({ warmupMode: true, warmupDaysRemaining: 1, figuresNow })
    expect(await screen.findByText(/^1 email every second and up to 480 per day/)).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Warm-up' }).getAttribute('aria-valuetext')).toBe('1 day remains')
  })

  test('hides the days of warm-up until turning it on is saved', async () => {
    const answer = Promise.withResolvers<void>()
    const { user } = showSettings(
      {},
      {
        updateEmailSettings: async () => {
          await answer.promise
          return { ...SETTINGS, warmupMode: true, warmupDaysRemaining: 30 }
        },
      },
    )
    await user.click(await theSwitch('Warmup mode'))
    expect((await theSwitch('Warmup mode')).getAttribute('aria-checked')).toBe('true')
    expect(screen.getByText(/^New mailboxes start slowly/)).toBeTruthy()
    expect(screen.queryByText('Today’s limits')).toBeNull()
    answer.resolve()
    expect(await screen.findByText('Day 1 of 30')).toBeTruthy()
    expect(screen.getByText(/^30 days remain\./)).toBeTruthy()
  })

  test('cannot be turned on without the feature', async () => {
    const features = { htmlBuilder: true, abTesting: true, attachments: true, tracking: true, warmup: false }
    showSettings({}, { tenant: { id: 'one', features } })
    expect(await screen.findByText(/^Your plan does not include this/)).toBeTruthy()
    expect((await theSwitch('Warmup mode')).hasAttribute('disabled')).toBe(true)
  })
})

test('the safety stop setting accepts a percentage, with 0 for never', async () => {
  const { askedFor } = showSettings()
  const box = await screen.findByRole('spinbutton', { name: 'Pause above' })
  fireEvent.change(box, { target: { value: '101' } })
  expect(await screen.findByText('The percentage that pauses a campaign must be between 0 and 100')).toBeTruthy()
  fireEvent.change(box, { target: { value: '0' } })
  await findToast('Email settings updated successfully')
  expect(askedFor('UpdateEmailSettings')).toEqual([{ input: { canaryPercent: 0 } }])
})
