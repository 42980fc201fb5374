import { useState } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { useTenant, useTenants } from './use-tenants.ts'

export interface TenantChoiceProps {
  tenantId: string | null
  onTenant: (tenantId: string | null) => void
}

/** Chooses a workspace, or none. If there are many, they can be searched. */
export function TenantChoice({ tenantId, onTenant }: TenantChoiceProps) {
  const [search, setSearch] = useState('')
  const list = useTenants(search)
  const { tenant } = useTenant(tenantId, list.tenants)
  const found = list.tenants ?? []
  const offered = tenant && !found.some(({ id }) => id === tenant.id) ? [tenant, ...found] : found
  return (
    <>
      {(list.more.hasMore || search !== '' || list.search !== '') && (
        <Field label="Find a tenant">
          <Input
            type="search"
            placeholder="Name, slug or domain"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </Field>
      )}
      <Field label="Tenant">
        <Select
          value={tenantId ?? ''}
          onChange={({ target }) => onTenant(target.value || null)}
          options={[
            { value: '', label: 'The installation' },
            ...offered.map(({ id, name, slug }) => ({ value: id, label: `${name} (${slug})` })),
          ]}
        />
      </Field>
    </>
  )
}
