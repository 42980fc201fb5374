import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import { createHmac } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { comparableName } from '#domain/accounts/sign-in-names.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { networkOf } from '#api/platform/http/network-address.ts'
import { LIMITS, type AttemptsEntry } from '#api/platform/limits/limit-register.ts'

/** The kind of sign-in. Failures of one kind never count for the other, and are never reset by it. */
export type SignInKind = 'person' | 'super admin' | 'second factor' | 'email link' | 'single sign-on'

/** Limit on failed attempts, for each kind of sign-in. */
const ATTEMPT_LIMITS: Record<SignInKind, AttemptsEntry> = {
  person: LIMITS.passwords,
  'super admin': LIMITS.superAdminPasswords,
  'second factor': LIMITS.secondFactors,
  'email link': LIMITS.emailLinks,
  'single sign-on': LIMITS.singleSignOns,
}
/** Error message for too many failures, for each kind of sign-in. */
const FAILURE_MESSAGES: Record<SignInKind, string> = {
  person: 'Too many wrong passwords.',
  'super admin': 'Too many wrong passwords.',
  'second factor': 'Too many wrong codes.',
  'email link': 'Too many emails were requested.',
  'single sign-on': 'Too many sign-ins were started.',
}
/** retention of failures in ms: the longest window */
const FAILURE_RETENTION_MS = Math.max(...Object.values(ATTEMPT_LIMITS).map(({ windowMs }) => windowMs))
/** ms after which a network from which a person signed in counts as unknown again. */
const KNOWN_NETWORK_RETENTION_MS = 180 * 86_400_000

/** A sign-in attempt as stored: keyed hashes only. */
export interface SignInTry {
  kind: SignInKind
  name: Buffer
  network: Buffer
  pair: Buffer
}

/**
 * Describes a sign-in attempt: the username of the account, or the name as typed if no account has it, and the network
 * address.
 */
export function signInTry(app: Pick<App, 'secrets'>, kind: SignInKind, username: string, address: string): SignInTry {
  const key = app.secrets.keyFor('sign-in throttle')
  // No part contains a NUL, so different lists never have the same hash.
  const hash = (...parts: string[]) =>
    createHmac('sha256', key)
      .update([kind, ...parts.map((part) => part.replaceAll('\0', ''))].join('\0'))
      .digest()
  const [name, network] = [comparableName(username), networkOf(address)]
  return { kind, name: hash('name', name), network: hash('network', network), pair: hash('pair', name, network) }
}

/** Failures that count against an attempt. */
interface Failures {
  count: number
  last: Date | null
}

/**
 * Counts a sign-in attempt as failed until its password is verified. Throws TOO_MANY_REQUESTS while the backoff after
 * too many failures lasts. This stops guessing, also in parallel, and never locks out the owner. Distributed attacks
 * and attacks from a shared network slow down strangers only, not networks from which the owner has signed in before.
 */
export async function startAttempt(app: App, attempt: SignInTry): Promise<void> {
  const now = app.clock()
  const { name, network } = attempt
  const limits = ATTEMPT_LIMITS[attempt.kind]
  await app.database.asSystem(async (em) => {
    for (const part of [name, network]) {
      await takeLock(em, 'signIn', part.toString('hex'))
    }
    const [row] = await em.execute<[Record<string, number | boolean | Date | null>]>(
      `select
         count(*) filter (where account_hash = :name and address_hash = :network)::int as pair,
         max(failed_at) filter (where account_hash = :name and address_hash = :network) as "pairLast",
         count(*) filter (where address_hash = :network)::int as network,
         max(failed_at) filter (where address_hash = :network) as "networkLast",
         count(*) filter (where account_hash = :name)::int as name,
         max(failed_at) filter (where account_hash = :name) as "nameLast",
         exists (select from known_addresses where address_hash = :pair) as known
       from sign_in_failures where (account_hash = :name or address_hash = :network) and failed_at > :since`,
      { name, network, pair: attempt.pair, since: new Date(now.getTime() - limits.windowMs) },
    )
    const of = (part: string) => ({ count: row[part], last: row[`${part}Last`] }) as Failures
    const strangers = row['known'] ? [] : (['network', 'name'] as const)
    const waits = ['pair' as const, ...strangers].map((part) => pauseLeft(limits, limits.free[part], of(part), now))
    const seconds = Math.max(...waits)
    if (seconds > 0) {
      const message = `${FAILURE_MESSAGES[attempt.kind]} Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again.`
      throw new AppError('TOO_MANY_REQUESTS', message, { retryAfter: seconds })
    }
    await em.execute(
      'insert into sign_in_failures (account_hash, address_hash, failed_at) values (:name, :network, :now)',
      { name, network, now },
    )
    await em.execute('delete from sign_in_failures where failed_at < :failedAt', {
      failedAt: new Date(now.getTime() - FAILURE_RETENTION_MS),
    })
  })
}

