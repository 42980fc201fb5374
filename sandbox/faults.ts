import { z } from 'zod'
import type { Store } from './sandbox-store.ts'
import { VENDORS, type Vendor } from './provider-names.ts'

/**
 * The operation of a call, as faults distinguish them. `changes` is delta, history, and IMAP's SELECT, EXAMINE and STATUS;
 * `content` is a message in MIME, or with its parts. `archive` moves one. `files` are spreadsheets, `writeFile` writes into one. The second line are those of a host with SMTP and IMAP alone.
 */
export const OPERATIONS = [
  ...([
    'send',
    'draft',
    'upload',
    'sendDraft',
    'read',
    'content',
    'changes',
    'archive',
    'token',
    'files',
    'writeFile',
  ] as const),
  ...(['connect', 'signIn', 'append', 'search', 'list'] as const),
] as const

export type Operation = (typeof OPERATIONS)[number]

/** Operations that are also affected by faults of another operation. */
const PART_OF: Partial<Record<Operation, Operation>> = { content: 'read', search: 'read', list: 'read' }

/** Operations that are affected only by faults that name them. */
const NAMED_ONLY: ReadonlySet<Operation> = new Set(['token', 'signIn', 'connect', 'files', 'writeFile'])

const MAIL: readonly Operation[] = OPERATIONS.filter((operation) => !NAMED_ONLY.has(operation))
const CALLS: readonly Operation[] = [...MAIL, 'files', 'writeFile']

const SENDS: readonly Operation[] = ['send', 'draft', 'sendDraft']
const LISTS: readonly Operation[] = ['read', 'changes']
const LOOKS: readonly Operation[] = ['read', 'content', 'changes', 'search', 'list']

/**
 * Stages of an SMTP transaction at which a fault of `send` takes effect: at MAIL, at each RCPT, or after the dot that
 * ends the message.
 */
export const STAGES = ['sender', 'recipient', 'message'] as const

export type Stage = (typeof STAGES)[number]

interface FaultKind {
  means: string
  /** operations that the fault can affect */
  strikes: readonly Operation[]
}

