import { emailKey } from '#domain/contacts/contacts.ts'
import { erasedAddress } from '#domain/personal-data.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'

/**
 * Returns the keyed hashes that may be stored for these email addresses if their owners were erased, the hash with the
 * current key first.
 */
export function hashedAddresses({ links }: Pick<App, 'links'>, tenantId: string, email: string): [string, ...string[]] {
  const [first, ...others] = links.erasedHashes(tenantId, emailKey(email))
  return [erasedAddress(first), ...others.map(erasedAddress)]
}

/**
 * Restores what was kept of erased people whose addresses become contacts again: if they were suppressed or objected to
 * tracking, their stored hash is replaced by the address, so that nothing is sent to them and nothing is tracked. The
 * caller holds the lock `erasing` shared.
 */
export async function nameAgain(
  app: Pick<App, 'links'>,
  em: Em,
  tenantId: string,
  emails: readonly string[],
): Promise<void> {
  if (emails.length === 0) return
  const rows = emails.flatMap((email) => hashedAddresses(app, tenantId, email).map((hashed) => ({ hashed, email })))
  const values = { tenantId, rows: JSON.stringify(rows) }
  const ROWS = `(select hashed, email, lower(email) as email_key
    from jsonb_to_recordset(:rows::jsonb) as r (hashed text, email text) offset 0) as r`
  for (const [table, address] of LISTS) {
    await em.execute(
      `update ${table} x set ${address} = r.${address} from ${ROWS}
       where x.tenant_id = :tenantId and x.email_key = r.hashed
         and not exists (select from ${table} known where known.tenant_id = :tenantId and known.email_key = r.email_key)`,
      values,
    )
  }
}

/** Lists that keep a hash of an erased address, and the column that holds the address. */
export const LISTS = [
  ['suppressions', 'email'],
  ['tracking_exclusions', 'email_key'],
  ['preferences', 'email_key'],
] as const

/**
 * Makes {@link nameAgain} for many calls in one transaction: reads once which addresses of the workspace are hashed. No
 * hashes are added meanwhile, because erasing waits for the transaction.
 */
export async function createNameAgain(
  app: Pick<App, 'links'>,
  em: Em,
  tenantId: string,
): Promise<(emails: readonly string[]) => Promise<void>> {
  const rows = await em.execute<{ hashed: string }[]>(
    LISTS.map(
      ([table]) => `select email_key as hashed from ${table} where tenant_id = :tenantId and email_key like :pattern`,
    ).join(' union all '),
    { tenantId, pattern: erasedAddress('%') },
  )
  const known = new Set(rows.map(({ hashed }) => hashed))
  return async (emails) => {
    if (known.size === 0) return
    const isKnown = (email: string) => hashedAddresses(app, tenantId, email).some((hashed) => known.has(hashed))
    await nameAgain(app, em, tenantId, emails.filter(isKnown))
  }
}
