import { pageOf, show, type Root } from '#web/testing/world.tsx'
import { SuperAdminPage } from './super-admin-page.tsx'

/** The super admin who is signed in. */
export const RUTH = { id: 'ruth', name: 'Ruth', username: 'ruth' }
/** Every feature, switched on. */
export const FEATURES = {
  htmlBuilder: true,
  abTesting: true,
  attachments: true,
  tracking: true,
  apiAccess: true,
  warmup: true,
}

/** A workspace as the server tells it. */
export function tenant(id: string, fields: Record<string, unknown> = {}) {
  return {
    __typename: 'Tenant',
    id,
    slug: id,
    name: `Name ${id}`,
    domain: `${id}.example`,
    subscriptionTier: 'basic',
    maxUsers: 5,
    maxContacts: 1_000,
    maxCampaigns: 10,
    isActive: true,
    trialEndsAt: null,
    planConfirmed: true,
    createdAt: '2026-01-31T12:00:00.000Z',
    features: FEATURES,
    ...fields,
  }
}

/** Somebody in a workspace. */
export const BOB = {
  __typename: 'TenantUser',
  id: 'bob',
  username: 'bob',
  email: 'bob@example.com',
  name: 'Bob Ray',
  role: 'user',
  isActive: true,
  createdAt: '2026-01-31T12:00:00.000Z',
}

/** What a page of tenants is asked with. */
export interface Asked {
  first?: number
  filter?: { search?: string; ids?: string[] }
}

/** Pages of tenants, found as the server finds them. */
export function tenantsOf(...all: ReturnType<typeof tenant>[]) {
  return ({ filter, ...page }: Asked) => {
    const wanted = filter?.search?.toLowerCase() ?? ''
    const found = all.filter(
      ({ id, name, slug, domain }) =>
        `${name} ${slug} ${domain}`.toLowerCase().includes(wanted) && (filter?.ids?.includes(id) ?? true),
    )
    return pageOf(found, page)
  }
}

/** Opens the panel over a server with two workspaces; the super admin is signed in unless `root` says otherwise. */
export function showPage(root: Root = {}, at = '/supadmin') {
  return show(<SuperAdminPage />, {
    root: {
      superAdmin: RUTH,
      tenants: tenantsOf(tenant('one'), tenant('two')),
      tenantUsers: (page: object) => pageOf([BOB], page),
      ...root,
    },
    at,
  })
}

/** The opened panel. */
export type Shown = ReturnType<typeof showPage>