/** Every fault that the sandbox can simulate. Those up to `resync` answer with the provider's own error. */
export const FAULT_KINDS = {
  throttled: { means: '429 with Retry-After (retryAfter seconds; style: seconds, date or none)', strikes: OPERATIONS },
  unavailable: { means: '503, with Retry-After if retryAfter is given', strikes: OPERATIONS },
  badRequest: { means: '400', strikes: OPERATIONS },
  badRecipient: { means: '400, the recipient is not one', strikes: SENDS },
  unauthorized: { means: '401 while the token is good', strikes: OPERATIONS },
  forbidden: { means: '403', strikes: OPERATIONS },
  quota: { means: "429, the day's quota is used up", strikes: ['send', 'sendDraft'] },
  passing: { means: 'a refusal that passes (ErrorAccessDenied; Gmail: failedPrecondition)', strikes: SENDS },
  noMailbox: { means: 'the account has no mailbox', strikes: SENDS },
  blocked: { means: 'the mailbox is blocked from sending (Gmail: delegation denied)', strikes: SENDS },
  full: { means: 'the mailbox is full', strikes: SENDS },
  application: { means: 'the application is refused, whoever signs in: its secret has expired', strikes: ['token'] },
  disabled: { means: 'the application is disabled, for one organization or all (Microsoft)', strikes: ['token'] },
  refused: { means: 'the sign-in is refused without a reason that is final', strikes: ['token', 'signIn'] },
  missing: { means: '404 (IMAP: finds nothing), although it is there', strikes: [...LOOKS, 'draft', 'sendDraft'] },
  page: { means: '200 with a page of HTML, as a guest network answers', strikes: CALLS },
  resync: {
    means: '410 resyncRequired (Gmail: 404) for delta and history; IMAP: new UIDs and UIDVALIDITY',
    strikes: ['changes'],
  },
  empty: { means: '200 without content', strikes: LOOKS },
  samePage: { means: 'the same page of a list again and again', strikes: LISTS },
  emptyPages: { means: 'empty pages of a list, each with a next one', strikes: LISTS },
  earlierHistory: { means: 'a place in the history that lies back (Gmail)', strikes: ['changes'] },
  withoutHeaders: { means: 'messages without their headers (Microsoft)', strikes: LISTS },
  perMinute: {
    means: '429 beyond limit (30) sends a minute and mailbox, until cleared',
    strikes: ['send', 'sendDraft'],
  },
  expired: { means: 'every access token of the mailbox has just run out: 401; a refresh helps', strikes: CALLS },
  revoked: {
    means:
      'consent is withdrawn: 401, and refreshing is refused until the person signs in again (SMTP: the password changes)',
    strikes: OPERATIONS,
  },
  slow: { means: 'answers after ms (5000)', strikes: OPERATIONS },
  lag: { means: 'accepts, but for ms (5000) the draft still looks unsent', strikes: ['sendDraft'] },
  hidden: {
    means: 'done, but for ms (5000) the message is found nowhere: 404',
    strikes: ['draft', 'sendDraft', 'send', 'append'],
  },
  restamped: {
    means: "accepts, but the message gets new ids: the draft's finds nothing (Gmail always does so)",
    strikes: ['sendDraft'],
  },
  staysDraft: {
    means: 'accepts, but nothing is sent: the draft stays in the Drafts folder',
    strikes: ['sendDraft'],
  },
  broken: {
    means: 'it is done and recorded, but only half of the JSON (SMTP, IMAP: of the answer) comes back',
    strikes: CALLS,
  },
  twice: { means: 'it is done and recorded, and SMTP answers twice', strikes: ['send'] },
  cutBefore: { means: 'the connection breaks before anything happened', strikes: OPERATIONS },
  cutAfter: { means: 'it is done and recorded, then the connection breaks', strikes: OPERATIONS },
  hang: { means: 'nothing happens, no answer ever comes', strikes: OPERATIONS },
  hangAfter: { means: 'it is done and recorded, but no answer ever comes', strikes: OPERATIONS },
} as const satisfies Record<string, FaultKind>

export type FaultName = keyof typeof FAULT_KINDS

/** Refusals that an SMTP host gives before it has seen the message. */
const EARLY: Partial<Record<FaultName, Stage>> = {
  badRecipient: 'recipient',
  throttled: 'sender',
  unauthorized: 'sender',
  forbidden: 'sender',
  quota: 'sender',
  passing: 'sender',
  noMailbox: 'sender',
  blocked: 'sender',
  full: 'sender',
  perMinute: 'sender',
  expired: 'sender',
  revoked: 'sender',
}

/**
 * An order for a fault, as POST /sandbox/faults takes it. Only `kind` is required.
 *
 *     curl -d '{"kind":"throttled","vendor":"microsoft","email":"demo@sandbox.mergewell.test","operation":"send","count":3,"retryAfter":2}' \
 *       -H 'Content-Type: application/json' http://127.0.0.1:4001/sandbox/faults
 *
 * GET /sandbox/faults lists what is still to come, DELETE /sandbox/faults (or /sandbox/faults/{id}) clears it.
 * Faults are tried in the order they were given. {@link JOINING} faults join whatever comes after them; of the others one strikes a call.
 */
