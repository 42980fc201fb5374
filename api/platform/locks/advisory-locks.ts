import type { Em } from '../database/database.ts'

/**
 * Advisory locks of transactions: PostgreSQL releases them when the transaction ends.
 *
 * A transaction that takes several takes them in the order of this list, so that no two wait for each other. Several locks of
 * one name are taken in the order of their keys. All of them come before the rows that they protect.
 */
const LOCKS = {
  /** counting the sign-ups of the installation */
  registrations: true,
  /** counting attempts to sign in to an account, or from a network */
  signIn: true,
  /** creating the keys of links in emails */
  linkKeys: true,
  /** running a task of a workspace */
  task: true,
  /** reserving a host name for the links in a workspace's emails */
  linkDomain: true,
  /** numbering new tracked links of a campaign */
  trackedLinks: true,
  /** storing the rows of a connected sheet after a read */
  sheetReading: true,
  /** running or undoing an import of a workspace */
  imports: true,
  /** erasing a person in a workspace; creating contacts holds the lock shared */
  erasing: true,
  /** adding what a workspace's limits count */
  tenant: true,
  /** changing the suppression list of a workspace; launches and claims hold the lock shared */
  suppressions: true,
  /** deciding on the follow-ups of a campaign */
  followUps: true,
  /** stopping all sending of a workspace; claims hold the lock shared */
  sendingStop: true,
  /** counting the emails of a workspace in seven days at a launch */
  weeklyCeiling: true,
  /** counting the test emails of a person */
  testEmails: true,
  /** counting the sign-ins to mailboxes that a person tries */
  mailboxAttempts: true,
  /** counting the test requests of a webhook */
  webhookTests: true,
  /** marking a workspace's emails as delivered when their bounce windows end */
  bounceWindows: true,
  /** counting the emails of a workspace in a period at a claim */
  workspacePace: true,
  /** renewing the sign-in of a mailbox or of a permission for files */
  mailboxSignIn: true,
  /** changing a ledger that mailboxes of several workspaces share; taken last, because other workspaces wait for it */
  ledger: true,
} as const

export type LockName = keyof typeof LOCKS

const ORDER = new Map(Object.keys(LOCKS).map((name, place) => [name, place]))
/** Locks that each open transaction holds; the last one in the order of the list stands at the end. */
const held = new WeakMap<Em, string[]>()
const isChecked = ['test', 'development'].includes(process.env['NODE_ENV'] ?? '')

/** Takes a lock, and waits for those who hold it. */
export async function takeLock(em: Em, name: LockName, key = ''): Promise<void> {
  ensureOrder(em, name, key)
  await em.execute('select pg_advisory_xact_lock(hashtextextended(:lock, 0))', { lock: `${name}/${key}` })
}

/** Takes a lock in shared mode: waits for an exclusive holder, and makes later exclusive holders wait. */
export async function shareLock(em: Em, name: LockName, key = ''): Promise<void> {
  ensureOrder(em, name, key)
  await em.execute('select pg_advisory_xact_lock_shared(hashtextextended(:lock, 0))', { lock: `${name}/${key}` })
}

/** Takes a lock unless somebody holds it, and says whether it was taken. */
export async function tryLock(em: Em, name: LockName, key = ''): Promise<boolean> {
  const [row] = await em.execute<[{ taken: boolean }]>(
    'select pg_try_advisory_xact_lock(hashtextextended(:lock, 0)) as taken',
    { lock: `${name}/${key}` },
  )
  return row.taken
}

/** Throws, in tests and in development, if a lock is taken after another one that comes later in the list. */
function ensureOrder(em: Em, name: LockName, key: string): void {
  if (!isChecked) return
  const locks = held.get(em) ?? []
  const lock = `${name}/${key}`
  // Whoever holds a lock gets it again without waiting.
  if (locks.includes(lock)) return
  const last = locks.at(-1)
  const placeOf = (each: string) => ORDER.get(each.slice(0, each.indexOf('/'))) ?? 0
  if (last !== undefined && placeOf(last) > placeOf(lock))
    throw new Error(`The lock ${lock} must be taken before ${last}`)
  held.set(em, [...locks, lock])
}
