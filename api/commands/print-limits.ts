import { LIMITS, type LimitEntry } from '#api/platform/limits/limit-register.ts'

/** `npm run limits`: prints what this machine allows how often and how many at once, and what each limit protects. */

const count = (amount: number) => (amount === Infinity ? 'any number' : amount.toLocaleString('en-US'))

const span = (ms: number) => {
  const [unit, size] = (
    [
      ['hour', 3_600_000],
      ['minute', 60_000],
      ['second', 1_000],
    ] as const
  ).find(([, one]) => ms >= one && ms % one === 0) ?? ['ms', 1]
  const amount = ms / size
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

const byScope = (max: Readonly<Record<string, number>>, format = count) =>
  Object.entries(max)
    .map(([scope, amount]) => `${scope} ${format(amount)}`)
    .join(', ')

/** Describes the numbers of a rate limit or capacity limit in one line. */
export function figuresOf(entry: LimitEntry): string {
  switch (entry.kind) {
    case 'rate':
      return `${count(entry.perMinute)} a minute${entry.burst ? `, ${count(entry.burst)} at once` : ''}`
    case 'concurrency':
      return `at once: ${byScope(entry.max)}${entry.unit ? ` ${entry.unit}` : ''}`
    case 'queue':
      return `at once: ${entry.places}, ${entry.perKey} each; waiting: ${count(entry.waitingPerKey)} each${entry.waitingMax ? `, ${count(entry.waitingMax)} in all` : ''}`
    case 'shares':
      return `${byScope(entry.shares, (part) => `${Math.round(part * 100)} %`)}; waiting: ${count(entry.waitingPerKey)} each`
    case 'attempts':
      return `failures in ${span(entry.windowMs)} without a pause: ${byScope(entry.free)}; then pauses from ${span(entry.firstPauseMs)} to ${span(entry.longestPauseMs)}`
    case 'count':
      return entry.windows.map(({ ms, max }) => `in ${span(ms)}: ${byScope(max)}`).join('; ')
  }
}

/** Returns the lines that list all limits of this machine, one paragraph for each limit. */
export const limitLines = (limits: Record<string, LimitEntry> = LIMITS): string[] =>
  Object.entries(limits).flatMap(([name, entry]) => [
    `${name} (${entry.kind}, by ${entry.per})`,
    `  ${figuresOf(entry)}`,
    `  Protects: ${entry.protects}`,
  ])

if (import.meta.main) process.stdout.write(`${limitLines().join('\n')}\n`)
