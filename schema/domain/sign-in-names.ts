/** Whom a name leads to when somebody signs in, and which usernames are made for people who chose none. */

/** What decides whether a name is somebody's. */
export interface NameHolder {
  id: string
  username: string
  email: string
  /** null: nobody has shown yet that the address is theirs */
  emailProvenAt: Date | string | null
  createdAt: Date | string
}

/** A name as it is compared: whatever its case, and whichever way its marks are written. */
export function comparableName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}

/**
 * Whose name it is, of those who have it as username or address:
 * - a name without @ is a username, and there is one person at most who has it;
 * - an address belongs to whoever proved that it is theirs;
 * - where nobody did, it leads to the account that had it first, so that a later registration with the same address takes it from nobody.
 *
 * Whoever comes away empty signs in with their username. One name never leads to two accounts: otherwise a right password of one would
 * forgive wrong guesses at the other.
 */
export function holderOf<Holder extends NameHolder>(name: string, holders: readonly Holder[]): Holder | null {
  const wanted = comparableName(name)
  const has = (value: string) => comparableName(value) === wanted
  if (!wanted.includes('@')) return holders.find(({ username }) => has(username)) ?? null
  const proven = holders.find(({ email, emailProvenAt }) => emailProvenAt !== null && has(email))
  if (proven) return proven
  const first = (one: Holder, other: Holder) =>
    new Date(one.createdAt).getTime() - new Date(other.createdAt).getTime() || (one.id < other.id ? -1 : 1)
  return holders.filter(({ username, email }) => has(username) || has(email)).toSorted(first)[0] ?? null
}

/** A username made of an address: what stands before the @, as far as it is plain. */
export function usernameOf(email: string): string {
  const plain = (email.split('@', 1)[0] ?? '')
    .normalize('NFKD')
    .replace(/[^a-z0-9._-]/gi, '')
    .toLowerCase()
    .slice(0, 40)
  return plain || 'user'
}
