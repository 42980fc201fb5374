import type { Account as NamedAccount } from './oauth-grants.ts'
import type { Sandbox } from './sandbox.ts'
import { domainOf } from './organizations.ts'
import type { Vendor } from './provider-names.ts'

/**
 * Addresses beside a mailbox's own, derived from it so that every mailbox has some. For ada@x.test, Gmail knows
 * ada.hello@x.test (verified) and ada.new@x.test (not verified); Microsoft knows the alias ada.hello@x.test, and everyone
 * may send as the shared mailbox team@x.test; a host with SMTP and IMAP knows the alias ada.hello@x.test. `POST /sandbox/addresses` changes them.
 */
export const ADDRESS_STATES = ['verified', 'pending', 'replaced', 'removed'] as const
export type AddressState = (typeof ADDRESS_STATES)[number]

export interface OtherAddress {
  address: string
  kind: 'alias' | 'shared'
  /** `pending`: Gmail has not verified it. `replaced`: the organization does not let people send from aliases. */
  state: AddressState
}

type Account = Pick<NamedAccount, 'vendor' | 'email'>

const part = (email: string) => email.slice(0, email.lastIndexOf('@'))

function usual({ vendor, email }: Account): OtherAddress[] {
  const [local, domain] = [part(email), domainOf(email)]
  const alias = { address: `${local}.hello@${domain}`, kind: 'alias', state: 'verified' } as const
  const others: Record<Vendor, OtherAddress[]> = {
    microsoft: [{ address: `team@${domain}`, kind: 'shared', state: 'verified' }],
    google: [{ address: `${local}.new@${domain}`, kind: 'alias', state: 'pending' }],
    smtp: [],
  }
  return [alias, ...others[vendor]]
}

const factOf = ({ vendor, email }: Account) => `addresses of ${vendor}/${email}`

/** The other addresses of a mailbox that the provider knows, in their current state. */
export function otherAddresses({ store }: Sandbox, account: Account): OtherAddress[] {
  const kept = store.get<{ value: string }>('SELECT value FROM facts WHERE name = ?', factOf(account))
  const states = (kept ? JSON.parse(kept.value) : {}) as Record<string, AddressState>
  return usual(account)
    .map((each) => ({ ...each, state: states[each.address] ?? each.state }))
    .filter(({ state }) => state !== 'removed')
}

/** Puts one of the addresses of a mailbox into a state. */
export function setAddress(sandbox: Sandbox, account: Account, address: string, state: AddressState): void {
  const kept = sandbox.store.get<{ value: string }>('SELECT value FROM facts WHERE name = ?', factOf(account))
  const states = { ...(kept && (JSON.parse(kept.value) as object)), [address.toLowerCase()]: state }
  sandbox.store.run('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)', factOf(account), JSON.stringify(states))
}

/** Finds an address that a mailbox may send from, including its own; null for any other address. */
export function addressOf(sandbox: Sandbox, account: Account, address: string): OtherAddress | 'own' | null {
  const asked = address.toLowerCase()
  if (asked === account.email) return 'own'
  return otherAddresses(sandbox, account).find((each) => each.address === asked) ?? null
}
