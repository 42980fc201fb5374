import type { StatusReason } from '#domain/campaigns/campaigns.ts'
import type { DeliveryError, DeliveryFailure } from './provider.ts'

/** Reason why the sending engine pauses a campaign. */
export type StopReason = Extract<StatusReason, 'FROM_ADDRESS' | `APPROVED_${string}`>

/** Failures after which no email of the campaign may be sent from the mailbox, and why. */
export const STOPS: Partial<Record<DeliveryFailure, StopReason>> = {
  'from-refused': 'FROM_ADDRESS',
  'email-changed': 'APPROVED_EMAIL_CHANGED',
  'recipient-changed': 'APPROVED_RECIPIENT_CHANGED',
  'sender-changed': 'APPROVED_SENDER_CHANGED',
}

/** ms that a mailbox pauses after its quota is used up, if the provider gives no duration. */
const QUOTA_PAUSE = 3_600_000

/**
 * Returns whether a failure means that the provider throttles the whole mailbox, whichever email the response was for.
 */
export const throttlesMailbox = ({ kind }: DeliveryError): boolean => kind === 'throttled' || kind === 'quota'

/** Returns whether a failure means that the mailbox cannot be asked at all, whatever the request. */
export const concernsAccess = ({ kind }: DeliveryError): boolean =>
  kind === 'expired' || kind === 'sign-in-doubt' || kind === 'registration'

/** Returns whether a failed call to create a draft may have created one. */
export const mayHaveCreated = (error: DeliveryError): boolean =>
  error.retryable && !error.unreachable && !concernsAccess(error)

/**
 * Returns the ms that a mailbox pauses after a failure: as long as the provider requested, or by the kind of failure;
 * undefined: no pause.
 */
export function pauseAfterError(error: DeliveryError, attempts: number): number | undefined {
  if (error.retryAfterMs !== undefined) return error.retryAfterMs
  if (!throttlesMailbox(error)) return undefined
  return error.kind === 'quota' ? QUOTA_PAUSE : backoff(attempts)
}

/** Returns the ms to wait before attempt number `attempts` + 1: 5 s, 10 s, 20 s … at most 5 minutes. */
export function backoff(attempts: number): number {
  return Math.min(300_000, 5_000 * 2 ** Math.max(0, attempts - 1))
}
