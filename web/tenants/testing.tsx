import { pageOf, show, type Root } from '#web/testing/world.tsx'
import { SuperAdminPage } from './super-admin/super-admin-page.tsx'

/** The signed-in super admin of the tests. */
export const RUTH = { id: 'ruth', name: 'Ruth', username: 'ruth', mustSetUpSecondFactor: false }
/** Every feature, turned on. */
export const FEATURES = {
  htmlBuilder: true,
  abTesting: true,
  attachments: true,
  tracking: true,
  apiAccess: true,
  warmup: true,
}

/** A workspace as the server returns it. */
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
    newWorkspaceLimits: false,
    trialEndsAt: null,
    planConfirmed: true,
    deletionAt: null,
    createdAt: '2026-01-31T12:00:00.000Z',
    features: FEATURES,
    ...fields,
  }
}

/** A user of a workspace in the tests. */
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

/** The variables of a query for a page of workspaces. */
export interface Asked {
  first?: number
  filter?: { search?: string; ids?: string[] }
}

/** Returns a function that answers queries for pages of workspaces, filtered as on the server. */
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

/** Opens the panel with a server of two workspaces; the super admin is signed in unless `root` says otherwise. */
export function showPage(root: Root = {}, at = '/supadmin') {
  return show(<SuperAdminPage />, {
    root: {
      superAdmin: RUTH,
      refusedRegistrations: [],
      tenants: tenantsOf(tenant('one'), tenant('two')),
      tenantUsers: (page: object) => pageOf([BOB], page),
      ...root,
    },
    at,
  })
}

export type Shown = ReturnType<typeof showPage>
