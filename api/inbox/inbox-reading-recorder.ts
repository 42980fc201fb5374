import type { UnreadMail } from '#domain/inbox/unreadable-emails.ts'
import type { Return } from './match-inbox-events.ts'

/**
 * Records what was read of an inbox, several pages at a time and while the next pages are read: a transaction for each page
 * would take longer than its emails. The place in the list is stored only after everything before it was recorded, so that a
 * stop has some pages read again, and nothing left out.
 */

/** ms of reading that one transaction records */
const BATCH_MS = 1_000
/** number of waiting inbox events (bounces, replies) from which they are recorded in one transaction */
const BATCH_RETURNS = 200

/** Position at which the next read of an inbox begins. */
export interface InboxPlace {
  inboxCursor: string
  unreadMails: UnreadMail[]
}

interface Options {
  /** Records bounces and replies; resolves to false if they cannot be recorded yet. */
  take: (returns: readonly Return[]) => Promise<boolean>
  keep: (place: InboxPlace) => Promise<void>
  clock: () => Date
}

/**
 * Records one read of an inbox in the database. Its methods return false once something cannot be recorded yet: the
 * read ends there.
 */
export class InboxRecord {
  readonly #options: Options
  #returns: Return[] = []
  #place: InboxPlace | null = null
  #since: number
  #writing: Promise<boolean> = Promise.resolve(true)

  constructor(options: Options) {
    this.#options = options
    this.#since = options.clock().getTime()
  }

  /**
   * Adds a page of messages, and starts recording if many pages are waiting. Waits only for pages that are still being
   * recorded.
   */
  async add(returns: readonly Return[], place: InboxPlace): Promise<boolean> {
    this.#returns.push(...returns)
    this.#place = place
    const isFull = this.#returns.length >= BATCH_RETURNS
    if (!isFull && this.#options.clock().getTime() - this.#since < BATCH_MS) return true
    const went = await this.#writing
    if (went) this.#begin()
    return went
  }

  /** Records all added messages, and these. */
  async settle(returns: readonly Return[] = []): Promise<boolean> {
    this.#returns.push(...returns)
    if (await this.#writing) this.#begin()
    return this.#writing
  }

  #begin(): void {
    const [returns, place] = [this.#returns, this.#place]
    this.#returns = []
    this.#place = null
    this.#since = this.#options.clock().getTime()
    this.#writing = this.#write(returns, place)
    // Whoever waits for it hears of the failure.
    this.#writing.catch(() => undefined)
  }

  async #write(returns: readonly Return[], place: InboxPlace | null): Promise<boolean> {
    if (returns.length > 0 && !(await this.#options.take(returns))) return false
    if (place) await this.#options.keep(place)
    return true
  }
}
