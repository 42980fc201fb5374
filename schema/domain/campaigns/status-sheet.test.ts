import { expect, it } from 'vitest'
import { localMoment, sheetLinkEnd, sheetStatus, statusTitles } from './status-sheet.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 12, minute))
const NOTHING = {
  ...{ sentAt: null, openedAt: null, clickedAt: null, repliedAt: null },
  ...{ bouncedAt: null, unsubscribedAt: null, failedAt: null },
}

it.each([
  ['Waiting', null, {}],
  ['Sent', at(1), { sentAt: at(1) }],
  ['Opened', at(2), { sentAt: at(1), openedAt: at(2) }],
  ['Clicked', at(3), { sentAt: at(1), openedAt: at(2), clickedAt: at(3) }],
  ['Replied', at(2), { sentAt: at(1), clickedAt: at(3), repliedAt: at(2) }],
  ['Unsubscribed', at(4), { sentAt: at(1), repliedAt: at(2), unsubscribedAt: at(4) }],
  ['Bounced', at(5), { sentAt: at(1), bouncedAt: at(5), openedAt: at(6) }],
  ['Bounced', at(5), { sentAt: at(1), bouncedAt: at(5), failedAt: at(7) }],
  ['Failed', at(6), { failedAt: at(6) }],
])('the status in a status sheet is %s', (word, moment, moments) => {
  expect(sheetStatus({ ...NOTHING, ...moments })).toEqual({ word, at: moment })
})

it('a status sheet gives its status columns no title that the uploaded sheet already uses', () => {
  expect(statusTitles(['Email', ' status', 'DATE'])).toEqual([
    ...['Status (Mergewell)', 'Sent', 'Opened', 'Clicked', 'Replied', 'Bounced', 'Unsubscribed'],
    ...['Date (Mergewell)', 'Problem'],
  ])
})

it('a status sheet writes times in a time zone, in a form that sorts correctly', () => {
  expect(localMoment(at(5), 'Europe/Berlin')).toBe('2026-11-26 13:05')
  expect(localMoment(at(5), 'America/New_York')).toBe('2026-11-26 07:05')
})

it('a live spreadsheet link ends 90 days after it was last read', () => {
  const createdAt = new Date('2026-01-01T00:00:00Z')
  expect(sheetLinkEnd({ createdAt })).toEqual(new Date('2026-04-01T00:00:00Z'))
  expect(sheetLinkEnd({ createdAt, lastReadAt: new Date('2026-02-01T00:00:00Z') })).toEqual(
    new Date('2026-05-02T00:00:00Z'),
  )
})
