import { createTenantUserInput } from '#domain/accounts/accounts.ts'
import { WORKSPACE_LIMIT_NAMES } from '#domain/tenants/plans.ts'
import { createTenantInput, updateTenantInput } from '#domain/tenants/tenants.ts'
import { byId, type DocumentRow } from '../row.ts'
import { fill, input, listOf, MESSAGE, named, object, plus, selected } from '../payload-shapes.ts'

const SUPER_ADMIN = `id name username`
const superAdmin = named('SuperAdmin', selected('SuperAdmin', SUPER_ADMIN))
const TENANT = `id slug name domain subscriptionTier ${WORKSPACE_LIMIT_NAMES.join(' ')} isActive trialEndsAt createdAt
  features { htmlBuilder abTesting attachments tracking apiAccess warmup }`
const tenant = named('Tenant', selected('Tenant', TENANT))
const TENANT_USER = `id username email name role isActive createdAt`
const tenantUser = named('TenantUser', selected('TenantUser', TENANT_USER))

/** REST calls of super admins, who have a separate session. */
export const tenantRows: readonly DocumentRow[] = [
  {
    method: 'GET',
    path: '/api/supadmin/me',
    summary: 'The signed-in super admin',
    answers: superAdmin,
    document: `query { superAdmin { ${SUPER_ADMIN} } }`,
    reply: (data) => data['superAdmin'],
  },
  {
    method: 'POST',
    path: '/api/supadmin/login',
    summary: 'Sign in as super admin; the session uses a separate cookie',
    open: true,
    takes: input('SuperAdminLoginInput'),
    answers: object({ superAdmin }),
    document: `mutation ($input: SuperAdminLoginInput!) { superAdminLogin(input: $input) { superAdmin { ${SUPER_ADMIN} } } }`,
    variables: ({ body }) => ({ input: fill('SuperAdminLoginInput', body) }),
    reply: (data) => ({ superAdmin: data['superAdminLogin'] }),
  },
  {
    method: 'POST',
    path: '/api/supadmin/login/finish',
    summary: 'Finish a super admin’s sign-in with the code of a second factor',
    open: true,
    takes: input('SuperAdminFinishLoginInput'),
    answers: object({ superAdmin }),
    document: `mutation ($input: SuperAdminFinishLoginInput!) { superAdminFinishLogin(input: $input) { superAdmin { ${SUPER_ADMIN} } } }`,
    variables: ({ body }) => ({ input: fill('SuperAdminFinishLoginInput', body) }),
    reply: (data) => ({ superAdmin: data['superAdminFinishLogin'] }),
  },
  {
    method: 'POST',
    path: '/api/supadmin/logout',
    summary: 'End the super admin session',
    open: true,
    answers: object({ message: MESSAGE }),
    document: `mutation { superAdminLogout { done } }`,
    reply: () => ({ message: 'Logged out' }),
  },
  {
    method: 'GET',
    path: '/api/supadmin/tenants',
    summary: 'Every workspace',
    answers: listOf(tenant),
    pageSize: 500,
    document: `query ($first: Int!, $after: String, $count: Boolean!) {
      tenants(first: $first, after: $after) { totalCount @include(if: $count) pageInfo { hasNextPage endCursor } edges { node { ${TENANT} } } } }`,
    page: (data) => data['tenants'],
  },
  {
    method: 'POST',
    path: '/api/supadmin/tenants',
    summary: 'Create a workspace; omitted limits use the tier’s defaults',
    status: 201,
    takes: input('CreateTenantInput'),
    rules: createTenantInput,
    answers: plus(tenant, { message: MESSAGE }),
    document: `mutation ($input: CreateTenantInput!) { createTenant(input: $input) { tenant { ${TENANT} } } }`,
    variables: ({ body }) => ({ input: fill('CreateTenantInput', body) }),
    reply: (data) => ({ ...data['createTenant'], message: 'Tenant created successfully' }),
  },
  {
    method: 'PUT',
    path: '/api/supadmin/tenants/:id',
    summary: 'Change a workspace; omitted fields and flags stay the same',
    takes: input('UpdateTenantInput', ['id']),
    rules: updateTenantInput,
    answers: plus(tenant, { message: MESSAGE }),
    document: `mutation ($input: UpdateTenantInput!) { updateTenant(input: $input) { tenant { ${TENANT} } } }`,
    variables: (request) => ({ input: { ...fill('UpdateTenantInput', request.body), ...byId(request) } }),
    reply: (data, { body }) => ({
      ...data['updateTenant'],
      message: body.features ? 'Features updated successfully' : 'Tenant updated successfully',
    }),
  },
  {
    method: 'GET',
    path: '/api/supadmin/tenants/:id/users',
    summary: 'The users of a workspace',
    answers: listOf(tenantUser),
    pageSize: 500,
    document: `query ($id: ID!, $first: Int!, $after: String, $count: Boolean!) {
      tenantUsers(tenantId: $id, first: $first, after: $after) {
        totalCount @include(if: $count) pageInfo { hasNextPage endCursor } edges { node { ${TENANT_USER} } } } }`,
    variables: byId,
    page: (data) => data['tenantUsers'],
  },
  {
    method: 'POST',
    path: '/api/supadmin/tenants/:id/users',
    summary: 'Add a user to a workspace',
    status: 201,
    takes: input('CreateTenantUserInput', ['tenantId']),
    rules: createTenantUserInput,
    answers: plus(tenantUser, { message: MESSAGE }),
    document: `mutation ($input: CreateTenantUserInput!) {
      createTenantUser(input: $input) { tenantUser { ${TENANT_USER} } } }`,
    variables: (request) => ({
      input: { ...fill('CreateTenantUserInput', request.body), tenantId: request.params['id'] },
    }),
    reply: (data) => ({ ...data['createTenantUser'], message: 'User created successfully' }),
  },
]
