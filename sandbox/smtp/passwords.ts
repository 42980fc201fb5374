import { type Account, ensureAccount } from '../grants.ts'
import type { Sandbox } from '../sandbox.ts'

/** Password of every mailbox of the mail host, until a fault changes it. */
export const FIRST_PASSWORD = 'sandbox'

const factOf = (email: string) => `password of smtp/${email}`

function passwordOf({ store }: Sandbox, email: string): string {
  return store.get<{ value: string }>('SELECT value FROM facts WHERE name = ?', factOf(email))?.value ?? FIRST_PASSWORD
}

/** Gives a mailbox the next password ("sandbox-2", "sandbox-3", …): the one that clients know is refused from now on. */
export function changePassword(sandbox: Sandbox, email: string): void {
  const [, number = '1'] = passwordOf(sandbox, email).split('-')
  const next = `${FIRST_PASSWORD}-${Number(number) + 1}`
  sandbox.store.run('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)', factOf(email), next)
}

/**
 * Signs in with an address and a password. Any address has a mailbox, which begins with its first sign-in.
 *
 * @returns null if the password is wrong or the name is no address
 */
export function signInByPassword(sandbox: Sandbox, user: string, password: string): Account | null {
  const email = user.trim().toLowerCase()
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(email) || password !== passwordOf(sandbox, email)) return null
  return ensureAccount(sandbox, 'smtp', email)
}
