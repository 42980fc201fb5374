import { describe, expect, it } from 'vitest'
import { GOOGLE_QUOTA, googleQuotaAt } from './google-quota.ts'

const older = { perUserMinute: 15_000, perMinute: 3_000_000, perDay: 80_000_000 }
const before = new Date('2027-03-31T23:59:59Z')
const after = new Date('2027-04-01T00:00:00Z')

describe('googleQuotaAt', () => {
  it.each([
    ['keeps the higher limits of an older project until 2027-03-31', older, before, older],
    ['caps them to the Standard tier from 2027-04-01', older, after, GOOGLE_QUOTA],
    ['keeps the higher limits of a project in the Scaled tier', { ...older, tier: 'scaled' as const }, after, older],
    ['leaves the default alone before that day', GOOGLE_QUOTA, before, GOOGLE_QUOTA],
    ['leaves the default alone after that day', GOOGLE_QUOTA, after, GOOGLE_QUOTA],
    [
      'never raises what an operator configured lower',
      { ...older, perUserMinute: 3_000, perMinute: 50_000 },
      after,
      { ...older, perUserMinute: 3_000, perMinute: 50_000 },
    ],
  ])('%s', (_, configured, now, quota) => {
    expect(googleQuotaAt(configured, now)).toMatchObject(quota)
  })
})
