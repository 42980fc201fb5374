import { nextAct, withEvent, type DraftAct, type DraftEvent } from './draft-rules.ts'
import type { DeliveryError, DeliveryFailure, DraftLook, DraftLooks } from './provider.ts'
import type { Attempt } from './store.ts'

/** What is written down of an attempt that a dead worker left behind. */
export const INTERRUPTED = 'sending was interrupted before the provider answered'

/** Answers to the sending of a draft after which the mailbox is asked about it. Every other one is known to mean that it did not leave. */
export const CALLS: Partial<Record<DeliveryFailure, { call: 'refused' | 'uncertain' | 'missing'; final?: boolean }>> = {
  throttled: { call: 'refused' },
  quota: { call: 'refused' },
  rejected: { call: 'refused', final: true },
  uncertain: { call: 'uncertain' },
  missing: { call: 'missing' },
}

/** The attempt, with one event more known of it. */
export function knowing(attempt: Attempt, event: DraftEvent): Attempt {
  return { ...attempt, history: withEvent(attempt.history, event) }
}

/**
 * The text that is stored of a failure. Where an earlier try without a draft may have been taken, also one that a person repeats, every
 * failure leaves it uncertain.
 */
export function storedText({ draftId, history }: Attempt, { kind, message }: DeliveryError): string {
  const mayHaveLeft =
    draftId === null && history.some((event) => 'person' in event || ('call' in event && event.call === 'uncertain'))
  if (kind !== 'uncertain' && !mayHaveLeft) return message
  return `UNCERTAIN: ${message.replace(/^UNCERTAIN: /, '')}`
}

/**
 * What is to be done about an attempt's draft next, by all that is known after the looks that are due now. `look` answers null where the
 * mailbox must be asked later.
 */
export async function nextActOf(
  attempt: Attempt,
  deps: {
    looks: DraftLooks
    clock: () => Date
    look: (attempt: Attempt) => Promise<DraftLook | 'unclear' | 'blind' | null>
  },
): Promise<{ known: Attempt; next: DraftAct }> {
  for (let known = attempt; ;) {
    const now = deps.clock().getTime()
    const next = nextAct(known.history, deps.looks, now)
    const look = next.act === 'look' && next.at <= now ? await deps.look(known) : null
    if (look === null) return { known, next }
    known = knowing(known, { at: deps.clock().getTime(), look })
  }
}
