import { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import type { LaunchFingerprint } from './rehearsals.ts'

/** States of a request that a second person approve a launch (product: campaigns.approval). */
export const APPROVAL_STATUSES = ['waiting', 'approved', 'declined', 'withdrawn'] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

export const APPROVAL_DECISIONS = ['approve', 'decline', 'withdraw'] as const
export type ApprovalDecision = (typeof APPROVAL_DECISIONS)[number]

/** State of a request after each decision. */
export const DECIDED: Record<ApprovalDecision, Exclude<ApprovalStatus, 'waiting'>> = {
  approve: 'approved',
  decline: 'declined',
  withdraw: 'withdrawn',
}

/** Minimum number of admins in a workspace that demands approval: one asks, another one decides. */
export const APPROVERS_MIN = 2

/** ms from a request to turn approval off until it works without a second admin */
export const APPROVAL_OFF_AFTER_MS = 86_400_000
/**
 * ms for which somebody must have been an admin before they can approve a launch, or confirm a colleague's request to
 * turn approval off.
 */
export const CONFIRMS_AFTER_MS = 86_400_000

/** Longest note of a request, and longest reason of a decision, in characters. */
export const APPROVAL_TEXT_MAX = 1_000

const text = (what: string) =>
  z
    .string(`The ${what} must be text`)
    .overwrite((value) => value.replace(/\r\n?/g, '\n').trim())
    .refine(
      (value) => value.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(value),
      `The ${what} must not contain control or invalid characters`,
    )
    .max(APPROVAL_TEXT_MAX, `The ${what} can have at most ${APPROVAL_TEXT_MAX.toLocaleString('en-US')} characters`)
    .transform((value) => value || null)
    .nullish()
    .transform((value) => value ?? null)

/** Rule for the note of a request for approval. An empty note counts as none. */
export const approvalNote = z.object({ note: text('note') })
/** Rule for the reason of a decision on approval. An empty reason counts as none. */
export const approvalReason = z.object({ reason: text('reason') })

/** All that a decision depends on. */
export interface DecisionFacts {
  decision: ApprovalDecision
  /** person who decides, with their role at this moment */
  by: {
    isPerson: boolean
    isAdmin: boolean
    /** True if they have been an admin for 24 hours, or since approval was turned on */
    isLongAdmin: boolean
    isAsker: boolean
    madeAskersKey: boolean
  }
  /** the newest request of the campaign; null if none was made */
  asked: { status: ApprovalStatus; request: number } | null
  /** the request that the decision is about */
  request: number
  isDraft: boolean
  hasReason: boolean
}

interface Refusal {
  code: ErrorCode
  message: string
}

/** Refusals of a decision on a request for approval, in the order in which they are checked. */
const REFUSALS: readonly [applies: (facts: DecisionFacts) => boolean, refusal: Refusal][] = [
  [
    ({ decision, by }) => decision !== 'withdraw' && !by.isPerson,
    { code: 'FORBIDDEN', message: 'An API key cannot decide on a launch. An admin must sign in to do it.' },
  ],
  [
    ({ decision, by }) => decision !== 'withdraw' && !by.isAdmin,
    { code: 'FORBIDDEN', message: 'Only an admin of this workspace can approve or decline a launch.' },
  ],
  [({ asked }) => asked === null, { code: 'CONFLICT', message: 'Approval was not requested for this campaign.' }],
  [
    ({ decision, by }) => decision !== 'withdraw' && by.isAsker,
    { code: 'FORBIDDEN', message: 'You requested this approval. Another admin must decide.' },
  ],
  [
    ({ decision, by }) => decision !== 'withdraw' && by.madeAskersKey,
    {
      code: 'FORBIDDEN',
      message: 'An API key that you created requested this approval. Another admin must decide.',
    },
  ],
  [
    ({ decision, by }) => decision === 'approve' && !by.isLongAdmin,
    {
      code: 'FORBIDDEN',
      message: 'Only somebody who has been an admin for 24 hours can approve a launch. You can decline it.',
    },
  ],
  [
    ({ decision, by }) => decision === 'withdraw' && !by.isAsker,
    { code: 'FORBIDDEN', message: 'Only the person who requested the approval can withdraw it.' },
  ],
  [({ isDraft }) => !isDraft, { code: 'CONFLICT', message: 'This campaign was already launched.' }],
  [
    ({ asked, request }) => asked?.request !== request,
    { code: 'CONFLICT', message: 'Approval was requested again in the meantime. Check the new request.' },
  ],
  [
    ({ asked }) => asked?.status === 'approved',
    { code: 'CONFLICT', message: 'This request was already approved. Request approval again for another launch.' },
  ],
  [({ asked }) => asked?.status === 'declined', { code: 'CONFLICT', message: 'This request was already declined.' }],
  [({ asked }) => asked?.status === 'withdrawn', { code: 'CONFLICT', message: 'This request was withdrawn.' }],
  [
    ({ decision, hasReason }) => decision === 'decline' && !hasReason,
    { code: 'BAD_INPUT', message: 'Enter a reason, so that your colleague knows what to change.' },
  ],
]

/** Returns why a decision on a request for approval is refused; null if it is allowed. Pure. */
export function decisionRefusal(facts: DecisionFacts): Refusal | null {
  return REFUSALS.find(([applies]) => applies(facts))?.[1] ?? null
}

/** The launch that was requested. */
export interface RequestedLaunch {
  /** the mailboxes that take turns */
  mailboxIds: string[]
  /** start of the launch; null = as soon as it is approved */
  scheduledAt: Date | null
  /**
   * IANA zone in which `scheduledAt` was chosen, if each recipient gets the email at that time of day in their own
   * zone; null otherwise
   */
  localTimeZone: string | null
  /** seconds for which an immediate start is held back, so that it can be undone */
  undoSeconds: number
  exceedsCeiling: boolean
  fingerprint: LaunchFingerprint
}
