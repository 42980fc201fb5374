import type { FaultOrder } from '#sandbox/faults.ts'
import type { Driver } from './drivers.ts'

/** Emails of a campaign. */
export const RECIPIENTS = 2
/** Number of emails whose call a fault strikes; the others show that the rest continues. */
export const STRUCK = 1

/** Outcome of the struck emails. The others are sent. */
export type Outcome =
  /** accepted once, and counted as sent */
  | 'sent'
  /** accepted, but UNCERTAIN: not confirmed, and never sent again automatically */
  | 'accepted, uncertain'
  /** not accepted, but UNCERTAIN: the provider's answer did not tell */
  | 'not accepted, uncertain'
  /** not accepted, and failed with a reason */
  | 'failed'

type Faults = (driver: Driver) => FaultOrder[]

export interface Sentence {
  says: string
  faults: Faults
  /** checked by `npm test` for every provider, and for drivers whose calls are mostly those of another */
  core?: true
  /** outcome by level; absent: the level promises nothing here, see docs/use/delivery.md */
  becomes: Partial<Record<Driver['level'], Outcome | ((driver: Driver) => Outcome)>>
}

/** The provider accepts the email, and answers with this. */
const accepts = (fault: (driver: Driver) => FaultOrder): Faults => {
  return (driver) => [{ count: STRUCK, operation: driver.sends, done: true, ...fault(driver) }]
}
/** The provider does not accept the email, and answers with this. */
const refuses = (fault: (driver: Driver) => FaultOrder): Faults => {
  return (driver) => [{ count: STRUCK, operation: driver.sends, ...fault(driver) }]
}
/** Joins the next acceptances. */
const joining = (fault: FaultOrder, faults: Faults): Faults => {
  return (driver) => [{ operation: 'sendDraft', count: STRUCK, ...fault }, ...faults(driver)]
}
/** The look-ups that follow have this fault. */
const thenReads = (faults: Faults, fault: FaultOrder): Faults => {
  return (driver) => [...faults(driver), { operation: 'read', ...fault }]
}

const unavailable = accepts(() => ({ kind: 'unavailable' }))
const cut = accepts(() => ({ kind: 'cutAfter' }))

/** An answer that does not tell: a direct send stays in doubt, a draft can be asked about. */
const DOUBT = { direct: 'accepted, uncertain', drafts: 'sent', witnessed: 'sent' } as const
const FAILED = { direct: 'failed', drafts: 'failed', witnessed: 'failed' } as const
const SENT = { direct: 'sent', drafts: 'sent', witnessed: 'sent' } as const

const ACCEPTED_THEN: Sentence[] = [
  {
    says: '503 in its own words',
    faults: accepts((driver) => ({ kind: 'unavailable', code: driver.ambiguous.broken })),
    core: true,
    becomes: DOUBT,
  },
  {
    says: '503 with Retry-After',
    faults: accepts(() => ({ kind: 'unavailable', retryAfter: 5 })),
    becomes: DOUBT,
  },
  { says: '408', faults: accepts(() => ({ kind: 'unavailable', status: 408 })), becomes: DOUBT },
  {
    says: '429 that does not say whether',
    faults: accepts((driver) => ({ kind: 'throttled', code: driver.ambiguous.busy, retryAfter: 5 })),
    becomes: DOUBT,
  },
  {
    says: '429 in words documented as a refusal',
    faults: accepts(() => ({ kind: 'throttled', retryAfter: 5 })),
    becomes: { drafts: 'sent' },
  },
  {
    says: '400 in words documented as a refusal',
    faults: accepts(() => ({ kind: 'badRequest' })),
    becomes: { drafts: 'sent' },
  },
  { says: '200 with a page of HTML', faults: accepts(() => ({ kind: 'page' })), becomes: DOUBT },
  {
    says: '404 with a page of HTML',
    faults: accepts(() => ({ kind: 'page', status: 404 })),
    core: true,
    becomes: DOUBT,
  },
  {
    says: 'half of the JSON',
    faults: accepts(() => ({ kind: 'broken' })),
    core: true,
    becomes: {
      direct: ({ confirmedBy }) => (confirmedBy === 'status' ? 'sent' : DOUBT.direct),
      drafts: 'sent',
      witnessed: 'sent',
    },
  },
  { says: 'a cut connection', faults: cut, core: true, becomes: DOUBT },
  {
    says: '409 in unknown words',
    faults: accepts(() => ({ kind: 'badRequest', status: 409, code: 'somethingNew' })),
    becomes: DOUBT,
  },
]

