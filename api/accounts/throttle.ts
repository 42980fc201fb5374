import { createHash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import type { App } from '../context.ts'

/** ms that a failed sign-in counts */
const WINDOW = 15 * 60_000
/** Failures that are free: of one address with one account, of one address with all accounts, of one account from everywhere. */
const FREE = { pair: 5, address: 100, account: 50 }
/** ms the longest pause lasts; the pause doubles with each failure beyond the free ones */
const LONGEST_PAUSE = 60_000

/** Who tries to sign in, as it is stored: hashes only. */
export interface SignInTry {
  account: Buffer
  address: Buffer
}

export function signInTry(username: string, address: string): SignInTry {
  return { account: digest(`account ${username.toLowerCase()}`), address: digest(`address ${address}`) }
}

/**
 * Counts a try to sign in as failed until its password proves right, or refuses it with TOO_MANY_REQUESTS while the pause after too many
 * failures lasts: a second, then two, four, at most a minute, so that guessing becomes hopeless, also many at once, and the owner is never
 * locked out. Attacks from everywhere, or from an address that others share, slow down strangers only, not an address from which the
 * owner has signed in before.
 */
export async function beginTry(app: App, attempt: SignInTry): Promise<void> {
  const now = app.clock()
  const since = new Date(now.getTime() - WINDOW)
  await app.database.asSystem(async (em) => {
    for (const part of [attempt.account, attempt.address]) {
      await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`sign-in/${part.toString('hex')}`])
    }
    const [row] = await em.execute<
      [Record<'pair' | 'address' | 'account', number> & { known: boolean; last: Date | null }]
    >(
      `select
         count(*) filter (where account_hash = ? and address_hash = ?)::int as pair,
         count(*) filter (where address_hash = ?)::int as address,
         count(*) filter (where account_hash = ?)::int as account,
         exists (select from known_addresses where address_hash = ?) as known,
         max(failed_at) as last
       from sign_in_failures where (account_hash = ? or address_hash = ?) and failed_at > ?`,
      [
        ...[attempt.account, attempt.address, attempt.address, attempt.account, addressOf(attempt)],
        ...[attempt.account, attempt.address, since],
      ],
    )
    const seconds = pauseLeft(row, now)
    if (seconds > 0) {
      const message = `Too many failed sign-ins. Wait ${seconds} seconds and try again.`
      throw new AppError('TOO_MANY_REQUESTS', message, { retryAfter: seconds })
    }
    await em.execute('insert into sign_in_failures (account_hash, address_hash, failed_at) values (?, ?, ?)', [
      attempt.account,
      attempt.address,
      now,
    ])
    await em.execute('delete from sign_in_failures where failed_at < ?', [since])
  })
}

/** s that are left of the pause after these failures. */
function pauseLeft(
  failures: { pair: number; address: number; account: number; known: boolean; last: Date | null },
  now: Date,
): number {
  const strangers = failures.known ? [] : [failures.address - FREE.address, failures.account - FREE.account]
  const beyond = Math.max(failures.pair - FREE.pair, ...strangers)
  if (beyond < 0 || !failures.last) return 0
  const pause = Math.min(LONGEST_PAUSE, 1_000 * 2 ** beyond)
  return Math.ceil((new Date(failures.last).getTime() + pause - now.getTime()) / 1_000)
}

/** A right password clears the slate between this account and this address, and makes the address known to the account. */
export async function noteSuccess(app: App, attempt: SignInTry): Promise<void> {
  await app.database.asSystem(async (em) => {
    await em.execute('delete from sign_in_failures where account_hash = ? and address_hash = ?', [
      attempt.account,
      attempt.address,
    ])
    await em.execute(
      `insert into known_addresses (address_hash, seen_at) values (?, ?)
       on conflict (address_hash) do update set seen_at = excluded.seen_at`,
      [addressOf(attempt), app.clock()],
    )
  })
}

/** One account at one address. */
function addressOf(attempt: SignInTry): Buffer {
  return digest(Buffer.concat([attempt.account, attempt.address]))
}

function digest(value: string | Buffer): Buffer {
  return createHash('sha256').update(value).digest()
}
