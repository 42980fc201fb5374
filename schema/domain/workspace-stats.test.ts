import { describe, expect, it } from 'vitest'
import { growth, rateChange } from './workspace-stats.ts'

describe('the change of a number since last month', () => {
  it('is the real change, and absent where there was nothing to compare with', () => {
    expect([growth(200, 224), growth(3, 2), growth(0, 5)]).toEqual([12, -33.3, null])
    const of = (part: number, whole: number) => ({ part, whole })
    expect(rateChange(of(20, 100), of(93, 400))).toBe(3.3)
    expect([rateChange(of(0, 0), of(1, 2)), rateChange(of(1, 2), of(0, 0))]).toEqual([null, null])
  })
})
