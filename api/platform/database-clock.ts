import type { Logger } from 'pino'
import { runPeriodically } from './jobs/periodic-work.ts'

/**
 * The clock for all decisions: scheduled starts, sending hours, daily limits, pacing, sessions, tokens. It is the
 * database's time, so that all processes agree. A process extrapolates from the last measurement with its monotonic
 * clock; its own time of day is not used. A process with a wrong time of day logs a warning and sends nothing:
 * something is wrong with its machine.
 */
export interface DatabaseClock {
  now(): Date
  /** Returns what is wrong with this process's time of day; null if it is correct. */
  problem(): string | null
  /** Compares the clocks now. If the database does not answer, the last measurement stays in use. */
  measure(): Promise<void>
  stop(): void
}

/** The clocks of a process, in ms. */
export interface ProcessClocks {
  wall: () => number
  monotonic: () => number
}

/** Maximum error of a process's clock, in ms. */
const TOLERANCE = 5_000
/** seconds between measurements */
const MEASUREMENT_INTERVAL_SECONDS = 30
/** Number of samples per measurement; the sample with the fastest response counts. */
const QUESTIONS = 3
/**
 * ms by which a process's clocks may drift apart before an immediate measurement: it slept, or somebody set its time
 */
const JUMP = 1_000
/** ms of round trip above which a measurement does not replace an earlier one */
const SLOW = 2_000

/** Sample of the database's clock. All times in ms; the first two and the last are of this process's clocks. */
interface Sample {
  sent: number
  wall: number
  database: number
  received: number
}

/**
 * Computes the offset of the database's time from the monotonic clock, in ms; half of the round trip counts as the way
 * back.
 */
export function offsetOf({ sent, wall, database, received }: Sample): number {
  const half = (received - sent) / 2
  // A difference below the measurement error counts as zero.
  const away = wall + half - database
  return (Math.abs(away) <= half + 1 ? wall : database - half) - sent
}

const OWN: ProcessClocks = { wall: Date.now, monotonic: () => performance.now() }

/** Starts the clock: measures now, then every 30 s until stopped. `ask` returns the database's time in ms. */
export async function startClock(
  ask: () => Promise<number>,
  log: Logger,
  { wall, monotonic }: ProcessClocks = OWN,
): Promise<DatabaseClock> {
  let offset: number | null = null
  let lead = 0
  let wrong = false
  let measuring: Promise<void> | null = null
  const now = () => monotonic() + (offset ?? 0)
  const away = () => wall() - now()

  const compare = async () => {
    const samples: Sample[] = []
    for (let question = 0; question < QUESTIONS; question += 1) {
      const sample = { sent: monotonic(), wall: wall() }
      samples.push({ ...sample, database: await ask(), received: monotonic() })
    }
    const [best] = samples.toSorted((one, other) => one.received - one.sent - (other.received - other.sent))
    if (!best || (offset !== null && best.received - best.sent > SLOW)) return
    offset = offsetOf(best)
    lead = wall() - monotonic()
    report()
  }
  const measure = () => {
    measuring ??= compare()
      .catch((error: unknown) => {
        if (offset === null) throw error
        log.warn({ error: String(error) }, 'The clock could not be checked against the database')
      })
      .finally(() => (measuring = null))
    return measuring
  }
  const problem = () => {
    if (Math.abs(wall() - monotonic() - lead) > JUMP) void measure()
    return clockProblem(away())
  }
  const report = () => {
    const text = clockProblem(away())
    if (text && !wrong) log.error({ awayMs: Math.round(away()) }, text)
    if (!text && wrong) log.info('The clock of this process is correct again')
    wrong = text !== null
  }

  await measure()
  const rounds = runPeriodically({
    name: 'Measuring the clock',
    seconds: MEASUREMENT_INTERVAL_SECONDS,
    work: measure,
    log,
    first: 'later',
  })
  return { now: () => new Date(now()), problem, measure, stop: () => void rounds.stop() }
}

/** Describes a time of day that is this many ms ahead of the database's. */
export function clockProblem(away: number): string | null {
  if (Math.abs(away) <= TOLERANCE) return null
  const seconds = Math.round(Math.abs(away) / 1_000)
  const direction = away > 0 ? 'ahead of' : 'behind'
  return `This machine’s clock is ${seconds} s ${direction} the database’s. This process sends nothing until the clock is correct. Check its time synchronization (NTP).`
}
