import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { FACTOR_RULE, REQUIRE_SECOND_FACTOR } from './operations.ts'

/** Card with the switch that requires two-step sign-in from everyone in the workspace. Admins only. */
export function RequireSecondFactor() {
  const { data, error, loading, refetch } = useQuery(FACTOR_RULE, { notifyOnNetworkStatusChange: true })
  const [require] = useMutation(REQUIRE_SECOND_FACTOR)
  const [asking, setAsking] = useState(false)

  async function set(required: boolean) {
    try {
      await require({ variables: { required } })
      toast({ title: required ? 'Two-step sign-in is now required' : 'Two-step sign-in is no longer required' })
    } catch (failure) {
      toast({ title: 'Setting Not Changed', description: errorMessage(failure), variant: 'destructive' })
    }
  }

  return (
    <Card title="Two-step sign-in">
      {data ? (
        <Switch
          label="Required for everyone"
          hint="Users without it must set it up before they can do anything else. API keys keep working."
          checked={data.tenant.requiresSecondFactor}
          onCheckedChange={(on) => (on ? setAsking(true) : void set(false))}
        />
      ) : error ? (
        <ErrorState
          title="The setting could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={loading}
          className="py-4"
        />
      ) : (
        <Skeleton className="h-12" />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Require two-step sign-in?"
        description="Users without it must set up an authenticator app or a passkey before they can continue. Saved work is kept."
        confirmLabel="Require"
        busyLabel="Saving..."
        variant="primary"
        onConfirm={() => set(true)}
      />
    </Card>
  )
}
