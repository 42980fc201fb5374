import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { StatusReason } from '#domain/campaigns.ts'
import { compileMessage, composeMessage, type CompiledMessage } from './message.ts'
import { pace } from './pace.ts'
import { DeliveryError, type Mailbox, type Receipt } from './provider.ts'
import { settleAttempt } from './reconcile.ts'
import type { Attempt, MailboxKey, MailboxWork, SendStore } from './store.ts'

/** Requests at a time to one mailbox; both vendors throttle above it. */
const CONCURRENCY = 3
/** Mails claimed together. A crash makes each one uncertain that cannot be looked up, so of those no more than begin at once. */
const BATCH = { draft: CONCURRENCY * 4, direct: CONCURRENCY }
/** ms one slice may take before other mailboxes get their turn */
const SLICE = 15_000
/** ms of waiting that a slice sits out itself */
const SHORT_WAIT = 2_500
/** ms a mailbox rests when its quota is used up and the provider does not say how long */
const QUOTA_PAUSE = 3_600_000
/** Attempts before a failure that might pass is final. */
const MAX_ATTEMPTS = 6

export interface EngineDeps {
  store: SendStore
  clock: () => Date
  log: Logger
  /** aborted when the worker must stop or lost its right to the mailbox: nothing new is begun then */
  signal: AbortSignal
}

/**
 * Sends what a mailbox may send now. The caller holds the mailbox's lock. Returns when to come back: a moment (now = at once), or null
 * when nothing is left to do. What a crash leaves behind is settled by the next slice, never guessed (design decision 4).
 */
export async function runSlice(deps: EngineDeps, key: MailboxKey): Promise<Date | null> {
  const { store, clock } = deps
  const work = await store.open(key)
  if (!work) return null
  const slice = new Slice(deps, key, work)
  await slice.inParallel(await store.unsettled(key), {
    run: (attempt) => slice.settle(attempt),
    skip: async () => {},
  })

  const ends = clock().getTime() + SLICE
  while (!slice.stopped && clock().getTime() < ends) {
    const now = clock()
    const held = slice.heldUntil(now)
    if (held) return slice.waitFor('THROTTLED', held)
    const allowed = pace(work.windows, await store.departures(key, work.windows, now))
    if ('until' in allowed) {
      await store.finish(key, clock())
      if ((await store.nextDue(key)) === null) return null
      if (allowed.until.getTime() - now.getTime() > SHORT_WAIT) return slice.waitFor(allowed.reason, allowed.until)
      await slice.sleepUntil(allowed.until)
      continue
    }
    const protocol = work.mailbox.canDraft ? 'draft' : 'direct'
    const claimed = await store.claim(key, Math.min(allowed.room, BATCH[protocol]), protocol, now)
    if (claimed.length === 0) {
      await store.finish(key, clock())
      const due = await store.nextDue(key)
      return due && slice.waitFor('RETRYING', due)
    }
    await store.wait(key, null)
    await slice.inParallel(claimed, {
      run: (attempt) => slice.attempt(attempt),
      skip: (attempt) => store.release(key, attempt, null),
    })
  }
  await store.finish(key, clock())
  return slice.expired ? null : store.nextDue(key)
}

/** The state of one slice: compiled messages, and what the provider said about the mailbox. */
class Slice {
  readonly #deps: EngineDeps
  readonly #key: MailboxKey
  readonly #work: MailboxWork
  readonly #compiled = new Map<string, Promise<CompiledMessage>>()
  #throttledUntil: Date | null
  expired = false

  constructor(deps: EngineDeps, key: MailboxKey, work: MailboxWork) {
    this.#deps = deps
    this.#key = key
    this.#work = work
    this.#throttledUntil = work.throttledUntil
  }

  get stopped(): boolean {
    return this.expired || this.#deps.signal.aborted
  }

  heldUntil(now: Date): Date | null {
    return this.#throttledUntil && this.#throttledUntil > now ? this.#throttledUntil : null
  }

  async waitFor(reason: StatusReason, until: Date): Promise<Date> {
    await this.#deps.store.wait(this.#key, { reason, until })
    return until
  }

