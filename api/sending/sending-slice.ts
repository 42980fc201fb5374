import { ownMessageId } from '#domain/inbox/own-message-id.ts'
import { restGate, type TimedGate } from '#domain/pacing/sending-gates.ts'
import { CompiledMessages } from './message/compiled-messages.ts'
import { conversationOf } from './email-conversation.ts'
import {
  CALLS,
  INTERRUPTED,
  INTERRUPTED_SEND,
  mayHaveBeenTaken,
  nextDraftAction,
  storedText,
  wasLeftInDoubt,
  withDraftEvent,
} from './uncertain-sends.ts'
import type { EngineDeps } from './engine-deps.ts'
import { FromAddresses, onlyItself } from './message/from-address.ts'
import { groupCommit } from '#api/platform/jobs/group-commit.ts'
import { Health } from './provider-health.ts'
import { InFlight } from './emails-in-flight.ts'
import { AccessPause, MailboxPause } from './mailbox-pauses.ts'
import { outcomeCommits } from './outcome-commits.ts'
import { backoff, concernsAccess, mayHaveCreated, STOPS, throttlesMailbox, type StopReason } from './pause-rules.ts'
import { requestedPause, DeliveryError, REQUESTS } from './provider.ts'
import type { Conversation, DraftLook, Receipt, SentIds } from './provider.ts'
import { sentCopies } from './sent-copies.ts'
import { Slots } from '#api/platform/limits/concurrency-slots.ts'
import type { AnsweredEmail, Attempt, MailboxKey, MailboxWork } from './store.ts'

/** Number of temporary failures before the next one is final. */
const MAX_FAILURES = 5

/**
 * Maximum number of automatic resends of an uncertain email (`most`), and the ms before the first (`pause`), doubled
 * for the next.
 */
const UNCERTAIN_RESENDS = { most: 2, pause: 60_000 }

/** Receipt for an email that was found in the mailbox, whose ids are unknown. */
const NO_IDS: Receipt = { messageId: null, internetMessageId: null }

/**
 * Emails in flight of one slice (a mailbox's turn to send): each attempt is stored before the provider is called, each
 * outcome after the call.
 */
export class Slice {
  readonly #deps: EngineDeps
  readonly #key: MailboxKey
  readonly #work: MailboxWork
  readonly #messages: CompiledMessages
  readonly #requests = new Slots(REQUESTS)
  readonly #inFlight = new InFlight()
  /** number of requests in flight that create or send something */
  #calls = 0
  readonly #drafts
  readonly #outcomes
  readonly #releases
  readonly #health: Health
  readonly #hasSentCopy
  /** id of an email → mark of its last request, see Health */
  readonly #marks = new Map<string, number>()
  readonly #rest: MailboxPause
  /** campaigns that may not be sent from this mailbox any more */
  readonly #stopped = new Set<string>()
  #refused = false
  readonly #access: AccessPause
  expired = false

