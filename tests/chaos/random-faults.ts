import type { FaultOrder } from '#sandbox/faults.ts'
import type { Vendor } from '#sandbox/provider-names.ts'
import type { Chance } from './seeded-chance.ts'

/** ms until the drivers under test give up on an answer; the draft checks come later than any lag */
export const TIMES = { timeoutMs: 1_500, settleDelaysMs: [400, 700, 1_000] } as const
const LAG = 300
/** Faults that would add up to more than a driver reckons with: at most one of each waits for a mailbox. */
export const ALONE: ReadonlySet<string> = new Set(['lag', 'slow', 'hidden'])

/** A mailbox that faults can strike. */
export interface Target {
  email: string
  vendor: Vendor
  /** True if the mailbox sends by drafts, which can be checked, and its inbox is read */
  drafts: boolean
}

interface Calls {
  /** the call that sends an email */
  send: 'send' | 'sendDraft'
  /** any call about an email */
  work: 'send' | 'draft' | 'sendDraft' | 'read'
  /** operation that signs in, or renews a sign-in */
  signIn: 'token' | 'signIn'
  vendor: Vendor
}

/** Faults of a provider's call, each as frequent as the others. `done`: it does the work before it answers. */
const FAULTS: readonly ((calls: Calls, chance: Chance) => FaultOrder)[] = [
  ({ work }, chance) => ({ kind: 'unavailable', operation: work, count: chance.between(1, 6) }),
  ({ send }, chance) => ({ kind: 'unavailable', operation: send, count: chance.between(1, 4), done: true }),
  ({ work }, chance) => ({ kind: 'throttled', operation: work, count: chance.between(1, 4), retryAfter: 1 }),
  ({ send }, chance) => ({ kind: 'quota', operation: send, count: chance.between(1, 3), retryAfter: 1 }),
  ({ work }, chance) => ({ kind: 'badRequest', operation: work, count: chance.between(1, 2) }),
  ({ send }) => ({ kind: 'badRecipient', operation: send }),
  ({ work }, chance) => ({ kind: 'forbidden', operation: work, count: chance.between(1, 2) }),
  ({ work }, chance) => ({ kind: 'unauthorized', operation: work, count: chance.between(1, 3) }),
  ({ work }) => ({ kind: 'expired', operation: work }),
  ({ work }, chance) => ({ kind: 'page', operation: work, count: chance.between(1, 3), done: chance.is(0.5) }),
  ({ work }, chance) => ({ kind: 'cutBefore', operation: work, count: chance.between(1, 6) }),
  ({ send }, chance) => ({ kind: 'cutAfter', operation: send, count: chance.between(1, 6) }),
  ({ work }, chance) => ({ kind: 'cutAfter', operation: work, count: chance.between(1, 3) }),
  ({ work }, chance) => ({ kind: 'hang', operation: work, count: chance.between(1, 3) }),
  ({ send }, chance) => ({ kind: 'hangAfter', operation: send, count: chance.between(1, 3) }),
  ({ work }, chance) => ({ kind: 'slow', operation: work, count: chance.between(1, 20), ms: chance.between(5, 200) }),
  ({ work }, chance) => ({ kind: 'broken', operation: work, count: chance.between(1, 3) }),
  // A host would change the password for good.
  ({ vendor }) =>
    vendor === 'smtp' ? { kind: 'refused', operation: 'signIn' } : { kind: 'revoked', operation: 'any' },
  ({ signIn }, chance) => ({ kind: 'unavailable', operation: signIn, count: chance.between(1, 3) }),
  ({ signIn }, chance) => ({ kind: 'cutAfter', operation: signIn, count: chance.between(1, 2) }),
  (_, chance) => ({ kind: 'refused', operation: 'token', count: chance.between(1, 3) }),
  ({ send }, chance) => ({ kind: 'passing', operation: send, count: chance.between(1, 3) }),
  ({ send }, chance) => ({
    kind: chance.one(['noMailbox', 'blocked', 'full']),
    operation: send,
    count: chance.between(1, 5),
  }),
  // This fault concerns the app registration of the installation, thus every mailbox of the provider.
  ({ vendor }, chance) => ({
    kind: vendor === 'microsoft' ? chance.one(['application', 'disabled']) : 'application',
    operation: 'token',
    email: undefined,
    vendor,
    count: chance.between(1, 4),
  }),
]

/**
 * Faults of drafts only. A provider that accepts an email without a draft and then refuses it in the words documented
 * for "not accepted" is left out: nothing can be promised there (docs/use/delivery.md).
 */
const DRAFT_FAULTS: typeof FAULTS = [
  (_, chance) => ({
    kind: 'throttled',
    operation: 'sendDraft',
    count: chance.between(1, 4),
    retryAfter: 1,
    done: true,
  }),
  (_, chance) => ({ kind: 'lag', operation: 'sendDraft', count: chance.between(1, 20), ms: chance.between(50, LAG) }),
  (_, chance) => ({ kind: 'missing', operation: chance.one(['read', 'sendDraft']), count: chance.between(1, 2) }),
  (_, chance) => ({ kind: 'hidden', operation: chance.one(['draft', 'sendDraft']), ms: chance.between(50, LAG) }),
  (_, chance) => ({ kind: 'restamped', operation: 'sendDraft', count: chance.between(1, 5) }),
]

const STAYING_DRAFTS: typeof FAULTS = [
  (_, chance) => ({ kind: 'staysDraft', operation: 'sendDraft', count: chance.between(1, 3) }),
]

/**
 * Faults while an inbox is read: in the list of changes, in the stored position of the last read, and in single
 * messages.
 */
const INBOX_FAULTS: typeof FAULTS = [
  (_, chance) => ({ kind: 'unavailable', operation: 'content', count: chance.between(1, 8) }),
  (_, chance) => ({ kind: chance.one(['missing', 'empty', 'badRequest']), operation: 'content', count: 2 }),
  (_, chance) => ({ kind: 'cutAfter', operation: 'content', count: chance.between(1, 3) }),
  (_, chance) => ({ kind: 'unavailable', operation: 'changes', count: chance.between(1, 8) }),
  (_, chance) => ({ kind: chance.one(['resync', 'missing', 'badRequest']), operation: 'changes', count: 2 }),
  (_, chance) => ({ kind: 'samePage', operation: 'changes', count: chance.between(1, 30) }),
  (_, chance) => ({ kind: 'emptyPages', operation: 'changes', count: chance.between(1, 30) }),
  (_, chance) => ({ kind: 'earlierHistory', operation: 'changes', count: chance.between(1, 3) }),
  (_, chance) => ({ kind: 'withoutHeaders', operation: 'changes', count: chance.between(1, 3) }),
]

/** A random fault of a random mailbox. `draftsStay`: also drafts that stay although the email was accepted. */
export function randomFault(chance: Chance, mailboxes: readonly Target[], draftsStay: boolean): FaultOrder {
  const { email, vendor, drafts } = chance.one(mailboxes)
  const signIn = vendor === 'smtp' ? 'signIn' : 'token'
  const calls: Calls = drafts
    ? { send: 'sendDraft', work: chance.one(['draft', 'sendDraft', 'sendDraft', 'read']), signIn, vendor }
    : { send: 'send', work: 'send', signIn, vendor }
  const ofDrafts = [...FAULTS, ...DRAFT_FAULTS, ...INBOX_FAULTS, ...(draftsStay ? STAYING_DRAFTS : [])]
  const fault = chance.one(drafts ? ofDrafts : FAULTS)
  return { email, after: chance.between(0, 5), ...fault(calls, chance) }
}
