import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { v7 as newId } from 'uuid'
import { AppError } from '#domain/errors.ts'
import type { Database, Em } from '#api/platform/database/database.ts'
import { grantPlace } from '#api/mailboxes/open-mailbox.ts'
import type { SecretBox } from '#api/platform/secrets/secret-box.ts'
import type { LinkKeys } from './link-tokens.ts'

/** Purpose of a key; `before` reads links of versions before 1.0.0, which derived their keys from SECRET_KEY. */
type Purpose = 'tracking' | 'unsubscribe' | 'before'

interface Row {
  id: string
  purpose: Purpose
  sealed: Buffer
}

/** Number of mailboxes checked at startup. */
const SAMPLE = 1_000

/** Returns the name of the database row that a link key is encrypted for. */
export const linkKeyPlace = (id: string) => `link_keys/${id}`

/**
 * Opens the keys that sign links in emails: created at the first start and stored encrypted in the database, so that
 * links survive a change of SECRET_KEY. This also verifies SECRET_KEY: throws UNAVAILABLE if neither it nor an old key
 * opens the stored keys.
 */
export async function openLinkKeys(database: Database, secrets: SecretBox, log: Logger): Promise<LinkKeys> {
  const rows = await database.asSystem(async (em) => {
    await takeLock(em, 'linkKeys')
    const found = await linkKeyRows(em)
    const lost = await unreadableMailboxes(em, secrets)
    if (found.length === 0 && lost.unreadable > 0 && lost.unreadable === lost.of) throw wrongKey()
    if (lost.unreadable > 0) {
      log.error(
        lost,
        'Some mailboxes were encrypted with a key that is neither SECRET_KEY nor in SECRET_KEY_OLD. Add that key to SECRET_KEY_OLD, or reconnect them.',
      )
    }
    if (found.length === 0) await makeLinkKeys(em, secrets)
    return found.length > 0 ? found : linkKeyRows(em)
  })
  const keys: Record<Purpose, Buffer[]> = { tracking: [], unsubscribe: [], before: [] }
  for (const { id, purpose, sealed } of rows) {
    try {
      keys[purpose].push(Buffer.from(secrets.open(sealed, linkKeyPlace(id)), 'base64url'))
    } catch (cause) {
      throw wrongKey(cause)
    }
  }
  const of = (purpose: Purpose): [Buffer, ...Buffer[]] => {
    const [first, ...others] = [...keys[purpose], ...keys.before]
    if (!first) throw wrongKey()
    return [first, ...others]
  }
  return { tracking: of('tracking'), unsubscribe: of('unsubscribe') }
}

/** All link keys, newest of each purpose first. */
export function linkKeyRows(em: Em): Promise<Row[]> {
  return em.execute<Row[]>('select id, purpose, sealed from link_keys order by created_at desc, id desc')
}

/** Creates the keys of a new installation. */
export async function makeLinkKeys(em: Em, secrets: SecretBox): Promise<void> {
  for (const purpose of ['tracking', 'unsubscribe'] as const) {
    const id = newId()
    const sealed = secrets.seal(randomBytes(32).toString('base64url'), linkKeyPlace(id))
    await em.execute('insert into link_keys (id, purpose, sealed) values (:id, :purpose, :sealed)', {
      id,
      purpose,
      sealed,
    })
  }
}

/** Counts the most recently connected mailboxes that no listed key opens. */
async function unreadableMailboxes(em: Em, secrets: SecretBox): Promise<{ unreadable: number; of: number }> {
  const rows = await em.execute<{ id: string; sealed: Buffer }[]>(
    `select id, sealed_grant as sealed from mailboxes where status <> 'error' order by connected_at desc limit :SAMPLE`,
    { SAMPLE },
  )
  return {
    unreadable: rows.filter(({ id, sealed }) => !opens(secrets, sealed, grantPlace(id))).length,
    of: rows.length,
  }
}

export function opens(secrets: SecretBox, sealed: Uint8Array, place: string): boolean {
  try {
    secrets.open(sealed, place)
    return true
  } catch {
    return false
  }
}

/** Returns the error for a database whose link-signing keys neither SECRET_KEY nor a key in SECRET_KEY_OLD decrypts. */
export function wrongKey(cause?: unknown): AppError {
  return new AppError(
    'UNAVAILABLE',
    'SECRET_KEY is not the key that this database was encrypted with. Set the previous key as SECRET_KEY, or list it in SECRET_KEY_OLD. If it is lost, run "npm run reseal -- --lost-key": mailboxes then have to be reconnected, and links in emails already sent stop working.',
    { cause },
  )
}
