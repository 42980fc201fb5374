import { DeliveryError, type OpenMailbox } from './provider.ts'
import type { Attempt } from './store.ts'

/** ms by which a mailbox's clock may lag behind ours */
const CLOCKS_DIFFER = 60_000

/**
 * Finds sent copies of emails by their marks: the last check of a provider draft before the engine stops checking, and
 * of an uncertain email that was sent without a draft. Emails share a search that reaches back far enough and began
 * after they were last submitted. Resolves to false if the mailbox cannot be searched or does not respond.
 */
export function sentCopies(
  mailbox: Pick<OpenMailbox, 'findMarked'>,
  now: () => number = Date.now,
): (attempt: Attempt) => Promise<boolean> {
  let search: { since: number; began: number; sent: Promise<Set<string>> } | null = null
  return async ({ logId, history, claimedAt }) => {
    const since = (history.find((event) => 'call' in event)?.at ?? claimedAt.getTime()) - CLOCKS_DIFFER
    const submitted = history.findLast((event) => 'call' in event)?.at ?? claimedAt.getTime()
    if (!search || search.since > since || search.began <= submitted) {
      const sent = mailbox
        .findMarked(new Date(since), 'sent')
        .then((found) => new Set(found.map((email) => email.logId)))
      search = { since, began: now(), sent }
    }
    try {
      return (await search.sent).has(logId)
    } catch (error) {
      if (error instanceof DeliveryError) return false
      throw error
    }
  }
}
