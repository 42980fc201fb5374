import type { User as UserRow } from '#api/accounts/user.ts'
import type { TenantOutcomes as TenantOutcomesRow } from '#api/super-admins/tenant-outcomes.ts'
import type { SuperAdmin as SuperAdminRow } from '#api/super-admins/super-admin.ts'
import type { Tenant as TenantRow, UpgradeRequest as UpgradeRequestRow } from '#api/tenants/tenant.ts'
import { FEATURES, forEachLimit, hasFeature, PLAN_NOUNS, type PlanUse as PlanUseRow } from '#domain/tenants/plans.ts'
import { RoleEnum, TierEnum, UserFilter, UserOrder } from './accounts.ts'
import { builder, enumType, pageCost, forScope } from './schema-builder.ts'
import { DONE, mutation } from './mutation-fields.ts'
import { connection, connectionOf, SortDirection } from './connections.ts'
import { encodeId, uuidOf, uuidOrNull } from './object-ids.ts'

const Features = builder.objectRef<TenantRow['features']>('Features').implement({
  description: 'The features enabled for a workspace.',
  fields: (t) =>
    Object.fromEntries(
      FEATURES.map((feature) => [
        feature,
        t.boolean({
          description: `True if the workspace may use the feature ${feature}.`,
          resolve: (features) => hasFeature(features, feature),
        }),
      ]),
    ),
})

const TenantOutcomes = builder.objectRef<TenantOutcomesRow>('TenantOutcomes').implement({
  description: 'Outcome of the emails of the campaigns that a workspace started in a period, deleted ones included.',
  fields: (t) => ({
    days: t.exposeInt('days', { description: 'Length of the period that ends now: 7 or 30 days.' }),
    sent: t.exposeInt('sent', { description: 'How many left, bounced ones included.' }),
    bounced: t.exposeInt('bounced', { description: 'How many bounced.' }),
    unsubscribed: t.exposeInt('unsubscribed', { description: 'How many led to an unsubscribe.' }),
    complained: t.exposeInt('complained', {
      description:
        'How many addresses were put on the suppression list for a complaint in the period, including complaints that were removed since.',
    }),
  }),
})

const PlanNounEnum = enumType('PlanNoun', { description: 'What a plan limits.', values: PLAN_NOUNS })

const PlanUse = builder.objectRef<PlanUseRow>('PlanUse').implement({
  description: 'How much of a limit of the plan is used.',
  fields: (t) => ({
    noun: t.field({
      type: PlanNounEnum,
      description: 'What is counted. Of campaigns, drafts do not count.',
      resolve: ({ noun }) => noun,
    }),
    used: t.exposeInt('used', { description: 'How many there are.' }),
    most: t.exposeInt('most', { nullable: true, description: 'How many there can be; null without a limit.' }),
  }),
})

const UpgradeRequest = builder.objectRef<UpgradeRequestRow>('UpgradeRequest').implement({
  description: 'A higher plan that an admin of a workspace asks for.',
  fields: (t) => ({
    subscriptionTier: t.field({ type: TierEnum, description: 'The plan.', resolve: ({ tier }) => tier }),
    note: t.exposeString('note', { description: 'What the admin wrote; may be empty.' }),
    requestedAt: t.field({ type: 'DateTime', description: 'When they asked.', resolve: ({ at }) => new Date(at) }),
  }),
})