  constructor(deps: EngineDeps, key: MailboxKey, work: MailboxWork) {
    this.#deps = deps
    this.#key = key
    this.#work = work
    const { store, clock } = deps
    this.#access = new AccessPause(work.access, clock)
    this.#rest = new MailboxPause({
      until: work.pauses,
      keep: (pause, until) => store.throttle(key, pause, until),
      clock,
    })
    this.#messages = new CompiledMessages(
      new FromAddresses(work.sendAs ?? onlyItself(work.from), work.mailbox),
      store,
      key,
    )
    this.#hasSentCopy = sentCopies(work.mailbox, () => clock().getTime())
    this.#health = new Health({
      breaker: work.outage,
      keep: (event, everywhere) => store.noteOutage(key, event, everywhere, deps.clock()),
      ownFailure: (attempt, error) => this.#failedItself(attempt, error),
      probe: work.mailbox.canDraft ? null : () => work.mailbox.probe(),
      outage: (attempt, retryAt) => store.release(key, [attempt], { retryAt, failed: false }),
      clock: deps.clock,
      random: deps.random ?? Math.random,
    })
    this.#drafts = groupCommit((drafts: readonly { attempt: Attempt; draftId: string }[]) =>
      store.saveDrafts(key, drafts),
    )
    this.#outcomes = outcomeCommits(deps, key)
    this.#releases = groupCommit(async (released: readonly Attempt[]) => {
      await store.release(key, released, null)
      return []
    })
  }

  /** true if emails are tried one at a time: during an outage, and after the mailbox was refused */
  get testing(): boolean {
    return this.#health.testing
  }

  /** Returns whether anything may be tried; during an outage only one process at a time may. */
  mayTry(): Promise<boolean> {
    return this.#health.mayTry()
  }

  /** Ends a probe, because nothing was due to be tried. */
  untried(): Promise<void> {
    return this.#health.untried()
  }

  get stopped(): boolean {
    return this.expired || this.#deps.signal.aborted
  }

  /** Returns why the provider must not be called for this mailbox, and until when; null if it may be called. */
  held(now: Date): TimedGate | null {
    return restGate(
      {
        ...this.#rest.until,
        ...this.#access.until,
        outageUntil: this.#health.closedUntil(now),
        breakdownUntil: this.#work.brokeOffUntil,
      },
      now,
    )
  }

  /** Returns whether an email was refused since the last call. */
  takeRefused(): boolean {
    const refused = this.#refused
    this.#refused = false
    return refused
  }

  /** Starts work on the attempts; once the slice stops or must wait, the rest is skipped. */
  begin(
    attempts: readonly Attempt[],
    job: { run(attempt: Attempt): Promise<void>; skip(attempt: Attempt): Promise<void> },
  ): void {
    this.#inFlight.begin(attempts, (attempt) => (this.#halted ? job.skip(attempt) : job.run(attempt)))
  }

  /** Resolves when fewer than `most` emails remain to be submitted. Rethrows errors. */
  async fewerAhead(most: number): Promise<void> {
    if (!(await this.#inFlight.fewerAhead(most))) await this.drained()
  }

  /** Resolves when nothing is in flight. The next email decides whose a refusal of the mailbox was. */
  async settled(): Promise<void> {
    await this.#inFlight.settled()
    await this.#health.decide({ exceptRefusals: true })
  }

  /** Resolves when nothing is in flight, and decides whose the failures were. Rethrows errors. */
  async drained(): Promise<void> {
    const broken = await this.#inFlight.drained()
    const decided = this.#health.decide()
    if (!broken) return decided
    await decided.catch(() => undefined)
    throw broken.error
  }

  /** Releases an attempt that was not sent, so that it may be retried immediately. */
  async release(attempt: Attempt): Promise<void> {
    await this.#releases.add(attempt)
  }

  /**
   * Sends one email: stores the attempt, creates a provider draft and stores its id (if the mailbox can draft),
   * submits, and records the outcome.
   */
  async attempt(attempt: Attempt): Promise<void> {
    if (this.#stopped.has(attempt.campaignId)) return this.release(attempt)
    if (attempt.draftId !== null) return this.#goOn(attempt, { inTurn: true })
    return this.#make(attempt)
  }

  async #make(attempt: Attempt): Promise<void> {
    const { mailbox } = this.#work
    let current = attempt
    try {
      if (wasLeftInDoubt(attempt) && (await this.#isInSent(attempt))) return await this.#record(attempt, NO_IDS)
      const messageId = this.#messageId(attempt)
      const mark = { logId: attempt.logId, attempt: attempt.attempts }
      const conversation = await this.#conversationOf(attempt)
      const message = {
        ...(await this.#messages.compose(attempt)),
        messageId,
        mark,
        ...(conversation && { conversation }),
      }
      if (attempt.protocol === 'draft') {
        const draftId = await this.#request(attempt, () => mailbox.createDraft(message)).catch(async (error) => {
          if (error instanceof DeliveryError && mayHaveCreated(error)) await this.#noteStray(attempt)
          throw error
        })
        if (draftId === null) return
        const ours = await this.#drafts.add({ attempt, draftId })
        current = { ...attempt, draftId }
        if (ours) await this.#dispatch(current)
        else await this.#discard(draftId)
      } else {
        const receipt = await this.#request(attempt, () => mailbox.send(message))
        this.#inFlight.submitted(attempt)
        if (receipt) await this.#record(attempt, receipt)
      }
    } catch (error) {
      await this.#failed(current, error)
    }
  }

  /**
   * Settles an attempt begun earlier. A draft without a persisted id was never sent; for any other we ask the mailbox,
   * now or later; without a draft the outcome is unknown.
   */
  async settle(attempt: Attempt): Promise<void> {
    if (attempt.draftId === null) {
      if (attempt.protocol === 'direct') return this.#doubt(attempt, new DeliveryError('uncertain', INTERRUPTED_SEND))
      await this.#noteStray(attempt)
      return this.release(attempt)
    }
    const at = this.#deps.clock().getTime()
    const begun =
      attempt.lookAt === null ? withDraftEvent(attempt, { at, call: 'uncertain', error: INTERRUPTED }) : attempt
    await this.#goOn(begun, { inTurn: false })
  }

  /**
   * Takes the next step for a provider draft, see {@link nextDraftAction}. Attempts claimed long ago must be claimed
   * again before sending (`inTurn`): the campaign may be paused by now, or the pace changed.
   */
  async #goOn(attempt: Attempt, { inTurn }: { inTurn: boolean }): Promise<void> {
    let current = attempt
    try {
      const { clock, store } = this.#deps
      const looks = this.#work.mailbox.draftLooks
      const { known, next } = await nextDraftAction(attempt, { looks, clock, look: (asked) => this.#look(asked) })
      current = known
      switch (next.act) {
        case 'sent':
          return await this.#record(current, { messageId: current.draftId, internetMessageId: null })
        case 'send':
          return inTurn ? await this.#dispatch(current) : await this.#retry(current, 0, { failed: false })
        case 'renew':
          await store.dropDraft(this.#key, current)
          return await this.#make({ ...current, draftId: null, history: [] })
        case 'look':
          return await this.#postpone(current, next.at)
        default:
          if (next.act === 'give-up' && (await this.#requests.use(() => this.#hasSentCopy(known)))) {
            return await this.#record(known, { messageId: known.draftId, internetMessageId: null })
          }
          await this.#outcomes.add({ attempt: current, error: next.error, at: clock() })
      }
    } catch (error) {
      await this.#failed(current, error)
    }
  }

  /** Checks a draft; null if it must be checked later. */
  async #look(attempt: Attempt): Promise<DraftLook | 'unclear' | 'blind' | null> {
    const { draftId } = attempt
    if (draftId === null) throw new Error('A draft without an id cannot be checked')
    if (this.#halted) return null
    try {
      return await this.#requests.use(() => this.#work.mailbox.lookAtDraft(draftId), { urgent: true })
    } catch (error) {
      if (!(error instanceof DeliveryError) || concernsAccess(error)) throw error
      if (throttlesMailbox(error)) {
        await this.#rest.after(attempt, error)
        return null
      }
      if (!error.retryable) return 'blind'
      await this.#health.failed(error, null)
      return this.#health.isDown ? null : 'unclear'
    }
  }

  /** Leaves the check of a draft to a later slice; other emails continue meanwhile. */
  async #postpone(attempt: Attempt, at: number): Promise<void> {
    const held = this.held(this.#deps.clock())
    await this.#deps.store.postpone(this.#key, attempt, new Date(Math.max(at, held?.until.getTime() ?? 0)))
  }

  #messageId({ logId, attempts }: Attempt): string {
    return ownMessageId(logId, attempts, this.#work.from.address)
  }

  #conversationOf(attempt: Attempt): Promise<Conversation | null> {
    if (!attempt.answers) return Promise.resolve(null)
    const keep = ({ logId }: AnsweredEmail, ids: SentIds) => this.#deps.store.noteSentIds(this.#key, logId, ids)
    return this.#requests.use(() => conversationOf(this.#work.mailbox, attempt, this.#work.from.address, keep))
  }

  /** Records that a provider draft may have been created although its id did not arrive. */
  async #noteStray({ claimedAt }: Attempt): Promise<void> {
    await this.#deps.store.noteStrayDrafts(this.#key, claimedAt, this.#deps.clock())
  }

  /** Deletes a draft that will not be sent; a failure here is harmless. */
  async #discard(draftId: string): Promise<void> {
    await this.#work.mailbox.discardDraft(draftId).catch(() => undefined)
  }

  async #dispatch(attempt: Attempt): Promise<void> {
    const { draftId } = attempt
    if (draftId === null) throw new Error('A draft without an id cannot be sent')
    try {
      await this.#messages.checkDraft(attempt)
      const receipt = await this.#request(attempt, () => this.#work.mailbox.sendDraft(draftId), { urgent: true })
      this.#inFlight.submitted(attempt)
      if (receipt) await this.#record(attempt, receipt)
    } catch (error) {
      const call = error instanceof DeliveryError && !error.mayPass ? CALLS[error.kind] : undefined
      if (!(error instanceof DeliveryError) || !call) throw error
      await this.#rest.after(attempt, error)
      if (call.call === 'uncertain') await this.#health.failed(error, null)
      else if (!throttlesMailbox(error)) await this.#worked(attempt)
      this.#inFlight.submitted(attempt)
      await this.#goOn(withDraftEvent(attempt, { at: this.#deps.clock().getTime(), error: error.message, ...call }), {
        inTurn: true,
      })
    }
  }

  /**
   * Makes a request when a slot is free. Returns null and releases the attempt if the slice stopped meanwhile. Drafts
   * are sent before new ones are created, so a crash leaves few to check.
   */
  async #request<T>(attempt: Attempt, call: () => Promise<T>, { urgent = false } = {}): Promise<T | null> {
    return this.#requests.use(
      async () => {
        this.#marks.set(attempt.logId, this.#health.mark())
        if (!this.#halted && this.#health.mayBegin(this.#calls)) return this.#call(call)
        await this.release(attempt)
        return null
      },
      { urgent },
    )
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    this.#calls += 1
    try {
      return await call()
    } catch (error) {
      this.#health.answered(error)
      throw error
    } finally {
      this.#calls -= 1
    }
  }

  get #halted(): boolean {
    return this.stopped || this.held(this.#deps.clock()) !== null
  }

  async #record(attempt: Attempt, receipt: Receipt): Promise<void> {
    const at = this.#deps.clock()
    await this.#outcomes.add({ attempt, receipt, at })
    await this.#worked(attempt)
    await this.#rest.begin(requestedPause(receipt.retryAfterMs))
  }

  async #failed(attempt: Attempt, error: unknown): Promise<void> {
    if (!(error instanceof DeliveryError)) throw error
    const { store, clock, log } = this.#deps
    const at = clock()
    const what = error.kind === 'uncertain' ? 'An email may or may not have been sent' : 'An email was not sent'
    log.info({ kind: error.kind, mailboxId: this.#key.mailboxId, logId: attempt.logId }, what)
    if (error.kind === 'expired') {
      this.expired = true
      // Only the mailbox can tell whether it was sent; it is asked once it is reconnected.
      if (mayHaveBeenTaken(attempt)) await store.postpone(this.#key, attempt, at)
      else await this.#outcomes.add({ attempt, error: storedText(attempt, error), kind: error.kind, at })
      await store.expire(this.#key, error.message)
      return
    }
    if (concernsAccess(error)) return this.#withoutAccess(attempt, error)
    if (error.kind === 'unavailable') return this.#unavailable(attempt, error)
    if (error.kind === 'mailbox-refused') return this.#health.failed(error, attempt)
    if (throttlesMailbox(error)) {
      const retryAt = (await this.#rest.after(attempt, error)) ?? at
      return store.release(this.#key, [attempt], { retryAt, failed: false, error: error.message })
    }
    if (error.kind === 'uncertain') {
      await this.#doubt(attempt, error)
      return this.#health.failed(error, null)
    }
    await this.#rest.after(attempt, error)
    const reason = STOPS[error.kind]
    if (reason) await this.#stopCampaign(attempt, reason)
    else await (error.mayPass ? this.#failedItself(attempt, error) : this.#refuse(attempt, error))
    await this.#worked(attempt)
  }

  /**
   * Releases an email because the mailbox may not be asked for now: nothing was sent, and it does not count as tried.
   */
  async #withoutAccess(attempt: Attempt, error: DeliveryError): Promise<void> {
    const retryAt = this.#access.after(error)
    if (mayHaveBeenTaken(attempt)) return this.#deps.store.postpone(this.#key, attempt, retryAt)
    await this.#deps.store.release(this.#key, [attempt], { retryAt, failed: false })
  }

  /** Pauses the campaign, because none of its emails may be sent as they are. This email counts as not tried. */
  async #stopCampaign(attempt: Attempt, reason: StopReason): Promise<void> {
    const { campaignId, draftId } = attempt
    this.#stopped.add(campaignId)
    await this.#deps.store.stopCampaign(this.#key, campaignId, reason)
    if (draftId === null) return this.release(attempt)
    await this.#deps.store.dropDraft(this.#key, attempt)
    await this.#discard(draftId)
    await this.release({ ...attempt, draftId: null, history: [] })
  }

  /**
   * Handles an email of which it is unknown whether it was sent: a person decides, unless the workspace wants such
   * emails resent.
   */
  async #doubt(attempt: Attempt, error: DeliveryError): Promise<void> {
    const now = this.#deps.clock().getTime()
    const doubtful = withDraftEvent(attempt, { at: now, call: 'uncertain', error: error.message })
    if (await this.#isInSent(doubtful)) return this.#record(attempt, NO_IDS)
    const rests = await this.#rest.after(attempt, error)
    const tries = attempt.history.filter((event) => 'call' in event).length
    if (!this.#work.sendAgainInDoubt || attempt.draftId !== null || tries >= UNCERTAIN_RESENDS.most) {
      return this.#refuse(attempt, error)
    }
    const retryAt = new Date(Math.max(rests?.getTime() ?? 0, now + UNCERTAIN_RESENDS.pause * 2 ** tries))
    await this.#deps.store.release(this.#key, [doubtful], { retryAt, failed: false, mayHaveLeft: true })
  }

  /** Returns true if a copy of an email that was sent without a draft is in the Sent folder. False proves nothing. */
  async #isInSent(attempt: Attempt): Promise<boolean> {
    if (attempt.draftId !== null || !this.#work.mailbox.canRead) return false
    return this.#requests.use(() => this.#hasSentCopy(attempt))
  }

  async #worked({ logId }: Attempt): Promise<void> {
    const mark = this.#marks.get(logId) ?? 0
    this.#marks.delete(logId)
    await this.#health.worked(mark)
  }

  /**
   * Handles a failed connection: the email was certainly not sent, and is released at once, so that a crash leaves no
   * doubt.
   */
  async #unavailable(attempt: Attempt, error: DeliveryError): Promise<void> {
    if (!error.unreachable) return this.#health.failed(error, attempt)
    await this.#retry(attempt, backoff(attempt.attempts), { failed: false })
    await this.#health.failed(error, null)
  }

  /** Handles a failure that the email itself caused: retries while it has attempts left. */
  async #failedItself(attempt: Attempt, error: DeliveryError): Promise<void> {
    if (attempt.failures >= MAX_FAILURES) return this.#refuse(attempt, error)
    await this.#retry(attempt, Math.max(error.retryAfterMs ?? 0, backoff(attempt.attempts)), { failed: true })
  }

  /** Schedules another try of the attempt in this many ms. */
  async #retry(attempt: Attempt, pause: number, { failed }: { failed: boolean }): Promise<void> {
    const retryAt = new Date(this.#deps.clock().getTime() + pause)
    await this.#deps.store.release(this.#key, [attempt], { retryAt, failed })
  }

  /** Records a final failure of an email. */
  async #refuse(attempt: Attempt, error: DeliveryError): Promise<void> {
    const at = this.#deps.clock()
    this.#refused = true
    await this.#outcomes.add({ attempt, error: storedText(attempt, error), kind: error.kind, at })
  }
}