/**
 * Begins an attempt with each account that a name refers to, and returns those that may be tried now. Throws
 * TOO_MANY_REQUESTS with the shortest wait if there are none.
 */
export async function startAttempts(app: App, attempts: readonly SignInTry[]): Promise<SignInTry[]> {
  const begun: SignInTry[] = []
  let refusal: AppError | null = null
  for (const attempt of attempts) {
    try {
      await startAttempt(app, attempt)
      begun.push(attempt)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
      if (!refusal || (error.retryAfter ?? 0) < (refusal.retryAfter ?? 0)) refusal = error
    }
  }
  if (begun.length === 0 && refusal) throw refusal
  return begun
}

/** Checks a password for attempts that were begun. If the check itself fails, the attempts do not count as failed. */
export async function tried<T>(app: App, attempts: readonly SignInTry[], check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    for (const attempt of attempts) await takeBackTry(app, attempt, false)
    throw error
  }
}

/**
 * Returns how many seconds remain of the pause that these failures cause; `free`: number of failures without a pause.
 */
function pauseLeft(limits: AttemptsEntry, free: number, { count, last }: Failures, now: Date): number {
  if (count < free || !last) return 0
  const pause = Math.min(limits.longestPauseMs, limits.firstPauseMs * 2 ** (count - free))
  return Math.ceil((new Date(last).getTime() + pause - now.getTime()) / 1_000)
}

/**
 * After a correct password, clears the failures of this name at this network, nothing else. Makes the network known to
 * the name.
 */
export async function noteSuccess(app: App, attempt: SignInTry): Promise<void> {
  await app.database.asSystem(async (em) => {
    await em.execute('delete from sign_in_failures where account_hash = :name and address_hash = :network', {
      name: attempt.name,
      network: attempt.network,
    })
    await noteKnown(app, em, attempt)
  })
}

/**
 * After a correct password for an email address that several accounts may share, deletes only the failure that this
 * attempt was counted as. Remembers the network for the account if `known`, which means that the password is this
 * account's.
 */
export async function takeBackTry(app: App, attempt: SignInTry, known: boolean): Promise<void> {
  await app.database.asSystem(async (em) => {
    await em.execute(
      `delete from sign_in_failures where ctid = (
         select ctid from sign_in_failures where account_hash = :name and address_hash = :network order by failed_at desc limit 1)`,
      { name: attempt.name, network: attempt.network },
    )
    if (known) await noteKnown(app, em, attempt)
  })
}

async function noteKnown(app: App, em: Em, { pair }: SignInTry): Promise<void> {
  const now = app.clock()
  await em.execute(
    `insert into known_addresses (address_hash, seen_at) values (:pair, :now)
     on conflict (address_hash) do update set seen_at = excluded.seen_at`,
    { pair, now },
  )
  await em.execute('delete from known_addresses where seen_at < :seenAt', {
    seenAt: new Date(now.getTime() - KNOWN_NETWORK_RETENTION_MS),
  })
}
