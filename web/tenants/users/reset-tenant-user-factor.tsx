import { useMutation } from '@apollo/client/react'
import type { TenantUserFieldsFragment } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { RESET_TENANT_USER_FACTOR } from '../operations.ts'
import { superAdminFailure, AS_SUPER_ADMIN } from '../super-admin/super-admin-session.ts'

/** Removes the lost second factor of a workspace's user, who may be its only admin. */
export function ResetTenantUserFactor({
  tenantId,
  user: { id, name },
}: {
  tenantId: string
  user: TenantUserFieldsFragment
}) {
  const [reset] = useMutation(RESET_TENANT_USER_FACTOR, { context: AS_SUPER_ADMIN })

  async function end() {
    try {
      await reset({ variables: { tenantId, id } })
      toast({ title: 'Two-step sign-in reset', description: `${name} can sign in with the password alone.` })
    } catch (error) {
      toast({ title: 'Reset failed', description: superAdminFailure(error), variant: 'destructive' })
    }
  }

  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" aria-label={`Reset 2-step sign-in of ${name}`}>
          Reset 2-step
        </Button>
      }
      title={`Reset two-step sign-in of ${name}?`}
      description="Make sure that it is really them who asks. Their authenticator app, passkeys and recovery codes stop working, and they are signed out everywhere. Their password stays. They are told by email."
      confirmLabel="Reset"
      busyLabel="Resetting..."
      onConfirm={end}
    />
  )
}
