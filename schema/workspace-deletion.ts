import { builder } from './builder.ts'
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
}))
