import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { v7 as newId } from 'uuid'
import { AppError } from '#domain/errors.ts'
import { SIGN_IN_FAILURES } from '#domain/accounts/sign-in-failures.ts'
import { notFound } from '#schema/object-ids.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerOf, type Call, type Viewer } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { lockTenant } from '#api/tenants/plan-limits.ts'
import type { SignInProvider } from '#domain/mailboxes/providers.ts'
import type { ProviderAccount } from '#api/sending/provider.ts'
import { Identity } from './sign-in-identity.ts'
import { notifyOwner } from './account-notices.ts'
import { User } from './user.ts'
import { record, recordOwn } from '#api/audit/activity-log-writer.ts'

/** A person's sign-in methods at Microsoft and Google, the oldest first. */
export async function listIdentities(call: Call): Promise<Identity[]> {
  const { tenantId, userId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, (em) => em.find(Identity, { userId }, { orderBy: { id: 'asc' } }))
}

/**
 * Removes a sign-in method of the signed-in person and returns it as it was. Throws NOT_FOUND, and CONFLICT for the
 * last one of a person without a password.
 */
export async function removeIdentity(call: Call, id: string): Promise<Identity> {
  const { tenantId, userId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    // If two are removed at once, the second request sees that the first is gone.
    await lockTenant(em, tenantId)
    const identity = await em.findOne(Identity, { id, userId })
    if (!identity) throw notFound('Identity')
    const { passwordHash } = await em.findOneOrFail(User, { id: userId })
    if (passwordHash === null && (await em.count(Identity, { userId })) === 1) {
      throw new AppError(
        'CONFLICT',
        'This is your only way to sign in. Add another sign-in method first, then remove this one.',
      )
    }
    await em.nativeDelete(Identity, { tenantId, id })
    await notifyOwner(call, em, { tenantId, userId }, 'identityRemoved', [`Account: ${identity.label}.`])
    await recordOwn(call, em, { action: 'identity_removed', target: { id, label: identity.label } })
    return identity
  })
}

/** Removes all sign-in methods of a person except those to keep, and tells them which ended. */
export async function endIdentities(
  call: Call,
  em: Em,
  { tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>,
  keep: readonly string[],
): Promise<void> {
  const ending = await em.find(Identity, { tenantId, userId, id: { $nin: [...keep] } }, { orderBy: { id: 'asc' } })
  for (const { id, label } of ending) {
    await em.nativeDelete(Identity, { tenantId, id })
    await record(call, em, { action: 'identity_removed', tenantId, by: { userId }, target: { id, label } })
  }
  if (ending.length === 0) return
  const accounts = ending.map(({ label }) => label).join(', ')
  await notifyOwner(call, em, { tenantId, userId }, 'identityRemoved', [`Ended with the password: ${accounts}.`])
}

/**
 * Finds the sign-in method for a provider account, or null. Matches by key, never by address. A Microsoft account
 * stored without a tenant gets the tenant of this sign-in.
 */
export async function findIdentity(
  app: App,
  provider: SignInProvider,
  account: ProviderAccount,
): Promise<Identity | null> {
  const issuerKey = keyOf(account)
  return app.database.asSystem(async (em) => {
    const known = await em.findOne(Identity, { provider, issuerKey })
    const [, withinTenant] = issuerKey.split('/')
    if (known || withinTenant === undefined) return known
    const older = await em.findOne(Identity, { provider, issuerKey: `*/${withinTenant}` })
    if (older) older.issuerKey = issuerKey
    return older
  })
}

/**
 * Lets a person sign in with a provider account; does nothing if they already can. Throws BAD_INPUT, and CONFLICT if
 * the account signs in somebody else.
 */
export async function addIdentity(
  app: Pick<App, 'clock'>,
  em: Em,
  { tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>,
  provider: SignInProvider,
  account: ProviderAccount,
): Promise<void> {
  const issuerKey = keyOf(account)
  if (await em.findOne(Identity, { tenantId, userId, provider, issuerKey })) return
  const row = { tenantId, id: newId(), userId, provider, issuerKey, label: account.email, addedAt: app.clock() }
  try {
    await em.insert(Identity, { ...row, lastUsedAt: null })
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    throw new AppError('CONFLICT', SIGN_IN_FAILURES.othersIdentity, { cause: error })
  }
}

function keyOf({ identity }: ProviderAccount): string {
  if (identity === null) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.noIdentity)
  return identity
}
