import { describe, expect, it } from 'vitest'
import type { SendWindow } from '../settings/setting-register.ts'
import { openingAt } from './send-window.ts'

const office: SendWindow = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', timeZone: 'Europe/Berlin' }
const everyNight: SendWindow = { days: [1, 2, 3, 4, 5, 6, 7], from: '02:30', to: '24:00', timeZone: 'Europe/Berlin' }
const always: SendWindow = { ...everyNight, from: '00:00' }

const iso = (moment: number) => new Date(moment).toISOString()

describe('a window of sending hours', () => {
  it.each<[string, SendWindow, string, string, string]>([
    ['holds between its hours', office, '2026-01-01T10:00:00Z', '2026-01-01T08:00:00.000Z', '2026-01-01T16:00:00.000Z'],
    [
      'opens at its first moment',
      office,
      '2026-01-01T08:00:00Z',
      '2026-01-01T08:00:00.000Z',
      '2026-01-01T16:00:00.000Z',
    ],
    [
      'is closed at its last moment',
      office,
      '2026-01-01T16:00:00Z',
      '2026-01-02T08:00:00.000Z',
      '2026-01-02T16:00:00.000Z',
    ],
    [
      'skips days it does not name',
      office,
      '2026-01-02T20:00:00Z',
      '2026-01-05T08:00:00.000Z',
      '2026-01-05T16:00:00.000Z',
    ],
    [
      'follows the clocks of its zone in summer',
      office,
      '2026-07-01T05:00:00Z',
      '2026-07-01T07:00:00.000Z',
      '2026-07-01T15:00:00.000Z',
    ],
    [
      'opens after the gap when clocks are put forward over its hour',
      everyNight,
      '2026-03-28T23:30:00Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ],
    [
      'runs to the end of the day',
      everyNight,
      '2026-01-01T22:59:59Z',
      '2026-01-01T01:30:00.000Z',
      '2026-01-01T23:00:00.000Z',
    ],
    [
      'opens by the new clock on the day it is put forward, west of us',
      { ...always, from: '05:00', timeZone: 'America/New_York' },
      '2026-03-08T07:30:00Z',
      '2026-03-08T09:00:00.000Z',
      '2026-03-09T04:00:00.000Z',
    ],
    [
      'opens by the new clock on the day it is put forward, further west',
      { ...always, from: '06:00', timeZone: 'America/Los_Angeles' },
      '2026-03-08T10:30:00Z',
      '2026-03-08T13:00:00.000Z',
      '2026-03-09T07:00:00.000Z',
    ],
    [
      'closes by the old clock before the day it is put back, east of us',
      { ...always, timeZone: 'Australia/Sydney' },
      '2026-04-03T20:00:00Z',
      '2026-04-03T13:00:00.000Z',
      '2026-04-04T13:00:00.000Z',
    ],
    [
      'opens by the old clock on the day it is put back, east of us',
      { ...always, timeZone: 'Australia/Sydney' },
      '2026-04-04T20:00:00Z',
      '2026-04-04T13:00:00.000Z',
      '2026-04-05T14:00:00.000Z',
    ],
    [
      'opens at the first occurrence of an hour that clocks repeat',
      { ...always, from: '02:30', timeZone: 'Europe/Berlin' },
      '2026-10-24T22:30:00Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ],
    [
      'opens by the old clock before they are put back',
      { ...always, from: '01:30', timeZone: 'Europe/Berlin' },
      '2026-10-24T22:30:00Z',
      '2026-10-24T23:30:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ],
    [
      'goes by the date of its zone, not by ours',
      { ...office, timeZone: 'Pacific/Auckland' },
      '2026-01-04T21:00:00Z',
      '2026-01-04T20:00:00.000Z',
      '2026-01-05T04:00:00.000Z',
    ],
  ])('%s', (_, window, moment, opens, closes) => {
    const opening = openingAt(window, Date.parse(moment))
    expect([iso(opening.opens), iso(opening.closes)]).toEqual([opens, closes])
  })

  it('is always open if none is set', () => {
    const { opens, closes } = openingAt(null, 0)
    expect([opens, closes]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
  })
})
