import type { AppRunning } from './running-app.ts'

/** Row of the table of measurements: what was measured, divided by its lower bound. */
export interface Figure {
  /** name of the measurement */
  name: string
  /** our figure with its unit */
  ours: string
  /** bound by which the figure is divided, with its unit */
  bound: string
  /** figure divided by its bound; null for a figure without a bound */
  ratio: number | null
  /** goal for the ratio, such as "≤ 1.5" */
  goal: string
}

/** Everything that a bench receives. */
export interface Setting extends AppRunning {
  rounds: number
  /** true for a quick run of seconds, whose figures mean nothing */
  small: boolean
  /** mailboxes allow drafts */
  drafts: boolean
  /** recipients of the campaigns of the send bench; null = its own number */
  recipients: number | null
  /** names, separated by commas: only loads of the neighbor bench that contain one of them */
  only: string
  say(line: string): void
  /** functions that clean up; they run at the end, in reverse order */
  undo: (() => Promise<unknown>)[]
}

/** A bench: measures one or several figures. */
export interface Bench {
  name: string
  /** false if the bench runs only when it is asked for by name */
  inTable: boolean
  run(setting: Setting): Promise<Figure[]>
}

/** The middle of some values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The value that this share (0 to 1) of some values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0
}

/** Such as 20,000. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** Duration of some work in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Measures two variants alternately, `rounds` times; returns the medians. */
export async function inTurn(
  rounds: number,
  ours: () => Promise<number>,
  bound: () => Promise<number>,
): Promise<{ ours: number; bound: number }> {
  const all: { ours: number[]; bound: number[] } = { ours: [], bound: [] }
  for (let round = 0; round < rounds; round += 1) {
    all.bound.push(await bound())
    all.ours.push(await ours())
  }
  return { ours: median(all.ours), bound: median(all.bound) }
}

/** A figure of two durations in ms. */
export function msFigure(name: string, { ours, bound }: { ours: number; bound: number }, goal: string): Figure {
  return { name, ours: msText(ours), bound: msText(bound), ratio: ours / bound, goal }
}

/** A duration, such as "4.2 ms" or "5.1 s". */
export function msText(ms: number): string {
  return ms < 1_000 ? `${ms.toFixed(ms < 100 ? 1 : 0)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

/** Head of the table. */
export const TABLE_HEAD = `${'bench'.padEnd(56)}${'ours'.padStart(16)}${'bound'.padStart(16)}${'ratio'.padStart(8)}   goal`

/** A row of the table. */
export function rowOf({ name, ours, bound, ratio, goal }: Figure): string {
  const ratioText = ratio === null ? '' : ratio.toFixed(2)
  return `${name.padEnd(56)}${ours.padStart(16)}${bound.padStart(16)}${ratioText.padStart(8)}   ${goal}`.trimEnd()
}
