import { setTimeout as sleep } from 'node:timers/promises'
import type { PaceRules } from '#domain/pacing/pace.ts'
import { DeliveryError, REQUESTS } from './provider.ts'
import type { EngineDeps } from './engine-deps.ts'
import { Slice } from './sending-slice.ts'
import type { Attempt, MailboxKey, MailboxWork } from './store.ts'

/**
 * Number of emails claimed per batch: as many as are sent in `ms`, at least `least` and at most `most`. A crash makes
 * every direct send in flight uncertain, so that batch is small.
 */
export const CLAIM_BATCH = { draft: { least: 3, ms: 500, most: 500 }, direct: { least: 1, ms: 75, most: 100 } }
/**
 * Number of claimed emails still unsent at which the next batch is claimed: as many as are sent in `ms` plus the time
 * of a claim, so that requests never wait for the database. At most this many emails are still sent after a pause.
 */
export const UNSENT_BEFORE_NEXT_CLAIM = {
  draft: { least: 2 * REQUESTS, ms: 50, most: 100 },
  direct: { least: REQUESTS, ms: 0, most: 50 },
}
/** Maximum ms of one slice, before other mailboxes get a turn. */
const SLICE_MAX_MS = 15_000
/** longest wait, in ms, that a slice sits through instead of returning */
const SHORT_WAIT_MAX_MS = 2_500
/** ms for which a pacing result is cached while nothing but a shared ledger, which every claim checks, could change it */
const ROOM_CACHE_MS = 1_000
/** ms between two forecasts for a mailbox that sends without waiting */
const FORECAST_INTERVAL_MS = 5_000
/** Length in ms of the period over which throughput is measured. */
const MEASURED_PERIOD_MS = 250
/** ms before checking again when another mailbox has locked the remaining recipients of the campaign. */
const CONTENTION_RETRY_MS = 100

/**
 * Sends what a mailbox may send now. The caller holds the mailbox's lock. Returns when to run again (now =
 * immediately), or null when nothing is left. The next slice settles what a crash leaves behind; outcomes are never
 * guessed (product: sending.once).
 */
export async function runSlice(deps: EngineDeps, key: MailboxKey): Promise<Date | null> {
  const { store } = deps
  const work = await store.open(key)
  if (!work) return null
  const slice = new Slice(deps, key, work)
  if (work.brokeOffUntil && work.brokeOffUntil > deps.clock()) return work.brokeOffUntil
  await settleLeft(deps, key, slice)
  if (!work.sends) {
    await store.finish(key, deps.clock())
    if (work.brokeOffUntil) await store.noteBreakdown(key, null, deps.clock())
    return slice.held(deps.clock())?.until ?? null
  }
  await countOutside(deps, key, work, slice)
  try {
    const again = await claimAndSend(deps, key, work, slice)
    if (work.brokeOffUntil) await store.noteBreakdown(key, null, deps.clock())
    return again
  } finally {
    await slice.drained()
  }
}

/**
 * Counts the emails that people sent from the mailbox without Mergewell, for its limits. A mailbox that does not answer
 * holds up no campaign.
 */
async function countOutside(
  { store, clock, log }: EngineDeps,
  key: MailboxKey,
  { mailbox }: MailboxWork,
  slice: Slice,
): Promise<void> {
  if (!mailbox.countSent || !store.outside || slice.held(clock()) || slice.testing) return
  const since = await store.outside.due(key, clock())
  if (!since) return
  try {
    await store.outside.note(key, await mailbox.countSent(since), clock())
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    log.info({ kind: error.kind, ...key }, 'The Sent folder of a mailbox could not be counted')
  }
}

/**
 * Asks whether the provider accepts a refused sign-in again, while no email may be sent: at a slow pace the next email
 * could be hours away. Otherwise the next email shows whether it does.
 *
 * @returns when to ask again; null once a person must reconnect the mailbox
 */
async function askAboutSignIn(
  { store, clock, log }: EngineDeps,
  key: MailboxKey,
  { mailbox, access }: MailboxWork,
): Promise<Date | null | 'accepted'> {
  const until = access?.signInUntil
  if (!until || until > clock()) return 'accepted'
  try {
    await mailbox.renewSignIn()
    return 'accepted'
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    log.info({ kind: error.kind, ...key }, 'The sign-in of a mailbox was not accepted')
    if (error.kind !== 'expired') return new Date(clock().getTime() + (error.retryAfterMs ?? SHORT_WAIT_MAX_MS))
    await store.expire(key, error.message)
    return null
  }
}

/** Finds out the outcome of attempts left by a crashed worker. During an outage it probes with one email first. */
async function settleLeft({ store, clock }: EngineDeps, key: MailboxKey, slice: Slice): Promise<void> {
  const left = await store.unsettled(key, clock())
  if (left.length === 0 || slice.held(clock()) || !(await slice.mayTry())) return
  const first = slice.testing ? 1 : left.length
  for (const attempts of [left.slice(0, first), left.slice(first)]) {
    slice.begin(attempts, { run: (attempt) => slice.settle(attempt), skip: async () => {} })
    await slice.drained()
  }
}

/**
 * Claims the next batch while the previous one is being sent, so neither the provider nor the database waits for the
 * other.
 */
