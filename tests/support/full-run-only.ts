import { describe, inject, it, type SuiteFactory, type TestFunction } from 'vitest'

/** The part of `it` that tests use which run in full only. */
interface TestInFull {
  (name: string, test: TestFunction): void
  each: typeof it.each
  runIf(condition: boolean): (name: string, test: TestFunction) => void
}

/** The part of `describe` that suites use which run in full only. */
interface SuiteInFull {
  (name: string, suite: SuiteFactory): void
  each: typeof describe.each
}

/** Registers no test. */
const absent = Object.assign(() => undefined, { each: () => () => undefined, runIf: () => () => undefined })

/**
 * Like `it`, for a test that only `npm run test:all` runs: it takes long, and a quicker test proves its rule too, or it
 * is one of many cases. `npm test` does not register it. A file without another test is named `*.long.test.ts` instead.
 */
export const itInFull: TestInFull = inject('everything') ? it : absent

/** Like `describe`, for tests that only `npm run test:all` runs. */
export const describeInFull: SuiteInFull = inject('everything') ? describe : absent

/** The cases of a table: all of them in `npm run test:all`, the first `count` in `npm test`. */
export const firstOf = <const Case>(cases: readonly Case[], count: number): readonly Case[] =>
  inject('everything') ? cases : cases.slice(0, count)

/** Returns how many random inputs a property is tried with: `full` in `npm run test:all`, at most 25 in `npm test`. */
export const runsOf = (full: number): number => (inject('everything') ? full : Math.min(full, 25))
