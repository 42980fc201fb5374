import { hash, verify } from '@node-rs/argon2'
import { createPasswordQueue, type PasswordWorkFor } from './password-queue.ts'

/** argon2id with OWASP's parameters. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const inQueue = createPasswordQueue()

/**
 * Hashes a password. `who` takes turns with all others who ask; left out where a command of the operator asks. Throws TOO_MANY_REQUESTS or
 * UNAVAILABLE when too many wait.
 */
export function hashPassword(password: string, who?: PasswordWorkFor): Promise<string> {
  return inTurn(who, () => hash(password, PARAMETERS))
}

let decoy: Promise<string> | undefined

/**
 * Whether `password` belongs to `stored`. Without a stored hash it takes as long and says no, so that time tells nothing. `who` as for
 * hashPassword.
 */
export async function verifyPassword(stored: string | null, password: string, who?: PasswordWorkFor): Promise<boolean> {
  decoy ??= hash('no such person', PARAMETERS)
  const against = stored ?? (await decoy)
  const matches = await inTurn(who, () => verify(against, password))
  return stored !== null && matches
}

/**
 * Which of these stored hashes the password belongs to. `tries` are made, whether there are as many or not, and never fewer because one
 * fits, so that time does not tell how many accounts an address has. `who` as for hashPassword.
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