const ACCEPTED_AND_SHOWN_LATE: (Omit<Sentence, 'becomes'> & Partial<Sentence>)[] = [
  { says: '503, and copies lag for 12 s', faults: joining({ kind: 'lag', ms: 12_000 }, unavailable) },
  { says: 'a cut connection, and copies lag for 12 s', faults: joining({ kind: 'lag', ms: 12_000 }, cut) },
  { says: '503, and copies know nothing for a minute', faults: joining({ kind: 'hidden', ms: 60_000 }, unavailable) },
  {
    says: '503, and copies first lag, then know nothing',
    faults: thenReads(joining({ kind: 'lag', ms: 12_000 }, unavailable), {
      kind: 'missing',
      after: STRUCK,
      count: STRUCK,
    }),
  },
  {
    says: '503, and copies never know it under its id again',
    faults: joining({ kind: 'restamped' }, unavailable),
    core: true,
  },
  {
    says: 'a cut connection, and copies lag, then know it under other ids',
    faults: joining({ kind: 'lag', ms: 12_000 }, joining({ kind: 'restamped' }, cut)),
  },
  {
    says: '503, and copies know nothing for ten minutes',
    faults: joining({ kind: 'hidden', ms: 600_000 }, unavailable),
    core: true,
    // Only sending takes a draft away at Gmail.
    becomes: { drafts: ({ vendor }) => (vendor === 'google' ? 'sent' : 'accepted, uncertain') },
  },
  {
    says: '503, copies lag for ten minutes, and the second call finds no draft',
    faults: (driver) => [
      ...joining({ kind: 'lag', ms: 600_000 }, unavailable)(driver),
      { kind: 'missing', operation: 'sendDraft', after: RECIPIENTS - STRUCK, count: STRUCK },
    ],
    becomes: { drafts: 'accepted, uncertain' },
  },
  {
    says: '503, and look-ups answer 503',
    faults: thenReads(unavailable, { kind: 'unavailable', count: 5 }),
  },
  {
    says: '503, and look-ups answer with a page',
    faults: thenReads(unavailable, { kind: 'page', count: 5 }),
  },
  {
    says: '503, and look-ups answer half of the JSON',
    faults: thenReads(unavailable, { kind: 'broken', count: 5 }),
  },
]

