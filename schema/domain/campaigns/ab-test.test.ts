import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AB_TEST, abVerdict } from './ab-test.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

const variant = (sent: number, opened: number) => ({ sent, opened, clicked: 0 })

describe('an A/B test of two subjects', () => {
  it.each([
    ['a clear difference', 200, 90, 200, 40, 'A', 'Subject A was opened more often: 45.0% compared with 20.0%.'],
    ['the other way round', 200, 40, 200, 90, 'B', 'Subject B was opened more often: 45.0% compared with 20.0%.'],
    ['an unequal split', 900, 180, 100, 40, 'B', 'Subject B was opened more often: 40.0% compared with 20.0%.'],
    [
      'too few emails of one',
      900,
      600,
      99,
      5,
      null,
      'No difference yet: the test needs at least 100 emails for each subject.',
    ],
    [
      'hardly any opens',
      200,
      12,
      200,
      0,
      null,
      'No difference yet: too few people have opened it, or too few have not.',
    ],
    ['opens of nearly all', 200, 200, 200, 185, null, expect.stringContaining('too few')],
    ['a difference within chance', 200, 60, 200, 45, null, 'No difference yet: the difference could be due to chance.'],
    ['a difference that a single test would call 95 %', 500, 150, 500, 119, null, expect.stringContaining('chance')],
    ['the same', 500, 150, 500, 150, null, expect.stringContaining('chance')],
    ['nothing', 0, 0, 0, 0, null, expect.stringContaining('at least 100')],
  ])('gets a verdict after %s', (_what, sentA, openedA, sentB, openedB, winner, text) => {
    expect(abVerdict(variant(sentA, openedA), variant(sentB, openedB))).toEqual({ winner, text })
  })

  it('with too few emails announces no winner once sending has ended', () => {
    const text = 'Too few emails to tell. The test needs 100 for each subject.'
    expect(abVerdict(variant(50, 40), variant(50, 2), true)).toEqual({ winner: null, text })
    expect(abVerdict(variant(200, 90), variant(200, 40), true).winner).toBe('A')
  })

  it('treats both subjects alike, and more opens for the winner never change the winner', () => {
    const counts = fc
      .integer({ min: 1, max: 5_000 })
      .chain((sent) =>
        fc.record({ sent: fc.constant(sent), opened: fc.integer({ min: 0, max: sent }), clicked: fc.constant(0) }),
      )
    fc.assert(
      fc.property(counts, counts, (a, b) => {
        const { winner } = abVerdict(a, b)
        const mirrored = abVerdict(b, a).winner
        expect(mirrored).toBe(winner && (winner === 'A' ? 'B' : 'A'))
        if (winner === null) return
        const [won, lost] = winner === 'A' ? [a, b] : [b, a]
        expect(won.opened / won.sent).toBeGreaterThan(lost.opened / lost.sent)
      }),
      { numRuns: runsOf(500) },
    )
  })

  it('reports a false winner in less than 5 of 100 tests, even if checked after every open', () => {
    const random = generator(20_260_101)
    for (const [each, share] of [
      [100, 0.3],
      [400, 0.5],
      [1_000, 0.2],
    ] as const) {
      const tests = 600
      let winners = 0
      for (let test = 0; test < tests; test += 1) winners += hasWinnerAtAnyLook(each, share, random) ? 1 : 0
      expect(winners / tests).toBeLessThan(0.05)
    }
  })

  it('finds a real difference', () => {
    const random = generator(7)
    let winners = 0
    for (let test = 0; test < 200; test += 1) winners += hasWinnerAtAnyLook(500, 0.35, random, 0.2) ? 1 : 0
    expect(winners / 200).toBeGreaterThan(0.9)
    expect(AB_TEST.sentEach).toBe(100)
  })
})

/** Sends `each` emails per variant, opens them in random order, and checks after each open. */
function hasWinnerAtAnyLook(each: number, share: number, random: () => number, other = share): boolean {
  const opens: ('a' | 'b')[] = []
  for (let mail = 0; mail < each; mail += 1) {
    if (random() < share) opens.push('a')
    if (random() < other) opens.push('b')
  }
  for (let at = opens.length - 1; at > 0; at -= 1) {
    const swap = Math.floor(random() * (at + 1))
    ;[opens[at], opens[swap]] = [opens[swap] ?? 'a', opens[at] ?? 'a']
  }
  const counts = { a: variant(each, 0), b: variant(each, 0) }
  return opens.some((open) => {
    counts[open].opened += 1
    return abVerdict(counts.a, counts.b).winner !== null
  })
}

/** Mulberry32: deterministic random numbers. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
