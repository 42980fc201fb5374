import { mutation } from './mutation-fields.ts'
import { uuidOf } from './object-ids.ts'
import { Tenant } from './tenants.ts'

mutation('scheduleWorkspaceDeletion', {
  authScopes: { admin: true },
  description:
    'Asks to delete the workspace with everything in it, 30 days from now. Until then it sends nothing, can be read, and an admin can cancel. Tells every admin by email. Asking again changes nothing. Admins only, requires a recent sign-in. Errors: BAD_INPUT, REAUTHENTICATE.',
  input: {
    description: 'Confirms which workspace to delete.',
    fields: (t) => ({ name: t.string({ required: true, description: 'The name of the workspace, exactly.' }) }),
  },
  payload: { tenant: { type: Tenant, description: 'The workspace.' } },
  resolve: async (input, ctx) => ({ tenant: await ctx.api.deletion.scheduleWorkspaceDeletion(ctx, input) }),
})
mutation('cancelWorkspaceDeletion', {
  authScopes: { admin: true },
  description:
    'Cancels the deletion of the workspace. Campaigns stay paused until somebody resumes them. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, CONFLICT (the 30 days are over).',
  payload: { tenant: { type: Tenant, description: 'The workspace.' } },
  resolve: async (_, ctx) => ({ tenant: await ctx.api.deletion.cancelWorkspaceDeletion(ctx) }),
})
mutation('scheduleTenantDeletion', {
  skipTypeScopes: true,
  authScopes: { superAdmin: true },
  description:
    'Asks to delete a workspace with everything in it, 30 days from now. Until then it sends nothing; its admins are told by email and can cancel. Asking again changes nothing. Super admin only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, NOT_FOUND.',
  input: {
    description: 'Confirms which workspace to delete.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the workspace.' }),
      name: t.string({ required: true, description: 'The name of the workspace, exactly.' }),
    }),
  },
  payload: { tenant: { type: Tenant, description: 'The workspace.' } },
  resolve: async ({ id, name }, ctx) => ({
    tenant: await ctx.api.deletion.scheduleTenantDeletion(ctx, uuidOf('Tenant', id), { name }),
  }),
})
mutation('cancelTenantDeletion', {
  skipTypeScopes: true,
  authScopes: { superAdmin: true },
  description:
    'Cancels the deletion of a workspace, whoever scheduled it. Campaigns stay paused until somebody resumes them. Super admin only, requires a recent sign-in. Errors: REAUTHENTICATE, NOT_FOUND, CONFLICT (the 30 days are over).',
  input: {
    description: 'Which workspace to keep.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the workspace.' }) }),
  },
  payload: { tenant: { type: Tenant, description: 'The workspace.' } },
  resolve: async ({ id }, ctx) => ({
    tenant: await ctx.api.deletion.cancelTenantDeletion(ctx, uuidOf('Tenant', id)),
  }),
})
