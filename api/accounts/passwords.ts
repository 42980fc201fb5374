import { hash, verify } from '@node-rs/argon2'

/** argon2id with OWASP's parameters. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS)
}

let decoy: Promise<string> | undefined

/** Whether `password` belongs to `stored`. Without a stored hash it takes as long and says no, so that time tells nothing. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no such person')
  const matches = await verify(stored ?? (await decoy), password)
  return stored !== null && matches
}
