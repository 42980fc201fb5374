import { createHmac } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { comparableName } from '#domain/sign-in-names.ts'
import type { App } from '../context.ts'
import type { Em } from '../platform/database.ts'
import { networkOf } from '../platform/network-address.ts'

/** Whose sign-in it is. Failures of one kind never count for, and are never forgiven by, the other. */
export type SignInKind = 'person' | 'super admin'

interface Limits {
  /** failures that are free: of one network with one name, of one network with all names, of one name from everywhere */
  free: Record<'pair' | 'network' | 'name', number>
  /** ms that a failure counts */
  window: number
  /** ms of the longest pause; the pause doubles with each failure beyond the free ones, from one second */
  longestPause: number
}

const LIMITS: Record<SignInKind, Limits> = {
  person: { free: { pair: 5, network: 100, name: 50 }, window: 15 * 60_000, longestPause: 60_000 },
  'super admin': { free: { pair: 3, network: 10, name: 20 }, window: 3_600_000, longestPause: 10 * 60_000 },
}
/** ms that failures are kept: the longest window */
const KEPT = Math.max(...Object.values(LIMITS).map(({ window }) => window))
/** ms after which an address that nobody signed in from is known no longer */
const KNOWN_FOR = 180 * 86_400_000

/** Who tries to sign in, as it is stored: keyed hashes only. */
export interface SignInTry {
  kind: SignInKind
  name: Buffer
  network: Buffer
  pair: Buffer
}

/** A try to sign in to an account, by its username, from a network address; where no account has the name typed, by that name. */
export function signInTry(app: Pick<App, 'secrets'>, kind: SignInKind, username: string, address: string): SignInTry {
  const key = app.secrets.keyFor('sign-in throttle')
  // No part holds a NUL, so that no two lists of parts are hashed alike.
  const hash = (...parts: string[]) =>
    createHmac('sha256', key)
      .update([kind, ...parts.map((part) => part.replaceAll('\0', ''))].join('\0'))
      .digest()
  const [name, network] = [comparableName(username), networkOf(address)]
  return { kind, name: hash('name', name), network: hash('network', network), pair: hash('pair', name, network) }
}

/** What is known of the failures that count against a try. */
interface Failures {
  count: number
  last: Date | null
}

/**
 * Counts a try to sign in as failed until its password proves right, or refuses it with TOO_MANY_REQUESTS while the pause after too many
 * failures lasts, so that guessing becomes hopeless, also many at once, and the owner is never locked out. Attacks from everywhere, or
 * from a network that others share, slow down strangers only, not a network from which the owner has signed in before.
 */
export async function beginTry(app: App, attempt: SignInTry): Promise<void> {
  const now = app.clock()
  const { name, network } = attempt
  const limits = LIMITS[attempt.kind]
  await app.database.asSystem(async (em) => {
    for (const part of [name, network]) {
      await em.execute('select pg_advisory_xact_lock(hashtextextended(:lock, 0))', {
        lock: `sign-in/${part.toString('hex')}`,
      })
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
      { name, network, pair: attempt.pair, since: new Date(now.getTime() - limits.window) },
    )
    const of = (part: string) => ({ count: row[part], last: row[`${part}Last`] }) as Failures
    const strangers = row['known'] ? [] : (['network', 'name'] as const)
    const waits = ['pair' as const, ...strangers].map((part) => pauseLeft(limits, limits.free[part], of(part), now))
    const seconds = Math.max(...waits)
    if (seconds > 0) {
      const message = `Too many wrong passwords. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again.`
      throw new AppError('TOO_MANY_REQUESTS', message, { retryAfter: seconds })
    }
    await em.execute(
      'insert into sign_in_failures (account_hash, address_hash, failed_at) values (:name, :network, :now)',
      { name, network, now },
    )
    await em.execute('delete from sign_in_failures where failed_at < :failedAt', {
      failedAt: new Date(now.getTime() - KEPT),
    })
  })
}

/**
 * Begins a try with each account that a name leads to, and returns those that may be tried now. Throws TOO_MANY_REQUESTS, with the shortest
 * wait, when that is none.
 */
export async function beginTries(app: App, attempts: readonly SignInTry[]): Promise<SignInTry[]> {
  const begun: SignInTry[] = []
  let refusal: AppError | null = null
  for (const attempt of attempts) {
    try {
      await beginTry(app, attempt)
      begun.push(attempt)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
      if (!refusal || (error.retryAfter ?? 0) < (refusal.retryAfter ?? 0)) refusal = error
    }
  }
  if (begun.length === 0 && refusal) throw refusal
  return begun
}

/** Checks a password for tries that were begun. Where it could not be checked at all, they do not count as failed. */
export async function tried<T>(app: App, attempts: readonly SignInTry[], check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    for (const attempt of attempts) await takeBackTry(app, attempt, false)
    throw error
  }
}

/** s that are left of the pause after these failures. */
function pauseLeft(limits: Limits, free: number, { count, last }: Failures, now: Date): number {
  if (count < free || !last) return 0
  const pause = Math.min(limits.longestPause, 1_000 * 2 ** (count - free))
  return Math.ceil((new Date(last).getTime() + pause - now.getTime()) / 1_000)
}

/** A right password forgives the failures of this name at this network, nothing else, and makes the network known to the name. */
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
 * For a right password under an address that several accounts may have: only this try stops counting as failed. The network is made `known`
 * to the account whose password it is.
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
    seenAt: new Date(now.getTime() - KNOWN_FOR),
  })
}
