import type { Database, Em } from '#api/platform/database/database.ts'
import { linkKeyPlace, linkKeyRows, makeLinkKeys, opens, wrongKey } from '#api/tracking/link-signing-keys.ts'
import { filePlace } from '#api/campaigns/drafts/recipient-file.ts'
import { grantPlace } from '#api/mailboxes/open-mailbox.ts'
import type { SecretBox } from '#api/platform/secrets/secret-box.ts'

/** rows per transaction */
const BATCH = 200
/** maximum passes over all rows: a later pass picks up rows that the product resealed meanwhile */
const PASSES = 5

/** Result of a reseal. */
export interface Resealed {
  mailboxes: number
  linkKeys: number
  /** keys of authenticator apps */
  secondFactors: number
  /** secrets of webhooks, rotated ones included */
  webhookSecrets: number
  clientSecrets: number
  /** re-encrypted files of recipients */
  recipientFiles: number
  /** re-encrypted links of connected sheets */
  sheetLinks: number
  /** number of values that no listed key opens, except link keys */
  unreadable: number
}

/**
 * Re-encrypts with the current key everything sealed with an old one. Idempotent, and safe while the product runs: a
 * row that changes meanwhile keeps the product's value. Throws UNAVAILABLE if no listed key opens the link keys.
 */
export async function reseal(database: Database, secrets: SecretBox): Promise<Resealed> {
  const linkKeys = await database.asSystem((em) => resealLinkKeys(em, secrets))
  const none = { mailboxes: 0, secondFactors: 0, webhookSecrets: 0, clientSecrets: 0, recipientFiles: 0, unreadable: 0 }
  const done = { ...none, sheetLinks: 0, linkKeys }
  for (let pass = 0; pass < PASSES; pass += 1) {
    const mailboxes = await resealMailboxes(database, secrets)
    done.mailboxes += mailboxes.sealed
    done.unreadable = mailboxes.unreadable
    const files = await resealFiles(database, secrets)
    done.recipientFiles += files.sealed
    done.unreadable += files.unreadable
    let missed = mailboxes.missed + files.missed
    for (const column of SEALED_COLUMNS) {
      const counts = await resealColumn(database, secrets, column)
      done[column.counted] += counts.sealed
      done.unreadable += counts.unreadable
      missed += counts.missed
    }
    if (missed === 0) break
  }
  return done
}

/** Deletes link keys that no listed key opens, and creates new ones if none are left. */
export async function forgetLostLinkKeys(database: Database, secrets: SecretBox): Promise<void> {
  await database.asSystem(async (em) => {
    const rows = await linkKeyRows(em)
    const lost = rows.filter(({ id, sealed }) => !opens(secrets, sealed, linkKeyPlace(id)))
    for (const { id } of lost) await em.execute('delete from link_keys where id = :id', { id })
    if (lost.length === rows.length) await makeLinkKeys(em, secrets)
  })
}

async function resealLinkKeys(em: Em, secrets: SecretBox): Promise<number> {
  let count = 0
  for (const { id, sealed } of await linkKeyRows(em)) {
    if (secrets.isCurrent(sealed)) continue
    const place = linkKeyPlace(id)
    if (!opens(secrets, sealed, place)) throw wrongKey()
    await em.execute('update link_keys set sealed = :sealed where id = :id', {
      sealed: secrets.seal(secrets.open(sealed, place), place),
      id,
    })
    count += 1
  }
  return count
}

type Place = { tenantId: string; id: string }

async function resealMailboxes(database: Database, secrets: SecretBox) {
  const counts = { sealed: 0, missed: 0, unreadable: 0 }
  const NOBODY = '00000000-0000-0000-0000-000000000000'
  let after: Place | null = { tenantId: NOBODY, id: NOBODY }
  while (after) {
    const from: Place = after
    after = await database.asSystem(async (em) => {
      const rows = await em.execute<{ tenantId: string; id: string; sealed: Buffer }[]>(
        `select tenant_id as "tenantId", id, sealed_grant as sealed from mailboxes
         where (tenant_id, id) > (:tenantId::uuid, :id::uuid) order by tenant_id, id limit :BATCH`,
        { ...from, BATCH },
      )
      for (const { tenantId, id, sealed } of rows) {
        const place = grantPlace(id)
        if (secrets.isCurrent(sealed)) continue
        if (!opens(secrets, sealed, place)) {
          counts.unreadable += 1
          continue
        }
        const changed = await em.execute<unknown[]>(
          'update mailboxes set sealed_grant = :sealedGrant where tenant_id = :tenantId and id = :id and sealed_grant = :sealed returning id',
          { sealedGrant: secrets.seal(secrets.open(sealed, place), place), tenantId, id, sealed },
        )
        counts[changed.length > 0 ? 'sealed' : 'missed'] += 1
      }
      const last = rows.at(BATCH - 1)
      return last ? { tenantId: last.tenantId, id: last.id } : null
    })
  }
  return counts
}

