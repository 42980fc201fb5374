/** Rules for finding people by sign-in name, and for generating usernames. */

/** The fields of an account by which {@link accountsNamed} decides whether a sign-in name belongs to the account. */
export interface NameHolder {
  id: string
  username: string
  email: string
  /** time at which the person proved the email address; null: not yet */
  emailProvenAt: Date | string | null
  createdAt: Date | string
}

/** Normalizes a name for comparison: case and diacritics encoding do not matter. */
export function comparableName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}

/**
 * Sorts the accounts whose username or email address is this name, in the order in which their passwords are tried:
 *
 * - a name without @ is a username, and at most one person has it;
 * - an email address may belong to several accounts: first the person who proved it, then the others, the oldest first.
 *   Each signs in with their own password, so that nobody keeps another out by registering with their address, or learns
 *   who has an account.
 */
export function accountsNamed<Holder extends NameHolder>(name: string, holders: readonly Holder[]): Holder[] {
  const wanted = comparableName(name)
  const has = (value: string) => comparableName(value) === wanted
  if (!isAddress(name)) return holders.filter(({ username }) => has(username)).slice(0, 1)
  const rank = ({ email, emailProvenAt }: Holder) => (emailProvenAt !== null && has(email) ? 0 : 1)
  const compare = (one: Holder, other: Holder) =>
    rank(one) - rank(other) ||
    new Date(one.createdAt).getTime() - new Date(other.createdAt).getTime() ||
    (one.id < other.id ? -1 : 1)
  return holders.filter(({ username, email }) => has(username) || has(email)).toSorted(compare)
}

/** Returns whether a sign-in name is an email address, which several accounts may share. */
export function isAddress(name: string): boolean {
  return name.includes('@')
}

/** A username derived from an address: the plain characters before the @. */
export function usernameOf(email: string): string {
  const plain = (email.split('@', 1)[0] ?? '')
    .normalize('NFKD')
    .replace(/[^a-z0-9._-]/gi, '')
    .toLowerCase()
    .slice(0, 40)
  return plain || 'user'
}
