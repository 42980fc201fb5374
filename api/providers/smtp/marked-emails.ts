import type { ImapFlow } from 'imapflow'
import PostalMime from 'postal-mime'
import { MARK_HEADER, MARK_PREFIX, readMark } from '#api/sending/email-mark.ts'
import type { MarkedEmail } from '#api/sending/provider.ts'
import { dayBefore, openOrRefresh, uidsOf } from './imap-folders.ts'

/** UIDs that a folder would have given to its next email at past times, so that a search can begin there instead of at the first email. */
interface Place {
  validity: string
  /** points in the order of time */
  points: { at: number; next: number }[]
}

/** Maximum number of past UIDs, each with its time, remembered for each folder. */
const MAX_POINTS = 60
/** Minimum ms between the times of two remembered UIDs. */
const POINT_EVERY_MS = 30_000

/** Finds our emails in folders by their mark. Remembers from where to search, since headers of a large folder take seconds. */
export class MarkedEmails {
  readonly #places = new Map<string, Place>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Finds our emails that arrived in a folder since a time.
   *
   * @throws DeliveryError or an error of the library if the server did not answer
   */
  async find(client: ImapFlow, path: string, since: Date): Promise<MarkedEmail[]> {
    const { validity, next } = await openOrRefresh(client, path, {
      validity: this.#places.get(path)?.validity,
      now: this.#now(),
    })
    const from = this.#start(path, validity, since) ?? (await uidsOf(client, { since: dayBefore(since) }))[0] ?? next
    const asked = this.#now()
    const marked = { uid: `${from}:*`, header: { [MARK_HEADER]: MARK_PREFIX } }
    const uids = (await uidsOf(client, marked)).filter((uid) => uid >= from)
    this.note(path, { validity, next }, asked)
    if (uids.length === 0) return []
    const found: MarkedEmail[] = []
    const emails = client.fetch(uids, { uid: true, headers: [MARK_HEADER, 'message-id'] }, { uid: true })
    for await (const { uid, headers } of emails) {
      const read = await headersIn(headers)
      const mark = readMark(read[MARK_HEADER.toLowerCase()] ?? '')
      if (mark) found.push({ ...mark, state: 'sent', id: `${validity}.${uid}`, messageId: read['message-id'] ?? null })
    }
    return found
  }

  /** Remembers which UID a folder gives next now. A new UIDVALIDITY makes earlier UIDs worthless. */
  note(path: string, { validity, next }: { validity: string; next: number }, at: number): void {
    const known = this.#places.get(path)
    const points = known?.validity === validity ? known.points : []
    if (at - (points.at(-1)?.at ?? -Infinity) >= POINT_EVERY_MS) points.push({ at, next })
    this.#places.set(path, { validity, points: points.slice(-MAX_POINTS) })
  }

  #start(path: string, validity: string, since: Date): number | null {
    const known = this.#places.get(path)
    if (known?.validity !== validity) return null
    return known.points.findLast(({ at }) => at <= since.getTime())?.next ?? null
  }
}

/** Headers by lower-case name; the first occurrence counts. */
export async function headersIn(raw: Uint8Array | undefined): Promise<Record<string, string>> {
  const headers: Record<string, string> = {}
  if (!raw) return headers
  const mail = await PostalMime.parse(raw).catch(() => null)
  for (const { key, value } of mail?.headers ?? []) headers[key.toLowerCase()] ??= value
  return headers
}
