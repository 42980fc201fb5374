import type { ApolloClient } from '@apollo/client'
import type { OwnContext } from '#web/apollo.ts'
import { SUPER_ADMIN } from './operations.ts'

/** Forgets the super admin and what was read as one: the panel gives way to its sign-in. */
export function forgetSuperAdmin(client: Pick<ApolloClient, 'cache' | 'writeQuery'>): void {
  client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'tenants', broadcast: false })
  client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'tenantUsers', broadcast: false })
  client.writeQuery({ query: SUPER_ADMIN, data: { superAdmin: null } })
  client.cache.gc()
}

/** For calls of the super admin, whose session is apart from everyone else's (product: super-admin.apart). */
export const AS_SUPER_ADMIN: OwnContext = { whenSignedOut: forgetSuperAdmin, confirmer: 'superAdmin' }
