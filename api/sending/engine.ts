import { setTimeout as sleep } from 'node:timers/promises'
import type { StatusReason } from '#domain/campaigns.ts'
import type { PaceRules } from '#domain/pacing/pace.ts'
import { REQUESTS } from './provider.ts'
import { Slice, type EngineDeps } from './slice.ts'
import type { Attempt, MailboxKey, MailboxWork } from './store.ts'

/** Mails claimed together: what leaves within some ms. A crash makes each one uncertain that cannot be looked up, so of those it is little. */
export const CLAIMS = { draft: { least: 3, ms: 500, most: 500 }, direct: { least: 1, ms: 75, most: 100 } }
/**
 * Mails that may still be ahead when the next are claimed: what leaves within some ms and the time of a claim, so that no request waits for
 * the database. A person who pauses sees no more than these go.
 */
export const AHEAD = { draft: { least: 2 * REQUESTS, ms: 50, most: 100 }, direct: { least: REQUESTS, ms: 0, most: 50 } }
/** ms one slice may take before other mailboxes get their turn */
const SLICE = 15_000
/** ms of waiting that a slice sits out itself */
const SHORT_WAIT = 2_500
/** ms for which an answer of the rules of pace is good, where nobody else can use the room up */
const ROOM_AGE = 1_000
/** ms between two forecasts of a mailbox that sends without a wait */
const FORECAST_AGE = 5_000
/** ms over which the speed is measured */
const MEASURE = 250
/** ms before looking again when another mailbox of the campaign holds what is left */
const CONTENTION = 100

/**
 * Sends what a mailbox may send now. The caller holds the mailbox's lock. Returns when to come back: a moment (now = at once), or null
 * when nothing is left to do. What a crash leaves behind is settled by the next slice, never guessed (product: sending.once).
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
  try {
    const again = await claimAndSend(deps, key, work, slice)
    if (work.brokeOffUntil) await store.noteBreakdown(key, null, deps.clock())
    return again
  } finally {
    await slice.drained()
  }
}

/** Settles what a dead worker left under way; during an outage one email first, to see whether the mailbox answers. */
async function settleLeft({ store, clock }: EngineDeps, key: MailboxKey, slice: Slice): Promise<void> {
  const left = await store.unsettled(key, clock())
  if (left.length === 0 || slice.held(clock()) || !(await slice.mayTry())) return
  const first = slice.testing ? 1 : left.length
  for (const attempts of [left.slice(0, first), left.slice(first)]) {
    slice.begin(attempts, { run: (attempt) => slice.settle(attempt), skip: async () => {} })
    await slice.drained()
  }
}

/** Claims mails while those before are on their way, so that neither the provider nor the database waits for the other. */
async function claimAndSend(deps: EngineDeps, key: MailboxKey, work: MailboxWork, slice: Slice): Promise<Date | null> {
  const { store, clock } = deps
  let unwatched = await store.watchCanary(key)

  const tempo = new Tempo(deps, key, work.rules)
  const protocol = work.mailbox.canDraft ? 'draft' : 'direct'
  const ahead = AHEAD[protocol]
  /** twice what a claim took lately */
  let claimMs = 0
  const ends = clock().getTime() + SLICE
  while (!slice.stopped && !tempo.outdated && clock().getTime() < ends) {
    await slice.fewerAhead(tempo.within({ ...ahead, ms: ahead.ms + claimMs }))
    if (unwatched <= 0 || slice.takeRefused()) {
      await slice.drained()
      unwatched = await store.watchCanary(key)
    }
    const now = clock()
    const held = slice.held(now)
    if (held) return tempo.waits(held.reason, held.until)
    const begun = performance.now()
    const { attempts, pace } = await store.claim(
      key,
      {
        rules: work.rules,
        most: slice.testing ? 1 : Math.min(unwatched, tempo.within(CLAIMS[protocol])),
        protocol,
        room: tempo.room(now),
      },
      now,
    )
    if (attempts.length > 0 && !(await slice.mayTry())) {
      await Promise.all(attempts.map((attempt) => slice.release(attempt)))
      continue
    }
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
    await store.finish(key, clock())
    const due = await store.nextDue(key)
    if (!due) return null
    const look = await store.nextLook(key)
    if (look && look <= now) return now
    if ('until' in pace) {
      if (pace.until.getTime() - now.getTime() > SHORT_WAIT) return tempo.waits(pace.reason, pace.until)
      await tempo.sleepUntil(pace.until)
    } else {
      if (due > now) return tempo.waits('RETRYING', due)
      await tempo.sleepUntil(new Date(now.getTime() + CONTENTION))
    }
  }
  await slice.drained()
  await store.finish(key, clock())
  return slice.expired ? null : store.nextDue(key)
}

/** How fast one slice goes: what it still may claim, how much at a time, and what people are told. */
class Tempo {
  readonly #deps: EngineDeps
  readonly #key: MailboxKey
  readonly #rules: PaceRules
  readonly #reusable: boolean
  #room: { left: number; until: number } | null = null
  #perSecond: number | null = null
  #measured: { mails: number; since: number } | null = null
  #told = 0
  /** The rules are others by now. */
  outdated = false

  constructor(deps: EngineDeps, key: MailboxKey, rules: PaceRules) {
    this.#deps = deps
    this.#key = key
    this.#rules = rules
    this.#reusable = rules.spacing === 0 && rules.windows.every(({ scope }) => scope === 'mailbox')
  }

  /** What an earlier answer leaves over, or null when the rules must be asked again. */
  room(now: Date): number | null {
    return this.#room && this.#room.left > 0 && now.getTime() < this.#room.until ? this.#room.left : null
  }

  /** How many mails leave within some ms. */
  within({ least, ms, most }: { least: number; ms: number; most: number }): number {
    return Math.max(least, Math.min(most, Math.ceil(((this.#perSecond ?? 0) * ms) / 1_000)))
  }

  /** Something is on its way: people are told so, and from time to time when it will be finished. */
  async sends(room: number, attempts: readonly Attempt[], now: Date): Promise<void> {
    const until = this.room(now) === null ? now.getTime() + ROOM_AGE : (this.#room?.until ?? 0)
    this.#room = this.#reusable ? { left: room - attempts.length, until } : null
    this.#measure(attempts.length, now.getTime())
    if (now.getTime() - this.#told < FORECAST_AGE) return
    this.#told = now.getTime()
    this.outdated = !(await this.#deps.store.explain(this.#key, null, this.#outlook, now))
  }

  /** While mails are claimed as those before leave, they are claimed as fast as they leave. */
  #measure(mails: number, now: number): void {
    const measured = this.#measured ?? { mails: 0, since: now }
    const took = now - measured.since
    if (took >= MEASURE) this.#perSecond = (measured.mails * 1_000) / took
    this.#measured = took >= MEASURE ? { mails, since: now } : { mails: measured.mails + mails, since: measured.since }
  }

  /** Says why the mailbox waits; returns when to come back: at once where the rules are others by now. */
  async waits(reason: StatusReason, until: Date): Promise<Date> {
    const now = this.#deps.clock()
    return (await this.#deps.store.explain(this.#key, { reason, until }, this.#outlook, now)) ? until : now
  }

  async sleepUntil(moment: Date): Promise<void> {
    const pause = moment.getTime() - this.#deps.clock().getTime()
    if (pause > 0) await sleep(pause, undefined, { signal: this.#deps.signal }).catch(() => {})
  }

  get #outlook() {
    return { rules: this.#rules, perSecond: this.#perSecond ?? 5 }
  }
}
