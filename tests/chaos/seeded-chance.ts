/** Choices that a seed repeats. */
export interface Chance {
  /** Returns a random number from 0 up to 1. */
  next(): number
  /** a whole number from `least` to `most` */
  between(least: number, most: number): number
  /** returns one of the choices */
  one<T>(choices: readonly T[]): T
  /** Returns true in this share of the calls. */
  is(share: number): boolean
}

/** A generator of choices from a 32-bit seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    one: (choices) => choices[between(0, choices.length - 1)]!,
    is: (share) => next() < share,
  }
}