/** Re-encrypts the files of recipients, one at a time because they are large. */
async function resealFiles(database: Database, secrets: SecretBox) {
  const counts = { sealed: 0, missed: 0, unreadable: 0 }
  const files = await database.asSystem((em) =>
    em.execute<Place[]>('select tenant_id as "tenantId", id from recipient_files order by tenant_id, id'),
  )
  for (const key of files) {
    await database.inTenant(key.tenantId, async (em) => {
      const [row] = await em.execute<{ sealed: Buffer }[]>(
        'select sealed_content as sealed from recipient_files where tenant_id = :tenantId and id = :id',
        { ...key },
      )
      if (!row || secrets.isCurrent(row.sealed)) return
      const place = filePlace(key.id)
      if (!opens(secrets, row.sealed, place)) {
        counts.unreadable += 1
        return
      }
      const changed = await em.execute<unknown[]>(
        'update recipient_files set sealed_content = :resealed where tenant_id = :tenantId and id = :id returning 1',
        { ...key, resealed: secrets.sealBytes(secrets.openBytes(row.sealed, place), place) },
      )
      counts[changed.length > 0 ? 'sealed' : 'missed'] += 1
    })
  }
  return counts
}

/**
 * Re-encrypts one column of short secrets: keys of authenticator apps, secrets of webhooks, of single sign-on or of
 * sheet links.
 */
async function resealColumn(database: Database, secrets: SecretBox, { table, id, column, byTenant }: SealedColumn) {
  const counts = { sealed: 0, missed: 0, unreadable: 0 }
  await database.asSystem(async (em) => {
    const rows = await em.execute<{ id: string; tenantId?: string; sealed: Buffer }[]>(
      `select ${id} as id, ${byTenant ? 'tenant_id as "tenantId", ' : ''}${column} as sealed from ${table}
       where ${column} is not null order by ${id}`,
    )
    for (const row of rows) {
      if (secrets.isCurrent(row.sealed)) continue
      const place = `${table}/${row.id}`
      if (!opens(secrets, row.sealed, place)) {
        counts.unreadable += 1
        continue
      }
      const changed = await em.execute<unknown[]>(
        `update ${table} set ${column} = :resealed
         where ${byTenant ? 'tenant_id = :tenantId and ' : ''}${id} = :id and ${column} = :sealed returning 1`,
        { ...row, resealed: secrets.seal(secrets.open(row.sealed, place), place) },
      )
      counts[changed.length > 0 ? 'sealed' : 'missed'] += 1
    }
  })
  return counts
}

interface SealedColumn {
  table: string
  /** name of the column by which the row is named when the value is encrypted */
  id: string
  column: string
  /** true if the table is distributed by workspace */
  byTenant?: boolean
  counted: 'secondFactors' | 'webhookSecrets' | 'clientSecrets' | 'sheetLinks'
}
const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'totp_factors', id: 'user_id', column: 'sealed_key', counted: 'secondFactors' },
  { table: 'super_admin_totp_factors', id: 'super_admin_id', column: 'sealed_key', counted: 'secondFactors' },
  { table: 'webhooks', id: 'id', column: 'sealed_secret', byTenant: true, counted: 'webhookSecrets' },
  { table: 'webhooks', id: 'id', column: 'sealed_old_secret', byTenant: true, counted: 'webhookSecrets' },
  { table: 'sheet_sources', id: 'sheet_id', column: 'sealed_place', byTenant: true, counted: 'sheetLinks' },
  { table: 'single_sign_on', id: 'tenant_id', column: 'sealed_secret', counted: 'clientSecrets' },
]
