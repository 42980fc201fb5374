import { type Account, ensureAccount, readAccess } from '../oauth-grants.ts'
import type { Sandbox } from '../sandbox.ts'

/** Password of every mailbox of the mail host, until a simulated fault changes it. */
export const FIRST_PASSWORD = 'sandbox'

const factOf = (email: string) => `password of smtp/${email}`

function passwordOf({ store }: Sandbox, email: string): string {
  return store.get<{ value: string }>('SELECT value FROM facts WHERE name = ?', factOf(email))?.value ?? FIRST_PASSWORD
}

/**
 * Changes the password of a mailbox ("sandbox-2", "sandbox-3", …), so that the one that clients know is refused from
 * now on.
 */
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

/** Scopes, of Microsoft and of Google, with which each of the host's servers accepts a mailbox's access token. */
const TOKEN_SCOPES = {
  smtp: ['https://outlook.office.com/SMTP.Send', 'https://mail.google.com/'],
  imap: ['https://outlook.office.com/IMAP.AccessAsUser.All', 'https://mail.google.com/'],
}

/**
 * Signs in with an access token of the sandbox's Microsoft or Google in place of a password.
 *
 * @returns null if the token is unknown, expired, of somebody else, or not for this server
 */
export function signInByToken(sandbox: Sandbox, server: 'smtp' | 'imap', user: string, token: string): Account | null {
  const email = user.trim().toLowerCase()
  for (const vendor of ['microsoft', 'google'] as const) {
    const access = readAccess(sandbox, vendor, token)
    if (typeof access === 'string' || access.account.email !== email) continue
    if (TOKEN_SCOPES[server].some((scope) => access.scopes.has(scope))) return ensureAccount(sandbox, 'smtp', email)
  }
  return null
}
