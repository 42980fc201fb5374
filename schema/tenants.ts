import type { SuperAdmin as SuperAdminRow } from '#api/tenants/super-admin.ts'
import type { Tenant as TenantRow } from '#api/tenants/tenant.ts'
import { FEATURES, hasFeature, TIERS } from '#domain/plans.ts'
import { builder } from './builder.ts'
import { encodeId } from './ids.ts'

const TierEnum = builder.enumType('Tier', { description: 'The plan of a workspace.', values: TIERS })

const Features = builder.objectRef<TenantRow['features']>('Features').implement({
  description: 'What is switched on for a workspace.',
  fields: (t) =>
    Object.fromEntries(
      FEATURES.map((feature) => [
        feature,
        t.boolean({ description: `Whether ${feature} is on.`, resolve: (features) => hasFeature(features, feature) }),
      ]),
    ),
})

export const Tenant = builder.objectRef<TenantRow>('Tenant').implement({
  description: 'A workspace with its plan and limits.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the workspace.', resolve: (tenant) => encodeId('Tenant', tenant.id) }),
    slug: t.exposeString('slug', { description: 'Short name, unique.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    domain: t.exposeString('domain', { description: 'Domain of the company; may be empty.' }),
    subscriptionTier: t.field({ type: TierEnum, description: 'Plan.', resolve: (tenant) => tenant.subscriptionTier }),
    maxUsers: t.exposeInt('maxUsers', { description: 'Most users.' }),
    maxContacts: t.exposeInt('maxContacts', { description: 'Most contacts.' }),
    maxCampaigns: t.exposeInt('maxCampaigns', { description: 'Most campaigns.' }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether its people can sign in and send.' }),
    features: t.field({ type: Features, description: 'Feature flags.', resolve: (tenant) => tenant.features }),
    trialEndsAt: t.expose('trialEndsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'End of the free trial, if any.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was opened.' }),
  }),
})

const SuperAdmin = builder.objectRef<SuperAdminRow>('SuperAdmin').implement({
  description: 'Who runs the installation.',
  fields: (t) => ({
    id: t.id({ description: 'Id.', resolve: (admin) => encodeId('SuperAdmin', admin.id) }),
    name: t.exposeString('name', { description: 'Name.' }),
    username: t.exposeString('username', { description: 'Sign-in name.' }),
  }),
})

const SuperAdminLogin = builder.inputType('SuperAdminLoginInput', {
  description: 'A sign-in of the super admin.',
  fields: (t) => ({
    username: t.string({ required: true, description: 'Username.' }),
    password: t.string({ required: true, description: 'Password.' }),
  }),
})

builder.queryFields((t) => ({
  tenant: t.field({
    type: Tenant,
    description: 'The workspace of the person who asks.',
    resolve: (_, _args, ctx) => ctx.api.tenants.currentTenant(ctx),
  }),
  superAdmin: t.field({
    type: SuperAdmin,
    nullable: true,
    skipTypeScopes: true,
    description: 'The super admin who asks; null when none is signed in.',
    resolve: (_, _args, ctx) => ctx.api.tenants.currentSuperAdmin(ctx),
  }),
  tenants: t.field({
    type: [Tenant],
    skipTypeScopes: true,
    authScopes: { superAdmin: true },
    description: 'Every workspace. Super admin only.',
    resolve: (_, _args, ctx) => ctx.api.tenants.listTenants(ctx),
  }),
}))

builder.mutationFields((t) => ({
  superAdminLogin: t.field({
    type: SuperAdmin,
    skipTypeScopes: true,
    description:
      'Signs the super admin in; the session is kept in a cookie of its own. Errors: BAD_INPUT, UNAUTHENTICATED.',
    args: { input: t.arg({ type: SuperAdminLogin, required: true, description: 'The sign-in.' }) },
    resolve: (_, { input }, ctx) => ctx.api.tenants.superAdminLogin(ctx, input),
  }),
  superAdminLogout: t.boolean({
    skipTypeScopes: true,
    description: "Ends the super admin's session. True when one was ended.",
    resolve: (_, _args, ctx) => ctx.api.tenants.superAdminLogout(ctx),
  }),
}))
