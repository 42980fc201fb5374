import { describe, expect, it } from 'vitest'
import { TokenBuckets } from './token-buckets.ts'

function bucketsAt(entry: { perMinute: number; burst?: number }) {
  let now = 0
  const buckets = new TokenBuckets(entry, () => new Date(now))
  return { buckets, pass: (ms: number) => (now += ms) }
}

describe('TokenBuckets, which limit requests by name,', () => {
  it('give a full allowance to each name, and refuse what is not left', () => {
    const { buckets } = bucketsAt({ perMinute: 2 })
    expect([buckets.take('a'), buckets.take('a'), buckets.take('a'), buckets.take('b')]).toEqual([
      true,
      true,
      false,
      true,
    ])
  })

  it('refill evenly, at most to the size of a burst', () => {
    const { buckets, pass } = bucketsAt({ perMinute: 60, burst: 3 })
    for (let count = 0; count < 3; count += 1) buckets.take('a')
    expect(buckets.waitMs('a')).toBe(1_000)
    pass(1_500)
    expect(buckets.left('a')).toBe(1.5)
    pass(600_000)
    expect(buckets.left('a')).toBe(3)
  })

  it('allow work to begin that costs more than a whole allowance, and then wait until that is paid', () => {
    const { buckets } = bucketsAt({ perMinute: 60, burst: 10 })
    expect(buckets.take('a', 30)).toBe(true)
    expect(buckets.left('a')).toBe(-20)
    expect(buckets.waitMs('a')).toBe(21_000)
  })

  it('limit their memory: forget full allowances first, and then all', () => {
    const { buckets, pass } = bucketsAt({ perMinute: 1 })
    buckets.take('used')
    pass(59_000)
    for (let name = 0; name < 50_000; name += 1) buckets.left(`full ${name}`)
    expect(buckets.take('used')).toBe(false)
    for (let name = 0; name < 50_000; name += 1) buckets.take(`used ${name}`)
    expect(buckets.take('used')).toBe(true)
  })

  it('keep allowances when the clock is set back', () => {
    const { buckets, pass } = bucketsAt({ perMinute: 60 })
    buckets.take('a', 10)
    pass(-30_000)
    expect(buckets.left('a')).toBe(50)
  })
})