const REFUSED_WITH: Sentence[] = [
  {
    says: '429 and Retry-After',
    faults: refuses(() => ({ kind: 'throttled', retryAfter: 60 })),
    core: true,
    becomes: SENT,
  },
  {
    says: '429 and Retry-After as a date',
    faults: refuses(() => ({ kind: 'throttled', retryAfter: 60, retryAfterStyle: 'date' })),
    becomes: SENT,
  },
  {
    says: '429 without Retry-After',
    faults: refuses(() => ({ kind: 'throttled', retryAfterStyle: 'none' })),
    becomes: SENT,
  },
  { says: 'a used-up quota', faults: refuses(() => ({ kind: 'quota' })), becomes: SENT },
  {
    says: '503',
    faults: refuses(() => ({ kind: 'unavailable', retryAfter: 60 })),
    core: true,
    becomes: { direct: 'not accepted, uncertain', drafts: 'sent' },
  },
  {
    says: 'a cut connection',
    faults: refuses(() => ({ kind: 'cutBefore' })),
    becomes: { direct: 'not accepted, uncertain', drafts: 'sent' },
  },
  ...(['unavailable', 'missing', 'cutBefore'] as const).map((kind) => ({
    says: `${kind}, and cannot find the draft for a minute`,
    faults: thenReads(
      joining({ kind }, () => []),
      { kind: 'missing', count: 3 },
    ),
    becomes: { drafts: 'not accepted, uncertain' } as const,
  })),
  { says: '401 once, although the token is good', faults: refuses(() => ({ kind: 'unauthorized' })), becomes: SENT },
  { says: 'expired tokens', faults: refuses(() => ({ kind: 'expired' })), becomes: SENT },
  { says: 'a refusal that passes', faults: refuses(() => ({ kind: 'passing', count: 2 })), core: true, becomes: SENT },
  { says: 'that the account has no mailbox', faults: refuses(() => ({ kind: 'noMailbox' })), becomes: SENT },
  { says: 'that the mailbox is full', faults: refuses(() => ({ kind: 'full' })), becomes: SENT },
  { says: '400', faults: refuses(() => ({ kind: 'badRequest' })), becomes: FAILED },
  { says: 'a recipient it does not take', faults: refuses(() => ({ kind: 'badRecipient' })), becomes: FAILED },
]

/**
 * Sentences about calls that prepare an email: before it is sent nothing can be in doubt, so each can be made again.
 */
const PREPARED_WITH: Sentence[] = (['draft', 'upload'] as const).flatMap((operation) => {
  const strikes =
    (fault: FaultOrder): Faults =>
    ({ prepares }) =>
      prepares.includes(operation) ? [{ operation, count: STRUCK, ...fault }] : []
  return [
    { says: '503', faults: strikes({ kind: 'unavailable' }) },
    { says: '503 after it was done', faults: strikes({ kind: 'unavailable', done: true }) },
    { says: '429', faults: strikes({ kind: 'throttled', retryAfter: 60 }) },
    { says: 'a page of HTML', faults: strikes({ kind: 'page' }) },
    { says: 'half of the JSON', faults: strikes({ kind: 'broken' }) },
    { says: 'a cut connection', faults: strikes({ kind: 'cutAfter' }) },
    { says: '400', faults: strikes({ kind: 'badRequest' }), becomes: FAILED },
    ...(operation === 'upload'
      ? [{ says: '404 for a lost upload session', faults: strikes({ kind: 'badRequest', status: 404 }) }]
      : []),
  ].map(({ says, faults, becomes = SENT }) => ({
    says: `${operation}: ${says}`,
    faults,
    ...(operation === 'upload' && (says === 'a cut connection' || says === '400') && { core: true as const }),
    becomes,
  }))
})

/** Sentences about every driver: the act of its provider, and the outcome of the emails. */
export const SENTENCES: Record<string, readonly Sentence[]> = {
  'accepts emails, but answers': [
    ...ACCEPTED_THEN,
    ...ACCEPTED_AND_SHOWN_LATE.map((sentence) => ({ becomes: { drafts: 'sent' } as const, ...sentence })),
  ],
  'does not accept emails, and answers': REFUSED_WITH,
  'is asked to prepare emails, and answers': PREPARED_WITH,
  'makes drafts, but': [
    {
      says: 'does not find them for a minute',
      faults: ({ prepares }) =>
        prepares.includes('draft') ? [{ kind: 'hidden', operation: 'draft', ms: 60_000, count: STRUCK }] : [],
      core: true,
      becomes: { drafts: ({ vendor }) => (vendor === 'google' ? 'not accepted, uncertain' : 'sent') },
    },
  ],
}

/**
 * The outcome that a sentence promises for a driver; undefined if it says nothing about it. `brief`: only the core
 * sentences count.
 */
export function promised({ becomes, faults, core }: Sentence, driver: Driver, brief: boolean): Outcome | undefined {
  const outcome = becomes[driver.level]
  if (outcome === undefined || (brief && !core) || faults(driver).length === 0) return undefined
  return typeof outcome === 'function' ? outcome(driver) : outcome
}
