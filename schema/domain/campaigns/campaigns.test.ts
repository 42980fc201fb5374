import { describe, expect, it } from 'vitest'
import { canaryAllows, sendProblem, variantB } from './campaigns.ts'
import { rate } from '../rate-percent.ts'
import { isStepValid } from './campaign-steps.ts'

const draft = { name: 'News', subject: 'Hi', content: 'Text', selectedContacts: ['1'] }

describe('the wizard continues only if the step is valid', () => {
  it.each([
    [1, {}, true],
    [1, { name: '   ' }, false],
    [2, {}, true],
    [2, { selectedContacts: [] }, false],
    [3, {}, true],
    [3, { subject: ' ' }, false],
    [3, { content: '\n' }, false],
    [4, { name: '', subject: '', content: '', selectedContacts: [] }, true],
  ])('at step %i with %j: %s', (step, change, valid) => {
    expect(isStepValid(step, { ...draft, ...change })).toBe(valid)
  })
})

describe('the rates of a campaign', () => {
  it('have one decimal, and are 0 without a base', () => {
    expect([rate(1, 3), rate(0, 0), rate(2, 2)]).toEqual([33.3, 0, 100])
  })
})

describe('a campaign', () => {
  it('names what prevents its launch', () => {
    expect(sendProblem({ subject: 'a', content: 'b', recipients: 1 })).toBeNull()
    expect(sendProblem({ subject: 'a', content: 'b', recipients: 0 })).toContain('no recipients')
    expect(sendProblem({ subject: ' ', content: 'b', recipients: 1 })).toContain('no subject')
    expect(sendProblem({ subject: 'a', content: '', recipients: 1 })).toContain('no content')
  })
})

describe('the check of the first emails of a large campaign', () => {
  it.each<[string, Parameters<typeof canaryAllows>, number]>([
    ['lets the first 20 of 50 or more leave', [{ totalContacts: 50, dealtWith: 0, refused: 0 }, 20], 20],
    ['checks again when these have left', [{ totalContacts: 500, dealtWith: 15, refused: 15 }, 20], 5],
    ['lets as many again leave when few were refused', [{ totalContacts: 500, dealtWith: 40, refused: 8 }, 20], 40],
    ['stops when more than the allowed share is refused', [{ totalContacts: 500, dealtWith: 40, refused: 9 }, 20], 0],
    ['leaves small campaigns alone', [{ totalContacts: 49, dealtWith: 40, refused: 40 }, 20], Number.POSITIVE_INFINITY],
    ['can be turned off', [{ totalContacts: 500, dealtWith: 40, refused: 40 }, 0], Number.POSITIVE_INFINITY],
  ])('%s', (_, [campaign, percent], allowed) => {
    expect(canaryAllows(campaign, percent)).toBe(allowed)
  })
})

describe('the split of an A/B test', () => {
  it.each([
    [10, 30, 3],
    [10, 50, 5],
    [3, 50, 2],
    [1, 1, 0],
    [100, 99, 99],
    [0, 50, 0],
  ])(
    'of %i recipients with %i percent gives %i of them subject B, whatever the random numbers',
    (recipients, percent, count) => {
      for (const random of [() => 0, () => 0.5, () => 0.999_999, Math.random]) {
        const chosen = variantB(recipients, percent, random)
        expect(chosen.size).toBe(count)
        expect([...chosen].every((index) => index >= 0 && index < recipients)).toBe(true)
      }
    },
  )

  it('does not favor the first recipients', () => {
    const first = Array.from({ length: 2_000 }, () => variantB(10, 50, Math.random).has(0)).filter(Boolean).length
    expect(first).toBeGreaterThan(800)
    expect(first).toBeLessThan(1_200)
  })
})