export const faultOrder = z.strictObject({
  kind: z.enum(Object.keys(FAULT_KINDS) as [FaultName, ...FaultName[]]),
  /** provider that the fault is limited to */
  vendor: z.enum(VENDORS).optional(),
  /** mailbox that the fault is limited to */
  email: z
    .string()
    .transform((email) => email.trim().toLowerCase())
    .optional(),
  /** any: every mail call; token, signIn and connect only if named, or if consent is revoked */
  operation: z.enum(['any', ...OPERATIONS]).default('any'),
  /** SMTP: when it strikes; default: refusals that a host gives early at `sender` or `recipient`, all others at `message` */
  stage: z.enum(STAGES).optional(),
  /** restricts the fault to calls about messages whose subject contains this, and to lists that hold one */
  subject: z.string().min(1).optional(),
  /** number of calls affected; null: until cleared */
  count: z.number().int().min(1).nullable().default(1),
  /** number of matching calls that pass first */
  after: z.number().int().min(0).default(0),
  /** True if the sandbox does the work and records it before it answers with the error. */
  done: z.boolean().default(false),
  /** HTTP status in place of the error's usual one */
  status: z.number().int().min(200).max(599).optional(),
  /** ms for the faults slow, lag and hidden */
  ms: z.number().int().min(0).max(600_000).default(5000),
  /** seconds in the Retry-After header */
  retryAfter: z.number().min(0).max(86_400).optional(),
  retryAfterStyle: z.enum(['seconds', 'date', 'none']).default('seconds'),
  /** calls per minute, for the fault perMinute */
  limit: z.number().int().min(1).default(30),
  /** replaces the provider's error code or reason */
  code: z.string().optional(),
  /** replaces the provider's text */
  message: z.string().optional(),
})

export type FaultOrder = z.input<typeof faultOrder>
export type Fault = z.output<typeof faultOrder> & { id: number }

export interface Target {
  vendor: Vendor
  email: string
  operation: Operation
  /** stage of an SMTP transaction */
  stage?: Stage
  /** Returns whether the call is about a message with this text in its subject */
  isAbout?: (subject: string) => boolean
}

/** Later behavior of a message that a call creates or sends. */
export interface Afterlife {
  /** ms for which a sent email still looks unsent */
  lagMs: number
  /** ms for which a sent email is not found */
  hiddenMs: number
  /** True if the message gets another id than its draft */
  restamped: boolean
  /** True if the draft is not sent */
  staysDraft: boolean
}

export const NO_AFTERLIFE: Readonly<Afterlife> = { lagMs: 0, hiddenMs: 0, restamped: false, staysDraft: false }

/** Effect of the configured faults on one call. */
export interface Fate extends Afterlife {
  delayMs: number
  fault: Fault | undefined
}

/** Faults that change a call without replacing its response. */
const JOINING: Partial<Record<FaultName, (fate: Fate, fault: Fault) => void>> = {
  slow: (fate, { ms }) => (fate.delayMs += ms),
  lag: (fate, { ms }) => (fate.lagMs += ms),
  hidden: (fate, { ms }) => (fate.hiddenMs += ms),
  restamped: (fate) => (fate.restamped = true),
  staysDraft: (fate) => (fate.staysDraft = true),
}

/** The configured faults. They survive a restart. */
export class FaultBook {
  readonly #store: Store
  readonly #clock: () => number
  #faults: Fault[]
  /** perMinute: fault and mailbox → times of admitted sends */
  readonly #passed = new Map<string, number[]>()

  constructor(store: Store, clock: () => number) {
    this.#store = store
    this.#clock = clock
    this.#faults = store
      .all<{ id: number; fault: string }>('SELECT id, fault FROM faults ORDER BY id')
      .map(({ id, fault }) => ({ ...faultOrder.parse(JSON.parse(fault)), id }))
  }

  list(): Fault[] {
    return [...this.#faults]
  }

  order(order: FaultOrder): Fault {
    const fault = faultOrder.parse(order)
    if (fault.kind === 'perMinute') fault.count = null
    const { lastId } = this.#store.run('INSERT INTO faults (fault) VALUES (?)', JSON.stringify(fault))
    const ordered = { ...fault, id: lastId }
    this.#faults.push(ordered)
    return ordered
  }

  /** Returns whether a fault of the mailbox strikes some messages only. */
  picksMessages({ vendor, email }: Pick<Target, 'vendor' | 'email'>): boolean {
    return this.#faults.some(
      (fault) => fault.subject !== undefined && (fault.vendor ?? vendor) === vendor && (fault.email ?? email) === email,
    )
  }

