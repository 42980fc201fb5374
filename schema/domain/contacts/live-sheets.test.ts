import { describe, expect, it } from 'vitest'
import { missingColumns, placeOfLink } from './live-sheets.ts'

const ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz'

describe('placeOfLink, which recognizes a link to a sheet,', () => {
  it.each([
    [`https://docs.google.com/spreadsheets/d/${ID}/edit#gid=42`, { kind: 'google', fileId: ID, tab: '42' }],
    [`https://docs.google.com/spreadsheets/u/1/d/${ID}/edit?usp=sharing`, { kind: 'google', fileId: ID, tab: null }],
    [`https://docs.google.com/spreadsheets/d/${ID}`, { kind: 'google', fileId: ID, tab: null }],
    [
      `https://docs.google.com/spreadsheets/d/e/2PACX-1v/pubhtml?gid=0`,
      { kind: 'csv', url: 'https://docs.google.com/spreadsheets/d/e/2PACX-1v/pub?gid=0&output=csv' },
    ],
    [
      `https://docs.google.com/spreadsheets/d/${ID}/export?format=csv`,
      { kind: 'csv', url: `https://docs.google.com/spreadsheets/d/${ID}/export?format=csv` },
    ],
    [
      'https://larkspur.sharepoint.com/:x:/s/sales/Eabc',
      { kind: 'microsoft', url: 'https://larkspur.sharepoint.com/:x:/s/sales/Eabc' },
    ],
    ['https://1drv.ms/x/s!Aabc', { kind: 'microsoft', url: 'https://1drv.ms/x/s!Aabc' }],
    ['https://example.com/orders.csv', { kind: 'csv', url: 'https://example.com/orders.csv' }],
    ['https://notsharepoint.com/a', { kind: 'csv', url: 'https://notsharepoint.com/a' }],
  ])('returns for %s the place %j', (link, expected) => {
    expect(placeOfLink(link)).toEqual(expected)
  })
})

describe('missingColumns, for a sheet that is read again,', () => {
  it('names columns that were renamed or deleted, and not those that were moved', () => {
    expect(missingColumns(['Order', 'Amount', 'Due'], ['due', 'New', 'ORDER'])).toEqual(['Amount'])
  })
})
