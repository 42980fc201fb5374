import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBudget, type Pot } from './usage-budget.ts'

const POTS: Pot[] = [
  { name: 'process', max: 10 },
  { name: 'workspace a', max: 6 },
  { name: 'workspace b', max: 6 },
]

describe('a budget that is shared by several limits', () => {
  it('names the limit that is exhausted, and takes nothing from the others', () => {
    const budget = createBudget()
    const [all, one] = [POTS[0] as Pot, POTS[1] as Pot]
    expect(budget.take(5, [all, one]).full).toBeUndefined()
    expect(budget.take(2, [all, one]).full).toBe(one)
    expect(budget.used('process')).toBe(5)
  })

  it('gives back once what was taken, even if release is called twice', () => {
    const budget = createBudget()
    const first = budget.take(3, POTS)
    budget.take(2, POTS)
    first.release?.()
    first.release?.()
    expect(budget.used('process')).toBe(2)
  })

  it('never exceeds a limit, and is empty after everything is released', () => {
    const step = fc.record({
      amount: fc.integer({ min: 1, max: 8 }),
      of: fc.subarray(POTS, { minLength: 1 }),
      giveBack: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const budget = createBudget()
        const taken: (() => void)[] = []
        for (const { amount, of, giveBack } of steps) {
          const { release } = budget.take(amount, of)
          if (release) taken.push(release)
          if (giveBack) taken.shift()?.()
          for (const { name, max } of POTS) expect(budget.used(name)).toBeLessThanOrEqual(max)
        }
        for (const release of taken) release()
        for (const { name } of POTS) expect(budget.used(name)).toBe(0)
      }),
    )
  })
})
