import { Plus, Search, SlidersHorizontal, Users } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { WORKSPACE_LIMIT_NAMES, WORKSPACE_LIMITS } from '#domain/tenants/plans.ts'
import { ShowMore } from '#web/shared/show-more.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { cn } from '#web/ui/class-names.ts'
import { AdornedInput } from '#web/ui/input.tsx'
import { Cell, HeaderCell, Row, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { CreateTenantDialog } from './create-tenant-dialog.tsx'
import { TenantDialog } from './tenant-dialog.tsx'
import type { Tenant } from './operations.ts'
import { limitText, tierName } from './tenant-texts.ts'
import { TenantsFallback } from './installation/tenant-list-fallback.tsx'
import { useTenants, useTenantTotal } from './use-tenants.ts'

export interface TenantManagementProps {
  onUsers: (tenant: Tenant) => void
}

/**
 * Every workspace with its plan and limits; creates workspaces and toggles features (product: super-admin.workspaces).
 */
export function TenantManagement({ onUsers }: TenantManagementProps) {
  const [search, setSearch] = useState('')
  const [openId, setOpenId] = useState<string | null>(null)
  const list = useTenants(search)
  const { tenants } = list
  const { total, atLeast } = useTenantTotal(list)
  const opened = tenants?.find(({ id }) => id === openId)
  if (!tenants) return <TenantsFallback list={list} />
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <AdornedInput
          type="search"
          aria-label="Search tenants"
          placeholder="Search by name, slug or domain"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          before={<Search aria-hidden="true" className="size-4" />}
          className="min-w-0 grow basis-full sm:max-w-96 sm:basis-60"
        />
        <Badge icon={null} className={cn(total === undefined && 'invisible')}>
          {(total ?? atLeast).toLocaleString()} {total === 1 ? 'tenant' : 'tenants'}
        </Badge>
        <div className="ml-auto">
          <CreateTenantDialog
            onCreated={() => setSearch('')}
            trigger={
              <Button variant="primary" icon={Plus}>
                Create Tenant
              </Button>
            }
          />
        </div>
      </div>
      <Card flush>
        {tenants.length > 0 ? (
          <TenantTable tenants={tenants} onOpen={(tenant) => setOpenId(tenant.id)} onUsers={onUsers} />
        ) : (
          <EmptyState
            drawing={list.search === '' ? 'cards' : 'search'}
            title={list.search === '' ? 'No tenants yet' : 'No tenants match your search'}
          />
        )}
      </Card>
      <ShowMore more={list.more} of="tenants" busy={list.loading} />
      <TenantDialog tenant={opened} onClose={() => setOpenId(null)} />
    </>
  )
}

interface TenantTableProps extends Pick<TenantManagementProps, 'onUsers'> {
  tenants: readonly Tenant[]
  onOpen: (tenant: Tenant) => void
}

function TenantTable({ tenants, onOpen, onUsers }: TenantTableProps) {
  return (
    <Table label="Tenants">
      <thead>
        <tr>
          <HeaderCell>Name</HeaderCell>
          <HeaderCell className="max-lg:hidden">Domain</HeaderCell>
          <HeaderCell className="max-sm:hidden">Plan</HeaderCell>
          {WORKSPACE_LIMIT_NAMES.map((name) => (
            <HeaderCell key={name} numeric className="max-lg:hidden">
              {WORKSPACE_LIMITS[name].title}
            </HeaderCell>
          ))}
          <HeaderCell className="max-sm:hidden">Status</HeaderCell>
          <HeaderCell className="max-md:hidden">Created</HeaderCell>
          <HeaderCell>
            <span className="sr-only">Actions</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {tenants.map((tenant) => (
          <Row key={tenant.id}>
            <Cell className="py-1.5 max-sm:w-full max-sm:max-w-0 sm:max-w-52">
              <span className="block truncate font-strong">{tenant.name}</span>
              <span className="block truncate text-xs text-ink-soft">{tenant.slug}</span>
              <span className="block truncate text-xs text-ink-soft sm:hidden">
                {tierName(tenant.subscriptionTier)}
                {!tenant.planConfirmed && ' (not confirmed)'} ·{' '}
                {tenant.deletionAt ? 'to be deleted' : tenant.isActive ? 'active' : 'inactive'}
              </span>
            </Cell>
            <Cell className="max-w-48 max-lg:hidden">{tenant.domain || '–'}</Cell>
            <Cell className="max-sm:hidden">
              {tierName(tenant.subscriptionTier)}
              {!tenant.planConfirmed && (
                <Badge tone="waiting" className="ml-2">
                  Not confirmed
                </Badge>
              )}
            </Cell>
            {WORKSPACE_LIMIT_NAMES.map((name) => (
              <Cell key={name} numeric className="max-lg:hidden">
                {limitText(tenant[name])}
              </Cell>
            ))}
            <Cell className="max-sm:hidden">
              <TenantStatus tenant={tenant} />
            </Cell>
            <Cell className="max-md:hidden">
              <Time at={tenant.createdAt} show="day" />
            </Cell>
            <Cell className="w-px">
              <span className="flex justify-end gap-1">
                <IconButton
                  icon={SlidersHorizontal}
                  label={`Plan and features for ${tenant.name}`}
                  size="sm"
                  onClick={() => onOpen(tenant)}
                />
                <IconButton icon={Users} label={`Users in ${tenant.name}`} size="sm" onClick={() => onUsers(tenant)} />
              </span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function TenantStatus({ tenant: { deletionAt, isActive } }: { tenant: Tenant }) {
  if (deletionAt) {
    return (
      <>
        <Badge tone="bad">To be deleted</Badge>
        <span className="block text-xs text-ink-soft">
          on <Time at={deletionAt} show="day" />
        </span>
      </>
    )
  }
  return isActive ? <Badge tone="good">Active</Badge> : <Badge tone="waiting">Inactive</Badge>
}