export const Tenant = builder.objectRef<TenantRow>('Tenant')
builder.node(Tenant, {
  description: 'A workspace with its plan and limits.',
  id: { resolve: (tenant) => tenant.id },
  loadOne: (id, ctx) => ctx.loaders.tenants.load(String(id)),
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Short name, unique.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    domain: t.exposeString('domain', { description: 'Domain of the company; may be empty.' }),
    subscriptionTier: t.field({ type: TierEnum, description: 'Plan.', resolve: (tenant) => tenant.subscriptionTier }),
    planConfirmed: t.exposeBoolean('planConfirmed', {
      description:
        'False until a super admin confirms the plan. Until then, the workspace sends at the Free plan’s pace.',
    }),
    ...forEachLimit(({ noun }, name) => t.exposeInt(name, { description: `Maximum number of ${noun}.` })),
    planUse: t.field({
      type: [PlanUse],
      complexity: 20,
      description: 'Limits of the workspace’s plan, and how much of each is used. Empty for a super admin.',
      resolve: (tenant, _args, ctx) => (ctx.viewer?.tenantId === tenant.id ? ctx.api.tenants.planUse(ctx) : []),
    }),
    isActive: t.exposeBoolean('isActive', { description: 'True if its users can sign in and send.' }),
    newWorkspaceLimits: t.boolean({
      description: 'True if the small daily limits of new workspaces apply.',
      resolve: ({ probationSince }) => probationSince != null,
    }),
    features: t.field({ type: Features, description: 'Feature flags.', resolve: (tenant) => tenant.features }),
    awaitsEmailConfirmation: t.exposeBoolean('awaitsProvenEmail', {
      description:
        'Whether an admin must confirm their email address first. Until then, it sends nothing and adds no users.',
    }),
    requiresSecondFactor: t.exposeBoolean('requiresSecondFactor', {
      description: 'True if every user needs a second factor to work in the workspace.',
    }),
    trialEndsAt: t.expose('trialEndsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'End of the free trial, if any.',
    }),
    deletionAt: t.expose('deletionAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When everything in it will be deleted; null if nobody asked for that. Until then it sends nothing.',
    }),
    upgradeRequest: t.field({
      type: UpgradeRequest,
      nullable: true,
      description:
        'The higher plan that an admin asks for; null if none. For signed-in admins and the super admin; null for everyone else.',
      resolve: ({ upgradeRequest }, _args, { viewer, superAdminId }) =>
        superAdminId || (viewer?.role === 'admin' && viewer.scopes === null) ? (upgradeRequest ?? null) : null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    outcomes: t.field({
      type: [TenantOutcomes],
      nullable: true,
      description:
        'Outcome of the emails of its campaigns of the last 7 and 30 days. For the super admin; null for everyone else.',
      resolve: (tenant, _args, ctx) => (ctx.superAdminId ? ctx.loaders.tenantOutcomes.load(tenant.id) : null),
    }),
  }),
})

export const SuperAdmin = builder.objectRef<SuperAdminRow>('SuperAdmin').implement({
  description: 'The super admin who runs the installation.',
  fields: (t) => ({
    id: t.id({ description: 'Id.', resolve: (admin) => encodeId('SuperAdmin', admin.id) }),
    name: t.exposeString('name', { description: 'Name.' }),
    username: t.exposeString('username', { description: 'Username.' }),
  }),
})

const TenantUser = builder.objectRef<UserRow>('TenantUser').implement({
  description: 'A workspace user, as seen by the super admin.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the user.', resolve: (user) => encodeId('User', user.id) }),
    username: t.exposeString('username', { description: 'Username.' }),
    email: t.exposeString('email', { description: 'Email address.' }),
    name: t.exposeString('name', { description: 'Full name.' }),
    role: t.field({ type: RoleEnum, description: 'Role in the workspace.', resolve: (user) => user.role }),
    isActive: t.exposeBoolean('isActive', { description: 'True if the user can sign in.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the user was added.' }),
  }),
})

const FeaturesInput = builder.inputType('FeaturesInput', {
  description: 'Feature flags to set. Omitted flags stay the same.',
  fields: (t) =>
    Object.fromEntries(
      FEATURES.map((feature) => [
        feature,
        t.boolean({ description: `True to turn the feature ${feature} on for the workspace, false to turn it off.` }),
      ]),
    ),
})

