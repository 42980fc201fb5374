import { useMutation } from '@apollo/client/react'
import { createTenantUserInput } from '#domain/accounts/accounts.ts'
import { NewUserForm } from '#web/accounts/new-user-form.tsx'
import { withRow } from '#web/client/graphql-connection-rows.ts'
import { CREATE_TENANT_USER, TENANT_USER_TOTAL, TENANT_USERS, TENANT_USERS_PAGE, type Tenant } from '../operations.ts'
import { superAdminFailure, AS_SUPER_ADMIN } from '../super-admin/super-admin-session.ts'

/** Adds a user to a workspace; every field is required (product: super-admin.users). */
export function CreateTenantUser({ tenant }: { tenant: Tenant }) {
  const [createUser, { loading }] = useMutation(CREATE_TENANT_USER, {
    context: AS_SUPER_ADMIN,
    update: (cache, { data }) => {
      const user = data?.createTenantUser?.tenantUser
      if (!user) return
      const edge = { __typename: 'TenantUserEdge' as const, cursor: '', node: user }
      cache.updateQuery(
        { query: TENANT_USERS, variables: { tenantId: tenant.id, first: TENANT_USERS_PAGE } },
        (list) => list && { tenantUsers: withRow(list.tenantUsers, edge, 'end') },
      )
      cache.updateQuery(
        { query: TENANT_USER_TOTAL, variables: { tenantId: tenant.id } },
        (counted) =>
          counted && { tenantUsers: { ...counted.tenantUsers, totalCount: counted.tenantUsers.totalCount + 1 } },
      )
    },
  })
  return (
    <NewUserForm
      schema={createTenantUserInput}
      description={`In ${tenant.name}`}
      hasUsername
      role={{ required: true }}
      create={(input) => createUser({ variables: { input: { tenantId: tenant.id, ...input } } })}
      busy={loading}
      signInWords={({ name, username }) => `${name} can sign in as ${username}.`}
      failureWords={superAdminFailure}
    />
  )
}
