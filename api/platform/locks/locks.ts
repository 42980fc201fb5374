import type { Em } from '../database/database.ts'

/**
 * Advisory locks of transactions: PostgreSQL releases them when the transaction ends.
 *
 * A transaction that takes several takes them in the order of this list, so that no two wait for each other. Several locks of
 * one name are taken in the order of their keys. All of them come before the rows that they protect.
 */
const LOCKS = {
  /** sign-ups of the installation, while they are counted */
  registrations: true,
  /** attempts to sign in to an account, or from a network, while they are counted */
  signIn: true,
  /** the keys of links in emails, while they are created */
  linkKeys: true,
  /** a task of a workspace, while it runs */
  task: true,
  /** a host in the addresses of emails, while a workspace takes it */
  linkDomain: true,
  /** the numbers of a campaign's tracked links, while new ones are added */
  trackedLinks: true,
  /** the rows of a connected sheet, while a reading is stored */
  sheetReading: true,
  /** the imports of a workspace and their undoing */
  imports: true,
  /** a workspace's erasing of a person; creating contacts holds it shared */
  erasing: true,
  /** a workspace's limits, while what they count is added */
  tenant: true,
  /** the suppression list of a workspace; launches and claims hold it shared */
  suppressions: true,
  /** the decisions on the follow-ups of a campaign */
  followUps: true,
  /** the stop of all sending of a workspace; claims hold it shared */
  sendingStop: true,
  /** the emails of a workspace in seven days, while a launch counts them */
  weeklyCeiling: true,
  /** the test emails of a person, while they are counted */
  testEmails: true,
  /** the sign-ins to mailboxes that a person tries, while they are counted */
  mailboxAttempts: true,
  /** the requests to try a webhook, while they are counted */
  webhookTests: true,
  /** the closing of a workspace's bounce windows */
  bounceWindows: true,
  /** the emails of a workspace in a period, while a claim counts them */
  workspacePace: true,
  /** the sign-in of a mailbox, or one for files, while it is renewed */
  mailboxSignIn: true,
  /** a ledger that mailboxes of several workspaces share. It is taken last: other workspaces wait for it. */
  ledger: true,
} as const

export type LockName = keyof typeof LOCKS

const ORDER = new Map(Object.keys(LOCKS).map((name, place) => [name, place]))
/** The locks that each open transaction holds, the one that comes last in the order at the end. */
const held = new WeakMap<Em, string[]>()
const isChecked = ['test', 'development'].includes(process.env['NODE_ENV'] ?? '')

/** Takes a lock, and waits for those who hold it. */
export async function takeLock(em: Em, name: LockName, key = ''): Promise<void> {
  ensureOrder(em, name, key)
  await em.execute('select pg_advisory_xact_lock(hashtextextended(:lock, 0))', { lock: `${name}/${key}` })
}

/** Takes a lock beside others who take it shared; waits for whoever holds it alone, and makes them wait. */
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

/** In tests and in development, a lock that is taken after one that comes later in the list is an error. */
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