  async sleepUntil(moment: Date): Promise<void> {
    const pause = moment.getTime() - this.#deps.clock().getTime()
    if (pause > 0) await sleep(pause, undefined, { signal: this.#deps.signal }).catch(() => {})
  }

  /** Runs the attempts, at most {@link CONCURRENCY} at a time; once the slice stops or must wait, the rest is skipped. */
  async inParallel(
    attempts: readonly Attempt[],
    job: { run(attempt: Attempt): Promise<void>; skip(attempt: Attempt): Promise<void> },
  ): Promise<void> {
    const queue = [...attempts]
    const lane = async () => {
      for (let attempt = queue.shift(); attempt; attempt = queue.shift()) {
        const late = this.stopped || this.heldUntil(this.#deps.clock()) !== null
        await (late ? job.skip(attempt) : job.run(attempt))
      }
    }
    const lanes = await Promise.allSettled(Array.from({ length: CONCURRENCY }, lane))
    const broken = lanes.find((outcome) => outcome.status === 'rejected')
    if (broken) throw broken.reason
  }

  /** One mail on its way: attempt persisted → (draft → id persisted →) handed over → recorded. */
  async attempt(attempt: Attempt): Promise<void> {
    if (attempt.draftId !== null) return this.settle(attempt)
    const { store } = this.#deps
    const { mailbox } = this.#work
    try {
      const message = composeMessage(await this.#message(attempt.campaignId), attempt)
      if (attempt.protocol === 'draft') {
        const draftId = await mailbox.createDraft(message)
        await store.saveDraft(this.#key, attempt, draftId)
        await this.#dispatch(mailbox, { ...attempt, draftId })
      } else {
        await this.#record(attempt, await mailbox.send(message))
      }
    } catch (error) {
      await this.#failed(attempt, error)
    }
  }

  /** What a dead worker left: looked up in the mailbox where that is possible. */
  async settle(attempt: Attempt): Promise<void> {
    const { store, clock } = this.#deps
    try {
      const outcome = await settleAttempt(this.#work.mailbox, attempt)
      if (outcome === 'sent') await this.#record(attempt, { messageId: attempt.draftId, internetMessageId: null })
      else if (outcome === 'never-left') await store.release(this.#key, attempt, null)
      else if (outcome === 'unsent') await this.#dispatch(this.#work.mailbox, attempt)
      else await store.recordFailed(this.#key, attempt, outcome.uncertain, clock())
    } catch (error) {
      await this.#failed(attempt, error, attempt.draftId === null ? '' : 'UNCERTAIN: ')
    }
  }

  async #dispatch(mailbox: Mailbox, attempt: Attempt & { draftId: string | null }): Promise<void> {
    const { draftId } = attempt
    if (draftId === null) throw new Error('A draft without an id cannot be sent')
    try {
      await this.#record(attempt, await mailbox.sendDraft(draftId))
    } catch (error) {
      if (!(error instanceof DeliveryError) || error.kind !== 'uncertain') throw error
      const outcome = await mailbox.settleDraft(draftId)
      if (outcome === 'sent') return this.#record(attempt, { messageId: draftId, internetMessageId: null })
      throw new DeliveryError('unavailable', error.message.replace(/^UNCERTAIN: /, ''), { cause: error })
    }
  }

  async #record(attempt: Attempt, receipt: Receipt): Promise<void> {
    const now = this.#deps.clock()
    await this.#deps.store.recordSent(this.#key, attempt, receipt, now)
    if (receipt.retryAfterMs) await this.#hold(new Date(now.getTime() + receipt.retryAfterMs))
  }

  /** The provider asked for a pause: nothing leaves this mailbox before. */
  async #hold(until: Date): Promise<void> {
    this.#throttledUntil = this.heldUntil(until) ?? until
    await this.#deps.store.throttle(this.#key, until)
  }

  /** `prefix` marks what cannot be known when the failure turns out to be final. */
  async #failed(attempt: Attempt, error: unknown, prefix = ''): Promise<void> {
    if (!(error instanceof DeliveryError)) throw error
    const { store, clock, log } = this.#deps
    const now = clock()
    log.info({ kind: error.kind, mailAccountId: this.#key.mailAccountId, logId: attempt.logId }, 'A mail did not leave')
    if (error.kind === 'expired') {
      this.expired = true
      await store.recordFailed(this.#key, attempt, error.message, now)
      await store.expire(this.#key, error.message)
      return
    }
    const holdsMailbox = error.kind === 'throttled' || error.kind === 'quota'
    if (holdsMailbox || (error.retryable && attempt.attempts < MAX_ATTEMPTS)) {
      const pause = error.retryAfterMs ?? (error.kind === 'quota' ? QUOTA_PAUSE : backoff(attempt.attempts))
      const until = new Date(now.getTime() + pause)
      if (holdsMailbox) await this.#hold(until)
      await store.release(this.#key, attempt, until)
      return
    }
    const doubt = error.kind === 'uncertain' ? 'UNCERTAIN: ' : error.retryable ? prefix : ''
    const text = error.message.startsWith('UNCERTAIN') ? error.message : doubt + error.message
    await store.recordFailed(this.#key, attempt, text, now)
  }

  #message(campaignId: string): Promise<CompiledMessage> {
    const known = this.#compiled.get(campaignId)
    if (known) return known
    const compiled = this.#deps.store
      .content(this.#key, campaignId)
      .then((content) => compileMessage({ ...content, from: this.#work.from }))
    this.#compiled.set(campaignId, compiled)
    return compiled
  }
}

/** ms before attempt number `attempts` + 1: 5 s, 10 s, 20 s … at most 5 minutes */
function backoff(attempts: number): number {
  return Math.min(300_000, 5_000 * 2 ** Math.max(0, attempts - 1))
}
