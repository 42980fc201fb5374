import { describe, expect, test } from 'vitest'
import { outcomesOf, type OutcomeKey } from './outcomes.ts'

const labels = (leftOutCount: number, chosen: OutcomeKey = 'all') =>
  outcomesOf({ opensTracked: true, clicksTracked: true, mailboxes: [], leftOutCount }, chosen).map(({ label }) => label)

describe('the filters of recipients', () => {
  test('name people who were left out only if there are any', () => {
    expect(labels(0).filter((label) => /failed|left out/i.test(label))).toEqual(['Failed'])
    expect(labels(1).filter((label) => /failed|left out/i.test(label))).toEqual(['Failed or left out', 'Left out'])
  })

  test('keep the one that the address asks for', () => {
    expect(labels(0, 'leftOut')).toContain('Left out')
  })
})
