import { hash, verify } from '@node-rs/argon2'
import { createPasswordQueue, type PasswordWorkFor } from './password-check-queue.ts'

/** argon2id with OWASP's parameters. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const inQueue = createPasswordQueue()

/**
 * Hashes a password. `who` is the group in the fair queue; omitted by operator commands. Throws TOO_MANY_REQUESTS or
 * UNAVAILABLE if too many are waiting.
 */
export function hashPassword(password: string, who?: PasswordWorkFor): Promise<string> {
  return inTurn(who, () => hash(password, PARAMETERS))
}

let decoy: Promise<string> | undefined

/**
 * Checks whether `password` matches `stored`. Without a stored hash it takes the same time and returns false, so that
 * timing reveals nothing. `who` as for hashPassword.
 */
export async function verifyPassword(stored: string | null, password: string, who?: PasswordWorkFor): Promise<boolean> {
  decoy ??= hash('user not found', PARAMETERS)
  const against = stored ?? (await decoy)
  const matches = await inTurn(who, () => verify(against, password))
  return stored !== null && matches
}

/**
 * Finds which of the stored hashes the password matches. Always makes exactly `tries` checks, even after a match, so
 * that timing does not reveal how many accounts share an address. `who` as for hashPassword.
 */
export async function verifyEach(
  stored: readonly (string | null)[],
  password: string,
  tries: number,
  who: PasswordWorkFor,
): Promise<boolean[]> {
  const matches = []
  for (let index = 0; index < tries; index += 1) {
    matches.push(await verifyPassword(stored[index] ?? null, password, who))
  }
  return matches
}

function inTurn<T>(who: PasswordWorkFor | undefined, work: () => Promise<T>): Promise<T> {
  return who ? inQueue(who, work) : work()
}