async function claimAndSend(deps: EngineDeps, key: MailboxKey, work: MailboxWork, slice: Slice): Promise<Date | null> {
  const { store, clock } = deps
  let unwatched = await store.watchCanary(key)

  const tempo = new Tempo(deps, key, work.rules)
  const protocol = work.mailbox.canDraft ? 'draft' : 'direct'
  const ahead = UNSENT_BEFORE_NEXT_CLAIM[protocol]
  /** twice the duration of a recent claim */
  let claimMs = 0
  const ends = clock().getTime() + SLICE_MAX_MS
  while (!slice.stopped && !tempo.outdated && clock().getTime() < ends) {
    await slice.fewerAhead(tempo.within({ ...ahead, ms: ahead.ms + claimMs }))
    if (slice.testing) await slice.settled()
    if (unwatched <= 0 || slice.takeRefused()) {
      await slice.drained()
      unwatched = await store.watchCanary(key)
    }
    const now = clock()
    const held = slice.held(now)
    if (held) return tempo.waits(held.until)
    if (!(await slice.mayTry())) continue
    const begun = performance.now()
    const { attempts, pace } = await store.claim(
      key,
      {
        rules: work.rules,
        most: slice.testing ? 1 : Math.min(unwatched, tempo.within(CLAIM_BATCH[protocol])),
        protocol,
        room: tempo.room(now),
      },
      now,
    )
    if (attempts.length > 0) {
      claimMs = claimMs / 2 + (performance.now() - begun)
      await tempo.sends('until' in pace ? 0 : pace.room, attempts, now)
      slice.begin(attempts, {
        run: (attempt) => slice.attempt(attempt),
        skip: (attempt) => slice.release(attempt),
      })
      unwatched -= attempts.length
      if (slice.testing) await slice.drained()
      continue
    }
    await slice.drained()
    await slice.untried()
    await store.finish(key, clock())
    const due = await store.nextDue(key)
    if (!due) return null
    const look = await store.nextLook(key)
    if (look && look <= now) return now
    if ('until' in pace) {
      // The last email in flight may just have been refused.
      const gate = slice.held(clock())
      if (gate) return tempo.waits(gate.until)
      const again = await askAboutSignIn(deps, key, work)
      if (again !== 'accepted') return again && tempo.waits(again)
      if (pace.until.getTime() - now.getTime() > SHORT_WAIT_MAX_MS) return tempo.waits(pace.until)
      await tempo.sleepUntil(pace.until)
    } else {
      if (due > now) return tempo.waits(due)
      await tempo.sleepUntil(new Date(now.getTime() + CONTENTION_RETRY_MS))
    }
  }
  await slice.drained()
  await store.finish(key, clock())
  return slice.expired ? null : store.nextDue(key)
}

/** Paces one slice: the remaining allowance, the batch size, and what the scheduler and the forecast need. */
class Tempo {
  readonly #deps: EngineDeps
  readonly #key: MailboxKey
  readonly #rules: PaceRules
  readonly #reusable: boolean
  #room: { left: number; until: number } | null = null
  #perSecond: number | null = null
  #measured: { mails: number; since: number } | null = null
  #told = 0
  /** true if the pacing rules changed during the slice */
  outdated = false

  constructor(deps: EngineDeps, key: MailboxKey, rules: PaceRules) {
    this.#deps = deps
    this.#key = key
    this.#rules = rules
    this.#reusable = rules.spacing === 0 && rules.windows.every(({ scope }) => scope !== 'workspace')
  }

  /** Returns how many more emails the cached pacing result allows; null when the rules must be queried again. */
  room(now: Date): number | null {
    return this.#room && this.#room.left > 0 && now.getTime() < this.#room.until ? this.#room.left : null
  }

  /** Returns the number of emails sent within `ms` at the current rate, within the bounds. */
  within({ least, ms, most }: { least: number; ms: number; most: number }): number {
    return Math.max(least, Math.min(most, Math.ceil(((this.#perSecond ?? 0) * ms) / 1_000)))
  }

  /** Records that emails are being sent, and updates the forecast from time to time. */
  async sends(room: number, attempts: readonly Attempt[], now: Date): Promise<void> {
    const until = this.room(now) === null ? now.getTime() + ROOM_CACHE_MS : (this.#room?.until ?? 0)
    this.#room = this.#reusable ? { left: room - attempts.length, until } : null
    this.#measure(attempts.length, now.getTime())
    if (now.getTime() - this.#told < FORECAST_INTERVAL_MS) return
    this.#told = now.getTime()
    this.outdated = !(await this.#deps.store.plan(this.#key, null, this.#outlook, now))
  }

  /** Measures the claim rate, which equals the send rate. */
  #measure(mails: number, now: number): void {
    const measured = this.#measured ?? { mails: 0, since: now }
    const took = now - measured.since
    if (took >= MEASURED_PERIOD_MS) this.#perSecond = (measured.mails * 1_000) / took
    this.#measured =
      took >= MEASURED_PERIOD_MS ? { mails, since: now } : { mails: measured.mails + mails, since: measured.since }
  }

  /**
   * Records that the mailbox waits until a time. Returns when to run again: immediately if the rules changed meanwhile.
   */
  async waits(until: Date): Promise<Date> {
    const now = this.#deps.clock()
    return (await this.#deps.store.plan(this.#key, until, this.#outlook, now)) ? until : now
  }

  async sleepUntil(moment: Date): Promise<void> {
    const pause = moment.getTime() - this.#deps.clock().getTime()
    if (pause <= 0) return
    if (this.#deps.sleep) await this.#deps.sleep(pause)
    else await sleep(pause, undefined, { signal: this.#deps.signal }).catch(() => {})
  }

  get #outlook() {
    return { rules: this.#rules, perSecond: this.#perSecond ?? 5 }
  }
}
