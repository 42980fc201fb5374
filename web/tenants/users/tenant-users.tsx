import { useQuery } from '@apollo/client/react'
import { Shield, UserRound } from '#web/ui/generated/icons.ts'
import { useCallback, useState } from 'react'
import { ROLE_WORDS } from '#web/accounts/role-texts.ts'
import type { TenantUserFieldsFragment } from '#web/generated/graphql.ts'
import { ShowMore } from '#web/shared/show-more.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Cell, HeaderCell, Row, Table } from '#web/ui/table.tsx'
import { usePagination } from '#web/shared/use-pagination.ts'
import { useTotal } from '#web/shared/use-list-total.ts'
import { CreateTenantUser } from './create-tenant-user.tsx'
import { TENANT_USER_TOTAL, TENANT_USERS, TENANT_USERS_PAGE, type Tenant } from '../operations.ts'
import { ResetTenantUserFactor } from './reset-tenant-user-factor.tsx'
import { superAdminFailure, AS_SUPER_ADMIN } from '../super-admin/super-admin-session.ts'
import { TenantsFallback } from '../installation/tenant-list-fallback.tsx'
import { useTenant, useTenants } from '../use-tenants.ts'

export interface TenantUsersProps {
  /** Id of the shown workspace; the first one is shown if it does not exist. */
  tenantId: string | null
  onTenant: (tenantId: string) => void
}

/** A workspace's users, and a form to add one (product: super-admin.users). */
export function TenantUsers({ tenantId, onTenant }: TenantUsersProps) {
  const [search, setSearch] = useState('')
  const list = useTenants(search)
  const asked = useTenant(tenantId, list.tenants)
  if (!list.tenants || asked.loading) return <TenantsFallback list={list} />
  const tenant = asked.tenant ?? list.tenants[0]
  const many = list.more.hasMore || search !== '' || list.search !== ''
  if (!tenant && !many) return <EmptyState drawing="cards" title="No tenants yet" />
  const offered = [...list.tenants]
  if (tenant && !offered.some(({ id }) => id === tenant.id)) offered.unshift(tenant)
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {many && (
            <Field label="Find a tenant">
              <Input
                type="search"
                placeholder="Name, slug or domain"
                value={search}
                onChange={(event) => setSearch(event.target.value)}
              />
            </Field>
          )}
          {tenant && (
            <Field label="Tenant">
              <Select
                value={tenant.id}
                onChange={(event) => onTenant(event.target.value)}
                options={offered.map(({ id, name, slug }) => ({ value: id, label: `${name} (${slug})` }))}
              />
            </Field>
          )}
        </div>
        {tenant ? <UserList tenant={tenant} /> : <EmptyState drawing="search" title="No tenants match your search" />}
      </div>
      {tenant && <CreateTenantUser key={tenant.id} tenant={tenant} />}
    </div>
  )
}

function UserList({ tenant }: { tenant: Tenant }) {
  const { data, error, loading, refetch, fetchMore } = useQuery(TENANT_USERS, {
    variables: { tenantId: tenant.id, first: TENANT_USERS_PAGE },
    context: AS_SUPER_ADMIN,
    notifyOnNetworkStatusChange: true,
  })
  const users = data?.tenantUsers.edges.map(({ node }) => node)
  const fetchPage = useCallback(
    (after: string) => fetchMore({ variables: { first: TENANT_USERS_PAGE, after } }),
    [fetchMore],
  )
  const more = usePagination(data?.tenantUsers.pageInfo, fetchPage)
  const { total } = useTotal({
    query: TENANT_USER_TOTAL,
    variables: { tenantId: tenant.id },
    totalOf: ({ tenantUsers }) => tenantUsers.totalCount,
    list: data?.tenantUsers,
    context: AS_SUPER_ADMIN,
  })
  return (
    <Card
      flush
      title={`Users in ${tenant.name}`}
      actions={total !== undefined && <span className="figures text-ink-soft">{total.toLocaleString()}</span>}
    >
      <div className="border-t border-line">
        {users ? (
          users.length > 0 ? (
            <>
              <UserTable tenantId={tenant.id} users={users} />
              <ShowMore more={more} of="users" busy={loading} />
            </>
          ) : (
            <EmptyState drawing="cards" title="No users yet" line="Create the first user of this tenant." />
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

function UserTable({ tenantId, users }: { tenantId: string; users: readonly TenantUserFieldsFragment[] }) {
  return (
    <Table label="Users">
      <thead>
        <tr>
          <HeaderCell>Name</HeaderCell>
          <HeaderCell className="max-lg:hidden">Username</HeaderCell>
          <HeaderCell className="max-sm:hidden">Email</HeaderCell>
          <HeaderCell className="max-sm:hidden">Role</HeaderCell>
          <HeaderCell>
            <span className="sr-only">Actions</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => {
          const { id, name, username, email, role, isActive } = user
          return (
            <Row key={id}>
              <Cell className="py-1.5 max-sm:w-full max-sm:max-w-0 sm:max-w-56">
                <span className="font-strong">{name}</span>
                <span className="block truncate text-ink-soft sm:hidden">{email}</span>
                <span className="block text-xs text-ink-soft sm:hidden">
                  {`Role: ${ROLE_WORDS[role]}${isActive ? '' : ', inactive'}`}
                </span>
              </Cell>
              <Cell className="max-w-48 max-lg:hidden">{username}</Cell>
              <Cell className="max-w-64 max-sm:hidden">{email}</Cell>
              <Cell className="max-sm:hidden">
                <span className="flex gap-1.5">
                  <Badge icon={role === 'admin' ? Shield : UserRound}>{ROLE_WORDS[role]}</Badge>
                  {!isActive && <Badge tone="waiting">Inactive</Badge>}
                </span>
              </Cell>
              <Cell>
                <ResetTenantUserFactor tenantId={tenantId} user={user} />
              </Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
