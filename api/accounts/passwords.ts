import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { networkOf } from '../network-address.ts'
import { createQueue } from './password-queue.ts'

/** argon2id with OWASP's parameters. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash takes 19 MB and tens of milliseconds of a processor: strangers get half of the processors, so that the rest of the product goes on. */
const forStrangers = createQueue({
  running: Math.max(1, Math.floor(availableParallelism() / 2)),
  waiting: 64,
  perNetwork: 16,
})

/**
 * Hashes a password. `address` is where the call came from when nobody is signed in: it then waits in the queue of strangers. Throws
 * TOO_MANY_REQUESTS or UNAVAILABLE when that is full.
 */
export function hashPassword(password: string, address?: string): Promise<string> {
  return inTurn(address, () => hash(password, PARAMETERS))
}

let decoy: Promise<string> | undefined

/**
 * Whether `password` belongs to `stored`. Without a stored hash it takes as long and says no, so that time tells nothing. `address` as for
 * hashPassword.
 */
export async function verifyPassword(stored: string | null, password: string, address?: string): Promise<boolean> {
  decoy ??= hash('no such person', PARAMETERS)
  const against = stored ?? (await decoy)
  const matches = await inTurn(address, () => verify(against, password))
  return stored !== null && matches
}

/**
 * Which of these stored hashes the password belongs to. At least two are tried, whether there are any or not, and never fewer because one
 * fits, so that time does not tell an address that one account has from one that nobody or somebody else has. `address` as for hashPassword.
 */
export async function verifyEach(
  stored: readonly (string | null)[],
  password: string,
  address: string,
): Promise<boolean[]> {
  const matches = []
  for (const each of [...stored, null, null].slice(0, Math.max(2, stored.length))) {
    matches.push(await verifyPassword(each, password, address))
  }
  return matches
}

function inTurn<T>(address: string | undefined, work: () => Promise<T>): Promise<T> {
  return address === undefined ? work() : forStrangers(networkOf(address), work)
}