const TenantFilter = builder.inputType('TenantFilter', {
  description: 'Filter for workspaces. All conditions must match.',
  fields: (t) => ({
    ids: t.idList({ description: 'Only those with these ids. Unknown ids are ignored.' }),
    search: t.string({ description: 'Part of the name, slug or domain; case-insensitive.' }),
    subscriptionTier: t.field({ type: TierEnum, description: 'Only those on this plan.' }),
    isActive: t.boolean({ description: 'True if their users can sign in and send.' }),
    upgradeRequested: t.boolean({ description: 'true: only those that ask for a higher plan.' }),
    troubled: t.boolean({
      description:
        'true: only those of whose emails, of campaigns started in the last 30 days, more than 5 % bounced, 0.1 % led to a complaint or 2 % led to an unsubscribe.',
    }),
  }),
})
const TenantOrder = builder.inputType('TenantOrder', {
  description: 'Sort order. Defaults to oldest first.',
  fields: (t) => ({
    field: t.field({
      required: true,
      description: 'Field to sort by.',
      type: enumType('TenantOrderField', {
        description: 'Fields that workspaces can be sorted by.',
        values: ['createdAt', 'name', 'slug'] as const,
      }),
    }),
    direction: t.field({ type: SortDirection, required: true, description: 'Sort direction.' }),
  }),
})

function tenantFilter(filter: typeof TenantFilter.$inferInput | null | undefined) {
  return filter && { ...filter, ids: filter.ids?.flatMap((id) => uuidOrNull('Tenant', id) ?? []) }
}

export const TenantUserConnection = connectionOf('TenantUser', TenantUser)

export const TenantConnection = connectionOf('Tenant', Tenant)

builder.queryFields((t) => ({
  tenant: t.field({
    ...forScope('settings:read'),
    type: Tenant,
    description: 'The current user’s workspace.',
    resolve: (_, _args, ctx) => ctx.api.tenants.currentTenant(ctx),
  }),
  superAdmin: t.field({
    type: SuperAdmin,
    nullable: true,
    skipTypeScopes: true,
    description: 'The signed-in super admin; null if there is none.',
    resolve: (_, _args, ctx) => ctx.api.tenants.currentSuperAdmin(ctx),
  }),
  tenants: t.connection(
    {
      type: Tenant,
      skipTypeScopes: true,
      authScopes: { superAdmin: true },
      complexity: pageCost,
      description: 'All workspaces, at most 500 per page. Super admin only.',
      args: {
        filter: t.arg({ type: TenantFilter, description: 'Filter for workspaces.' }),
        orderBy: t.arg({ type: TenantOrder, description: 'Sort order.' }),
      },
      resolve: (_, args, ctx) =>
        connection(
          args,
          (page) => ctx.api.tenants.listTenants(ctx, tenantFilter(args.filter), args.orderBy, page),
          () => ctx.api.tenants.countTenants(ctx, tenantFilter(args.filter)),
        ),
    },
    TenantConnection,
  ),
  tenantUsers: t.connection(
    {
      type: TenantUser,
      skipTypeScopes: true,
      authScopes: { superAdmin: true },
      complexity: pageCost,
      description: 'The users of a workspace, at most 500 per page. Super admin only. Errors: NOT_FOUND.',
      args: {
        tenantId: t.arg.id({ required: true, description: 'Id of the workspace.' }),
        filter: t.arg({ type: UserFilter, description: 'Filter for users.' }),
        orderBy: t.arg({ type: UserOrder, description: 'Sort order.' }),
      },
      resolve: (_, args, ctx) =>
        connection(
          args,
          (page) =>
            ctx.api.tenants.listTenantUsers(ctx, uuidOf('Tenant', args.tenantId), args.filter, args.orderBy, page),
          () => ctx.api.tenants.countTenantUsers(ctx, uuidOf('Tenant', args.tenantId), args.filter),
        ),
    },
    TenantUserConnection,
  ),
}))