  /** Clears one fault, or all. Returns the number cleared. */
  clear(id?: number): number {
    const before = this.#faults.length
    this.#faults = id === undefined ? [] : this.#faults.filter((fault) => fault.id !== id)
    if (id === undefined) this.#store.run('DELETE FROM faults')
    else this.#store.run('DELETE FROM faults WHERE id = ?', id)
    return before - this.#faults.length
  }

  /** Decides the effect on a call, and counts it. */
  take(target: Target): Fate {
    const fate: Fate = { ...NO_AFTERLIFE, delayMs: 0, fault: undefined }
    for (const fault of this.#faults) {
      if (!matches(fault, target)) continue
      if (fault.after > 0) {
        this.#keep({ ...fault, after: fault.after - 1 })
        continue
      }
      if (fault.kind === 'perMinute') {
        const wait = this.#overRate(fault, target)
        if (wait === undefined) continue
        fate.fault = { ...fault, retryAfter: wait }
        return fate
      }
      if (fault.count !== null) this.#keep({ ...fault, count: fault.count - 1 })
      const join = JOINING[fault.kind]
      if (join) join(fate, fault)
      else {
        fate.fault = fault
        return fate
      }
    }
    return fate
  }

  /** Returns the seconds to wait under a perMinute fault, or undefined if this send may pass. */
  #overRate(fault: Fault, { vendor, email }: Target): number | undefined {
    const key = `${fault.id} ${vendor} ${email}`
    const now = this.#clock()
    const recent = (this.#passed.get(key) ?? []).filter((at) => at > now - 60_000)
    this.#passed.set(key, recent)
    if (recent.length >= fault.limit) return Math.ceil((recent[0]! + 60_000 - now) / 1000)
    recent.push(now)
    return undefined
  }

  #keep(fault: Fault): void {
    if (fault.count === 0) {
      this.clear(fault.id)
      return
    }
    this.#faults = this.#faults.map((other) => (other.id === fault.id ? fault : other))
    const { id, ...order } = fault
    this.#store.run('UPDATE faults SET fault = ? WHERE id = ?', JSON.stringify(order), id)
  }
}

/** Returns when a fault strikes an SMTP transaction. One that takes the message first can only answer at its end. */
const stageOf = ({ kind, stage, done }: Fault): Stage => stage ?? (done ? 'message' : (EARLY[kind] ?? 'message'))

function matches(fault: Fault, { vendor, email, operation, stage, isAbout }: Target): boolean {
  const strikes: readonly Operation[] = FAULT_KINDS[fault.kind].strikes
  return (
    strikes.includes(operation) &&
    (fault.operation === operation ||
      fault.operation === PART_OF[operation] ||
      (fault.operation === 'any' &&
        (!NAMED_ONLY.has(operation) || (fault.kind === 'revoked' && operation !== 'connect')))) &&
    (stage === undefined || stageOf(fault) === stage) &&
    (fault.vendor === undefined || fault.vendor === vendor) &&
    (fault.email === undefined || fault.email === email) &&
    (fault.subject === undefined || isAbout?.(fault.subject) === true)
  )
}

/** The Retry-After header of a fault; `fallback` seconds unless configured. */
export function retryAfterHeader(fault: Fault, now: number, fallback?: number): Record<string, string> {
  const seconds = fault.retryAfter ?? fallback
  if (seconds === undefined || fault.retryAfterStyle === 'none') return {}
  if (fault.retryAfterStyle === 'seconds') return { 'Retry-After': String(Math.ceil(seconds)) }
  return { 'Retry-After': new Date(Math.ceil((now + seconds * 1000) / 1000) * 1000).toUTCString() }
}
