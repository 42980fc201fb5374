import { useQuery } from '@apollo/client/react'
import { Shield, UserRound } from 'lucide-react'
import { SIGNED_OUT } from '#web/apollo.ts'
import type { TenantUserFieldsFragment } from '#web/generated/graphql.ts'
import { ROLE_WORDS } from '#web/settings/role-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Cell, HeaderCell, Row, Table } from '#web/ui/table.tsx'
import { CreateTenantUser } from './create-tenant-user.tsx'
import { TENANT_USERS } from './operations.ts'
import { superAdminFailure } from './super-admin-failure.ts'
import type { Tenant } from './operations.ts'

export interface TenantUsersProps {
  tenants: readonly Tenant[]
  /** Whose people are shown; the first tenant when there is none of this id. */
  tenantId: string | null
  onTenant: (tenantId: string) => void
}

/** The people of a workspace, and a form to add one (spec §2 User Management). */
export function TenantUsers({ tenants, tenantId, onTenant }: TenantUsersProps) {
  const tenant = tenants.find(({ id }) => id === tenantId) ?? tenants[0]
  if (!tenant) return <EmptyState drawing="cards" title="No tenants yet" />
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="grid gap-4">
        <Field label="Tenant" className="sm:max-w-96">
          <Select
            value={tenant.id}
            onChange={(event) => onTenant(event.target.value)}
            options={tenants.map(({ id, name, slug }) => ({ value: id, label: `${name} (${slug})` }))}
          />
        </Field>
        <UserList tenant={tenant} />
      </div>
      <CreateTenantUser key={tenant.id} tenant={tenant} />
    </div>
  )
}

function UserList({ tenant }: { tenant: Tenant }) {
  const { data, error, loading, refetch } = useQuery(TENANT_USERS, {
    variables: { tenantId: tenant.id },
    context: SIGNED_OUT,
    notifyOnNetworkStatusChange: true,
  })
  const users = data?.tenantUsers
  return (
    <Card
      flush
      title={`Users of ${tenant.name}`}
      actions={users && <span className="figures text-ink-soft">{users.length.toLocaleString()}</span>}
    >
      <div className="border-t border-line">
        {users ? (
          users.length > 0 ? (
            <UserTable users={users} />
          ) : (
            <EmptyState drawing="cards" title="Nobody yet" line="Create the first user of this tenant." />
          )
        ) : error ? (
          <ErrorState
            title="The users could not be loaded"
            line={superAdminFailure(error)}
            onRetry={() => void refetch()}
            retrying={loading}
          />
        ) : (
          <Loading label="Loading users..." className="grid gap-4 p-5">
            <Skeleton className="w-full" />
            <Skeleton className="w-full" />
          </Loading>
        )}
      </div>
    </Card>
  )
}

function UserTable({ users }: { users: readonly TenantUserFieldsFragment[] }) {
  return (
    <Table label="Users">
      <thead>
        <tr>
          <HeaderCell>Name</HeaderCell>
          <HeaderCell className="max-md:hidden">Username</HeaderCell>
          <HeaderCell className="max-sm:hidden">Email</HeaderCell>
          <HeaderCell>Role</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {users.map(({ id, name, username, email, role, isActive }) => (
          <Row key={id}>
            <Cell className="max-w-44 py-1.5 sm:max-w-56">
              <span className="font-strong">{name}</span>
              <span className="block truncate text-ink-soft sm:hidden">{email}</span>
            </Cell>
            <Cell className="max-w-48 max-md:hidden">{username}</Cell>
            <Cell className="max-w-64 max-sm:hidden">{email}</Cell>
            <Cell>
              <span className="flex gap-1.5">
                <Badge icon={role === 'admin' ? Shield : UserRound}>{ROLE_WORDS[role]}</Badge>
                {!isActive && <Badge tone="waiting">Inactive</Badge>}
              </span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
