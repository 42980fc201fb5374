import { v7 as newId } from 'uuid'
import type { SheetPlace } from '#domain/contacts/live-sheets.ts'
import type { SignInProvider } from '#domain/mailboxes/providers.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Viewer } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import type { FileAccount, OpenSpreadsheet } from '#api/providers/spreadsheets.ts'
import { FileGrant } from './file-grant.ts'

/** Returns the name of the database row that a permission for files is encrypted for. */
const placeOfGrant = (id: string) => `file_grants/${id}`

/** Stores a permission for files that a person gave, or renews the stored one of the same account. */
export async function keepFileGrant(
  app: Pick<App, 'clock' | 'secrets'>,
  em: Em,
  { tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>,
  provider: SignInProvider,
  { subject, email, grant }: FileAccount,
): Promise<void> {
  const now = app.clock()
  const known = await em.findOne(FileGrant, { tenantId, userId, provider, subject })
  const id = known?.id ?? newId()
  const data = { email, sealedGrant: app.secrets.seal(grant, placeOfGrant(id)), grantedAt: now }
  if (known) em.assign(known, data)
  else em.create(FileGrant, { ...data, tenantId, id, userId, provider, subject, createdAt: now })
  await em.flush()
}

/** Returns the permissions for files that a person gave at a provider, the newest first. */
export async function fileGrantsOf(
  em: Em,
  { tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>,
  provider: SignInProvider,
): Promise<FileGrant[]> {
  return em.find(FileGrant, { tenantId, userId, provider }, { orderBy: { grantedAt: 'desc', id: 'desc' } })
}

/**
 * Opens a spreadsheet with a permission that a person gave, and stores renewed tokens, sealed.
 *
 * @returns null if the provider is not configured (any more)
 */
export function openSpreadsheet(
  app: Pick<App, 'database' | 'files' | 'secrets'>,
  { tenantId, id, provider, sealedGrant }: FileGrant,
  place: SheetPlace,
): OpenSpreadsheet | null {
  const access = app.files[provider]
  if (!access) return null
  const sealedTo = placeOfGrant(id)
  return access.open(
    app.secrets.open(sealedGrant, sealedTo),
    (renew) =>
      app.database.inTenant(tenantId, async (em) => {
        await takeLock(em, 'mailboxSignIn', id)
        const kept = await em.findOneOrFail(FileGrant, { tenantId, id })
        const fresh = await renew(app.secrets.open(kept.sealedGrant, sealedTo))
        if (fresh === null) return
        await em.nativeUpdate(FileGrant, { tenantId, id }, { sealedGrant: app.secrets.seal(fresh, sealedTo) })
      }),
    place,
  )
}

/** Deletes a permission for files. */
export async function removeFileGrant(em: Em, key: { tenantId: string; id: string }): Promise<void> {
  await em.nativeDelete(FileGrant, key)
}
