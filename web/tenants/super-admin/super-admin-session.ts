import type { ApolloClient } from '@apollo/client'
import type { OwnContext } from '#web/client/apollo.ts'
import { SUPER_ADMIN } from '../operations.ts'
import { errorMessage } from '#web/client/call-errors.ts'

/** Removes the super admin and their data from the cache, so that the panel shows its sign-in form. */
export function clearSuperAdmin(client: Pick<ApolloClient, 'cache' | 'writeQuery'>): void {
  client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'tenants', broadcast: false })
  client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'tenantUsers', broadcast: false })
  client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'installation', broadcast: false })
  client.writeQuery({ query: SUPER_ADMIN, data: { superAdmin: null } })
  client.cache.gc()
}

/** Call options for super admin calls, which use a separate session (product: super-admin.apart). */
export const AS_SUPER_ADMIN: OwnContext = { whenSignedOut: clearSuperAdmin, confirmer: 'superAdmin' }

/** Returns the message of a failure for the super admin: the server's, or 'Network error'. */
export function superAdminFailure(error: unknown): string {
  return error instanceof TypeError ? 'Network error' : errorMessage(error, 'Network error')
}
