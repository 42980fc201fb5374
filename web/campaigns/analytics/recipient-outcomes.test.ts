import { describe, expect, test } from 'vitest'
import { outcomesOf, type OutcomeKey } from './recipient-outcomes.ts'

const labels = (leftOutCount: number, chosen: OutcomeKey = 'all') =>
  outcomesOf({ opensTracked: true, clicksTracked: true, mailboxes: [], leftOutCount }, chosen).map(({ label }) => label)

describe('the filters of recipients by outcome', () => {
  test('include people who were left out only if there are any', () => {
    expect(labels(0).filter((label) => /failed|left out/i.test(label))).toEqual(['Failed'])
    expect(labels(1).filter((label) => /failed|left out/i.test(label))).toEqual(['Failed or left out', 'Left out'])
  })

  test('include the one in the address', () => {
    expect(labels(0, 'leftOut')).toContain('Left out')
  })
})
