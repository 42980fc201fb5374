import { builder } from './builder.ts'
import { uuidOf } from './ids.ts'
import { Tenant } from './tenants.ts'

const DeleteWorkspaceInput = builder.inputType('DeleteWorkspaceInput', {
  description: 'Confirms which workspace to delete.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name of the workspace, exactly.' }),
  }),
})

builder.mutationFields((t) => ({
  scheduleWorkspaceDeletion: t.field({
    type: Tenant,
    authScopes: { admin: true },
    description:
      'Asks to delete the workspace with everything in it, 30 days from now. Until then it sends nothing, can be read, and an admin can cancel. Tells every admin by email. Asking again changes nothing. Admins only, requires a recent sign-in. Errors: BAD_INPUT, REAUTHENTICATE.',
    args: { input: t.arg({ type: DeleteWorkspaceInput, required: true, description: 'The confirmation.' }) },
    resolve: (_, { input }, ctx) => ctx.api.deletion.scheduleWorkspaceDeletion(ctx, input),
  }),
  cancelWorkspaceDeletion: t.field({
    type: Tenant,
    authScopes: { admin: true },
    description:
      'Cancels the deletion of the workspace. Campaigns stay paused until somebody resumes them. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, CONFLICT (the 30 days are over).',
    resolve: (_, _args, ctx) => ctx.api.deletion.cancelWorkspaceDeletion(ctx),
  }),
  scheduleTenantDeletion: t.field({
    type: Tenant,
    skipTypeScopes: true,
    authScopes: { superAdmin: true },
    description:
      'Asks to delete a workspace with everything in it, 30 days from now. Until then it sends nothing; its admins are told by email and can cancel. Asking again changes nothing. Super admin only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, NOT_FOUND.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the workspace.' }),
      input: t.arg({ type: DeleteWorkspaceInput, required: true, description: 'The confirmation.' }),
    },
    resolve: (_, { id, input }, ctx) => ctx.api.deletion.scheduleTenantDeletion(ctx, uuidOf('Tenant', id), input),
  }),
  cancelTenantDeletion: t.field({
    type: Tenant,
    skipTypeScopes: true,
    authScopes: { superAdmin: true },
    description:
      'Cancels the deletion of a workspace, whoever scheduled it. Campaigns stay paused until somebody resumes them. Super admin only, requires a recent sign-in. Errors: REAUTHENTICATE, NOT_FOUND, CONFLICT (the 30 days are over).',
    args: { id: t.arg.id({ required: true, description: 'Id of the workspace.' }) },
    resolve: (_, { id }, ctx) => ctx.api.deletion.cancelTenantDeletion(ctx, uuidOf('Tenant', id)),
  }),
}))
