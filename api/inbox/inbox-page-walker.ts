import { DeliveryError, type InboxEntry, type InboxListing, type OpenMailbox } from '#api/sending/provider.ts'

/**
 * Lists the emails of an inbox page by page (a walk), whatever its provider answers:
 *
 * - If a listing failed before, it asks for smaller pages, then second by second around the failing part.
 * - If a listing does not advance, the walk ends with an error, so that the caller waits.
 * - If the provider ends a list too early, the walk lists again second by second.
 * - If a list takes several walks, it tells when the list began: the list need not contain what arrived since.
 */

/** Numbers of emails per page, tried in this order: the first is used as long as it works. */
const PAGE_SIZES = [50, 10, 1] as const
/** Number of pages in a row without a new email after which the listing counts as stuck for this turn. */
const BARREN_PAGES = 20
/**
 * Doublings of {@link BARREN_PAGES}: `from` is the number of failed turns before the first doubling, `most` the maximum
 * of doublings. Graph may answer hundreds of empty pages before the next emails: as the pauses between turns grow, so
 * does the number of pages, at about 20 pages a minute.
 */
const BARREN_DOUBLINGS = { from: 3, most: 4 }

/** Page of emails that a walk through an inbox has read. */
export interface WalkedPage {
  /** entries of the page that this walk had not listed before */
  entries: readonly InboxEntry[]
  /** cursor of the next page, to be stored unchanged */
  cursor: string
  more: boolean
  /** beginnings of the seconds whose emails cannot be listed */
  broken: readonly Date[]
}

/** A walk through an inbox during one turn. */
export class InboxWalk {
  readonly #mailbox: Pick<OpenMailbox, 'listInbox' | 'listInboxBetween'>
  /** number of failed turns in a row before this one */
  readonly #failedBefore: number
  readonly #since: Date
  readonly #now: Date
  readonly #seen = new Set<string>()
  readonly #maxBarren: number
  #sizes: readonly number[] = PAGE_SIZES
  #barren = 0
  #broken = { inRow: 0, inAll: 0 }
  /** time at which the list of the last page began, in this walk or an earlier one */
  listBegan: Date
  /** true if the provider had lost the position, so that the listing began again */
  restarted = false

  /**
   * @param options.since from when to list if there is no cursor, the provider lost it, or a part of the list fails
   * @param options.failedBefore turns that failed in a row before this one
   */
  constructor(
    mailbox: Pick<OpenMailbox, 'listInbox' | 'listInboxBetween'>,
    options: { since: Date; now: Date; failedBefore: number },
  ) {
    this.#mailbox = mailbox
    this.#since = options.since
    this.#now = options.now
    this.listBegan = options.now
    this.#failedBefore = options.failedBefore
    const doublings = options.failedBefore - BARREN_DOUBLINGS.from
    this.#maxBarren = BARREN_PAGES * 2 ** Math.min(BARREN_DOUBLINGS.most, Math.max(0, doublings))
  }

