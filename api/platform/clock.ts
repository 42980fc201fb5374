import type { Logger } from 'pino'

/**
 * The time by which everything is decided: scheduled starts, sending hours, daily limits, pace, sessions, tokens. It is the database's, so
 * that all processes agree. A process counts on from the last measurement with its monotonic clock, which nobody sets; its own time of day
 * decides nothing. A process whose time of day is wrong is told so and sends nothing: something is wrong with its machine.
 */
export interface DatabaseClock {
  now(): Date
  /** What is wrong with the time of day of this process; null when it is right. */
  problem(): string | null
  /** Compares the clocks now. Where the database cannot be asked, the last measurement goes on to hold. */
  measure(): Promise<void>
  stop(): void
}

/** The clocks of a process, in ms. */
export interface ProcessClocks {
  wall: () => number
  monotonic: () => number
}

/** ms by which a process may be off */
const TOLERANCE = 5_000
/** ms between two measurements */
const EVERY = 30_000
/** Questions of one measurement: the one with the fastest answer counts. */
const QUESTIONS = 3
/** ms by which the clocks of a process may part before they are compared with the database's at once: it slept, or somebody set its time */
const JUMP = 1_000
/** ms of a round trip that tells too little to take the place of an earlier measurement */
const SLOW = 2_000

/** One question to the database; all in ms, the first two and the last on this process's clocks. */
interface Sample {
  sent: number
  wall: number
  database: number
  received: number
}

/** What the monotonic clock lacks to the database's time: half of the round trip is taken for the way back. */
export function offsetOf({ sent, wall, database, received }: Sample): number {
  const half = (received - sent) / 2
  // Where the clocks differ by less than can be measured they are taken for the same.
  const away = wall + half - database
  return (Math.abs(away) <= half + 1 ? wall : database - half) - sent
}

const OWN: ProcessClocks = { wall: Date.now, monotonic: () => performance.now() }

/** Measures once, then every 30 s until it is stopped. `ask` tells the database's time in ms. */
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
        log.warn({ error: String(error) }, 'The clock could not be compared with the database')
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
    if (!text && wrong) log.info('The clock of this process is right again')
    wrong = text !== null
  }

  await measure()
  const timer = setInterval(() => void measure(), EVERY)
  timer.unref()
  return { now: () => new Date(now()), problem, measure, stop: () => clearInterval(timer) }
}

/** What is wrong with a time of day that is so many ms ahead of the database's. */
export function clockProblem(away: number): string | null {
  if (Math.abs(away) <= TOLERANCE) return null
  const seconds = Math.round(Math.abs(away) / 1_000)
  const direction = away > 0 ? 'ahead of' : 'behind'
  return `The clock of this machine is ${seconds} s ${direction} the database's. This process sends nothing until the clock is right: check its time synchronisation (NTP).`
}