mutation('superAdminLogin', {
  skipTypeScopes: true,
  description:
    'Signs in the super admin. The session uses a separate cookie. With a second factor, answers SECOND_FACTOR_REQUIRED and a challenge for superAdminFinishLogin. Errors: BAD_INPUT, UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, TOO_MANY_REQUESTS.',
  input: {
    description: 'Super admin credentials.',
    fields: (t) => ({
      username: t.string({ required: true, description: 'Username.' }),
      password: t.string({ required: true, description: 'Password.' }),
    }),
  },
  payload: { superAdmin: { type: SuperAdmin, description: 'The super admin.' } },
  resolve: async (input, ctx) => ({ superAdmin: await ctx.api.tenants.superAdminLogin(ctx, input) }),
})
mutation('superAdminLogout', {
  skipTypeScopes: true,
  description: 'Ends all sessions of the signed-in super admin. True if any session was ended.',
  payload: DONE,
  resolve: async (_, ctx) => ({ done: await ctx.api.tenants.superAdminLogout(ctx) }),
})
mutation('superAdminConfirmPassword', {
  skipTypeScopes: true,
  authScopes: { enrollingSuperAdmin: true },
  description:
    'Checks the signed-in super admin’s password and sets a new cookie. For the next 15 minutes, actions that require REAUTHENTICATE are allowed. Errors: BAD_INPUT, TOO_MANY_REQUESTS.',
  input: {
    description: 'The password.',
    fields: (t) => ({ password: t.string({ required: true, description: 'The current password.' }) }),
  },
  payload: DONE,
  resolve: async (input, ctx) => ({ done: await ctx.api.tenants.superAdminConfirmPassword(ctx, input) }),
})
mutation('createTenant', {
  skipTypeScopes: true,
  authScopes: { superAdmin: true },
  description:
    'Creates a workspace. Super admin only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, CONFLICT.',
  input: {
    description: 'A workspace to create. Omitted limits use the tier’s defaults. 999999 means unlimited.',
    fields: (t) => ({
      slug: t.string({ required: true, description: 'Short name, unique: lower-case letters, digits, hyphens.' }),
      name: t.string({ required: true, description: 'Name.' }),
      domain: t.string({ required: true, description: 'Domain of the company.' }),
      subscriptionTier: t.field({ type: TierEnum, description: 'Plan. Defaults to basic.' }),
      ...forEachLimit(({ noun }) => t.int({ description: `Maximum number of ${noun}.` })),
    }),
  },
  payload: { tenant: { type: Tenant, description: 'The workspace.' } },
  resolve: async (input, ctx) => ({ tenant: await ctx.api.tenants.createTenant(ctx, input) }),
})
mutation('updateTenant', {
  skipTypeScopes: true,
  authScopes: { superAdmin: true },
  description:
    'Updates a workspace. Deactivating it ends its sessions and pauses its campaigns. Super admin only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, NOT_FOUND, CONFLICT.',
  input: {
    description:
      'Changes to a workspace. Omitted fields stay the same. A new tier sets its default limits unless you give limits; a higher tier never lowers them.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the workspace.' }),
      name: t.string({ description: 'Name.' }),
      domain: t.string({ description: 'Domain of the company.' }),
      subscriptionTier: t.field({ type: TierEnum, description: 'Plan.' }),
      ...forEachLimit(({ noun }) => t.int({ description: `Maximum number of ${noun}.` })),
      isActive: t.boolean({ description: 'True if its users can sign in and send.' }),
      newWorkspaceLimits: t.boolean({
        description: 'True if the small daily limits of new workspaces apply. Turning them on restarts them.',
      }),
      features: t.field({ type: FeaturesInput, description: 'Feature flags.' }),
    }),
  },
  payload: { tenant: { type: Tenant, description: 'The workspace.' } },
  resolve: async ({ id, ...input }, ctx) => ({
    tenant: await ctx.api.tenants.updateTenant(ctx, uuidOf('Tenant', id), input),
  }),
})
mutation('confirmPlan', {
  skipTypeScopes: true,
  authScopes: { superAdmin: true },
  description:
    'Confirms the plan a workspace signed up for. Super admin only, requires a recent sign-in. Errors: REAUTHENTICATE, NOT_FOUND.',
  input: {
    description: 'The input of confirmPlan.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the workspace.' }) }),
  },
  payload: { tenant: { type: Tenant, description: 'The workspace.' } },
  resolve: async ({ id }, ctx) => ({ tenant: await ctx.api.tenants.confirmPlan(ctx, uuidOf('Tenant', id)) }),
})
mutation('requestUpgrade', {
  authScopes: { admin: true },
  description:
    'Asks the super admins for a higher plan; a later request replaces an earlier one. They grant it by updateTenant, or decline it. Signed-in admins only. Errors: BAD_INPUT.',
  input: {
    description: 'The plan to ask for.',
    fields: (t) => ({
      requestedTier: t.field({ type: TierEnum, required: true, description: 'A higher plan than the present one.' }),
      note: t.string({ description: 'Why, in at most 1,000 characters.' }),
    }),
  },
  payload: { tenant: { type: Tenant, description: 'The workspace.' } },
  resolve: async (input, ctx) => ({ tenant: await ctx.api.tenants.requestUpgrade(ctx, input) }),
})
mutation('declineUpgrade', {
  skipTypeScopes: true,
  authScopes: { superAdmin: true },
  description:
    'Declines the higher plan that a workspace asks for; the admin who asked is told by email. Super admin only, requires a recent sign-in. Errors: REAUTHENTICATE, NOT_FOUND.',
  input: {
    description: 'The input of declineUpgrade.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the workspace.' }) }),
  },
  payload: { tenant: { type: Tenant, description: 'The workspace.' } },
  resolve: async ({ id }, ctx) => ({ tenant: await ctx.api.tenants.declineUpgrade(ctx, uuidOf('Tenant', id)) }),
})
mutation('createTenantUser', {
  skipTypeScopes: true,
  authScopes: { superAdmin: true },
  description:
    'Adds a user to a workspace. Super admin only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, NOT_FOUND, CONFLICT, LIMIT_REACHED.',
  input: {
    description: 'A user to add to a workspace.',
    fields: (t) => ({
      tenantId: t.id({ required: true, description: 'Id of the workspace.' }),
      username: t.string({ required: true, description: 'Username; unique, case-insensitive.' }),
      password: t.string({ required: true, description: 'At least 8 characters.' }),
      email: t.string({ required: true, description: 'Email address.' }),
      name: t.string({ required: true, description: 'Full name.' }),
      role: t.field({ type: RoleEnum, required: true, description: 'Role in the workspace.' }),
    }),
  },
  payload: { tenantUser: { type: TenantUser, description: 'The user.' } },
  resolve: async ({ tenantId, ...input }, ctx) => ({
    tenantUser: await ctx.api.tenants.createTenantUser(ctx, uuidOf('Tenant', tenantId), input),
  }),
})
mutation('resetTenantUserFactor', {
  skipTypeScopes: true,
  authScopes: { superAdmin: true },
  description:
    'Removes the lost second factor of a workspace’s user with its recovery codes, and ends their sessions and live links to spreadsheets. They are told by email. Super admin only, requires a recent sign-in. Errors: REAUTHENTICATE, NOT_FOUND.',
  input: {
    description: 'The input of resetTenantUserFactor.',
    fields: (t) => ({
      tenantId: t.id({ required: true, description: 'Id of the workspace.' }),
      id: t.id({ required: true, description: 'Id of the user.' }),
    }),
  },
  payload: { tenantUser: { type: TenantUser, description: 'The user.' } },
  resolve: async ({ tenantId, id }, ctx) => ({
    tenantUser: await ctx.api.tenants.resetTenantUserFactor(ctx, uuidOf('Tenant', tenantId), uuidOf('User', id)),
  }),
})