  /**
   * Makes sure that a walk which ends for lack of time made progress.
   *
   * @throws DeliveryError if the last page brought no new email
   */
  assertAdvanced(): void {
    if (this.#barren > 0) throw stuck()
  }

  /** Lists the next page. @throws DeliveryError also if the listing does not advance */
  async next(cursor: string | null): Promise<WalkedPage> {
    const detour = cursor === null ? null : detourIn(cursor)
    const page = detour ? await this.#around(detour) : await this.#list(cursor)
    const fresh = page.entries.filter(({ id }) => !this.#seen.has(id))
    for (const { id } of page.entries) this.#seen.add(id)
    this.#barren = fresh.length > 0 || detour ? 0 : this.#barren + 1
    if (page.more && (page.cursor === cursor || this.#barren >= this.#maxBarren)) throw stuck()
    return { ...page, entries: fresh }
  }

  async #list(cursor: string | null): Promise<WalkedPage> {
    const { at, began } = cursor === null ? { at: null, began: this.#now } : this.#placeIn(cursor)
    for (const size of this.#sizes) {
      try {
        const listing = await this.#mailbox.listInbox(at, this.#since, size)
        if (listing.restarted && this.restarted) throw stuck()
        this.restarted ||= listing.restarted
        return this.#pageOf(listing, listing.restarted ? this.#now : began)
      } catch (error) {
        if (!this.#mayBeBroken(error)) throw error
        this.#sizes = this.#sizes.filter((each) => each < size)
      }
    }
    return this.#around(this.#detour)
  }

  #pageOf(listing: InboxListing, began: Date): WalkedPage {
    this.listBegan = began
    if (listing.truncated) return { ...listing, cursor: JSON.stringify(this.#detour), more: true, broken: [] }
    const cursor = listing.more ? JSON.stringify({ began, at: listing.cursor } satisfies Place) : listing.cursor
    return { ...listing, cursor, broken: [] }
  }

  /** Returns the position that a cursor stands for; a cursor of the provider alone begins a new list. */
  #placeIn(cursor: string): Place {
    if (!cursor.startsWith('{"began":')) return { at: cursor, began: this.#now }
    const { began, at } = JSON.parse(cursor) as { began: string; at: string }
    return { at, began: new Date(began) }
  }

  get #detour(): Detour {
    return { from: wholeSecond(this.#since.getTime()), width: WIDEST, until: this.#recent }
  }

  get #recent(): Date {
    return wholeSecond(this.#now.getTime() - RECENT)
  }

  /**
   * Returns whether a part of the list may cause the error: asking in smaller steps is worth it once the same failed in
   * an earlier turn.
   */
  #mayBeBroken(error: unknown): boolean {
    return (
      this.#failedBefore > 0 &&
      error instanceof DeliveryError &&
      error.kind === 'unavailable' &&
      !error.unreachable &&
      error.retryAfterMs === undefined
    )
  }

  /**
   * Lists emails by periods of time, which get shorter where the listing fails or is long, and longer elsewhere. A
   * second that cannot be listed is left out. Ends at `until`, where the ordinary listing begins anew.
   */
  async #around({ from, width, until }: Detour): Promise<WalkedPage> {
    if (from >= until) {
      try {
        return this.#pageOf(await this.#mailbox.listInbox(null, until, PAGE_SIZES[0]), this.#now)
      } catch (error) {
        if (!this.#mayBeBroken(error) || until >= this.#recent) throw error
        return this.#around({ from, width, until: this.#recent })
      }
    }
    const to = new Date(from.getTime() + width)
    const onward = (start: Date, next: number) => JSON.stringify({ from: start, width: next, until })
    try {
      const isShortest = width === NARROWEST
      const entries = await this.#mailbox.listInboxBetween(from, to, isShortest ? SECOND_EMAILS : PAGE_SIZES[0])
      this.#broken.inRow = 0
      if (entries) return { entries, cursor: onward(to, Math.min(WIDEST, width * 4)), more: true, broken: [] }
      return isShortest
        ? { entries: [], cursor: onward(to, NARROWEST), more: true, broken: [from] }
        : { entries: [], cursor: onward(from, narrower(width)), more: true, broken: [] }
    } catch (error) {
      if (!(error instanceof DeliveryError) || error.kind !== 'unavailable' || error.unreachable) throw error
      if (width > NARROWEST) return { entries: [], cursor: onward(from, narrower(width)), more: true, broken: [] }
      const { inRow, inAll } = this.#broken
      if (inRow >= BROKEN_SECONDS.inRow || inAll >= BROKEN_SECONDS.inAll) throw error
      this.#broken = { inRow: inRow + 1, inAll: inAll + 1 }
      return { entries: [], cursor: onward(to, NARROWEST), more: true, broken: [from] }
    }
  }
}

/** Position within a list of emails that began at `began`. */
interface Place {
  began: Date
  at: string
}

/** Listing by time: the next period begins at `from` and is `width` ms long. */
interface Detour {
  from: Date
  width: number
  until: Date
}

const NARROWEST = 1_000
const WIDEST = 86_400_000
/** Maximum number of emails with the same second that are listed; a second with more is set aside. */
export const SECOND_EMAILS = 500
/** Maximum number of seconds that a turn leaves out, in a row and in all; more mean an outage. */
const BROKEN_SECONDS = { inRow: 3, inAll: 20 }

/** ms before now that only the ordinary listing covers, because clocks differ */
const RECENT = 60_000

/** Rounds a time down to a whole second: providers know no shorter time. */
const wholeSecond = (ms: number) => new Date(Math.floor(ms / 1_000) * 1_000)
const narrower = (width: number) => Math.max(NARROWEST, Math.floor(width / 8_000) * 1_000)

function detourIn(cursor: string): Detour | null {
  if (!cursor.startsWith('{"from":')) return null
  const { from, width, until } = JSON.parse(cursor) as { from: string; width: number; until: string }
  return { from: new Date(from), width, until: new Date(until) }
}

const stuck = () => new DeliveryError('unavailable', 'the provider’s list of the inbox does not advance')
