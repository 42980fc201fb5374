import { nextAct, withEvent, type DraftAct, type DraftEvent } from './provider-draft-rules.ts'
import type { DeliveryError, DeliveryFailure, DraftLook, DraftLooks } from './provider.ts'
import type { Attempt } from './store.ts'

/** Text recorded for an attempt that a crashed worker left behind. */
export const INTERRUPTED = 'sending was interrupted before the provider answered'

/**
 * Error text of an email that a crashed worker was sending without a provider draft: nobody knows whether it was sent.
 */
export const INTERRUPTED_SEND = `UNCERTAIN: ${INTERRUPTED}, and we have no permission to check in this mailbox whether the email was sent.`

/**
 * Failures of sending a provider draft after which the mailbox is asked whether the email was sent. Every other failure
 * means it was not.
 */
export const CALLS: Partial<Record<DeliveryFailure, { call: 'refused' | 'uncertain' | 'missing'; final?: boolean }>> = {
  throttled: { call: 'refused' },
  quota: { call: 'refused' },
  rejected: { call: 'refused', final: true },
  uncertain: { call: 'uncertain' },
  missing: { call: 'missing' },
}

/** Returns the attempt with one more event in its draft's history. */
export function withDraftEvent(attempt: Attempt, event: DraftEvent): Attempt {
  return { ...attempt, history: withEvent(attempt.history, event) }
}

/** Returns whether the provider was asked to send an attempt's draft: the answer may be lost, or wrong. */
export const mayHaveBeenTaken = ({ draftId, history }: Attempt): boolean =>
  draftId !== null && history.some((event) => 'call' in event)

/**
 * Returns whether an attempt without a provider draft may have been accepted, and no person has decided to send it
 * again since.
 */
export const wasLeftInDoubt = ({ draftId, history }: Attempt): boolean => {
  const last = history.at(-1)
  return draftId === null && last !== undefined && 'call' in last && last.call === 'uncertain'
}

/**
 * Returns the text that is stored as the error of a failed email. If an earlier attempt, sent without a provider draft,
 * may have been
 * accepted, every later failure leaves the email uncertain, even after a manual resend.
 */
export function storedText({ draftId, history }: Attempt, { kind, message }: DeliveryError): string {
  const mayHaveLeft =
    draftId === null && history.some((event) => 'person' in event || ('call' in event && event.call === 'uncertain'))
  if (kind !== 'uncertain' && !mayHaveLeft) return message
  return `UNCERTAIN: ${message.replace(/^UNCERTAIN: /, '')}`
}

/**
 * Returns the next action for an attempt's provider draft, after all checks that are due now. `look` checks the draft;
 * it returns null if the mailbox must be asked later.
 */
export async function nextDraftAction(
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
    known = withDraftEvent(known, { at: deps.clock().getTime(), look })
  }
}
