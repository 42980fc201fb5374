import type { Call } from '#api/platform/call-context.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { User } from '../user.ts'
import { findLink, type AccountLink } from './account-links.ts'

/** An emailed link as its page describes it: the act it allows and the person it is for. */
export interface DescribedLink extends Pick<AccountLink, 'kind' | 'email' | 'expiresAt'> {
  workspace: string
  username: string
  name: string
}

/** Describes an emailed link without using it; null if it is unknown, used or expired. */
export async function accountLink(call: Call, token: string): Promise<DescribedLink | null> {
  const link = await findLink(call.app, token.slice(0, 200))
  if (!link) return null
  const { tenantId, userId, kind, email, expiresAt } = link
  return call.app.database.inTenant(tenantId, async (em) => {
    const { username, name } = await em.findOneOrFail(User, { tenantId, id: userId })
    const { name: workspace } = await em.findOneOrFail(Tenant, { id: tenantId })
    return { kind, email, expiresAt, workspace, username, name }
  })
}
