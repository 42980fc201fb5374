import type { ConfirmationWay } from '#domain/accounts/accounts.ts'
import { personOf, type Call } from '#api/platform/call-context.ts'
import { Identity } from './sign-in-identity.ts'
import { Passkey } from './second-factor/passkey.ts'
import { User } from './user.ts'

/** Returns how the signed-in person can confirm who they are, also one who must set up a second factor first. */
export async function confirmationWays(call: Call): Promise<ConfirmationWay[]> {
  const { tenantId, userId } = personOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const { passwordHash } = await em.findOneOrFail(User, { tenantId, id: userId })
    const passkeys = await em.count(Passkey, { tenantId, userId })
    const [sso] = await em.execute<unknown[]>(
      `select 1 from users u join single_sign_on s on s.tenant_id = u.tenant_id
       join sso_domains d on d.tenant_id = u.tenant_id and d.verified_at is not null
         and d.domain = lower(substring(u.email from '[^@]*$'))
       where u.tenant_id = :tenantId and u.id = :userId`,
      { tenantId, userId },
    )
    const identities = await em.find(Identity, { tenantId, userId }, { orderBy: { id: 'asc' } })
    const providers = new Set(identities.map(({ provider }) => provider).filter((each) => call.app.vendors[each]))
    return [
      ...(passwordHash === null ? [] : ['password' as const]),
      ...(passkeys > 0 ? ['passkey' as const] : []),
      ...(sso ? ['singleSignOn' as const] : []),
      ...providers,
    ]
  })
}
