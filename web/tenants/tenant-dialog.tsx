import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { FEATURES, type Feature } from '#domain/tenants/plans.ts'
import type { UpdateTenantInput } from '#domain/tenants/tenants.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { UPDATE_TENANT, type Tenant } from './operations.ts'
import { superAdminFailure, AS_SUPER_ADMIN } from './super-admin/super-admin-session.ts'
import { TenantDeletion } from './tenant-deletion.tsx'
import { TenantPlan, UnconfirmedPlan } from './plans/tenant-plan.tsx'
import { FEATURE_WORDS } from './tenant-texts.ts'

/** A workspace's plan, activation, feature flags and deletion; each switch saves immediately. */
export function TenantDialog({ tenant, onClose }: { tenant: Tenant | undefined; onClose: () => void }) {
  /** The last shown workspace, which stays on screen during the closing animation. */
  const [last, setLast] = useState(tenant)
  if (tenant && tenant !== last) setLast(tenant)
  return (
    <Dialog
      open={tenant !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={last?.name ?? ''}
      description="Plan changes take effect when you save. Switches take effect immediately."
    >
      {last && (
        <div className="grid gap-5">
          {!last.planConfirmed && <UnconfirmedPlan tenant={last} />}
          <TenantPlan key={last.id} tenant={last} />
          <Switches tenant={last} />
          <TenantDeletion key={`${last.id} deletion`} tenant={last} />
        </div>
      )}
    </Dialog>
  )
}

function Switches({ tenant }: { tenant: Tenant }) {
  const [updateTenant] = useMutation(UPDATE_TENANT, { context: AS_SUPER_ADMIN })
  const [asking, setAsking] = useState(false)

  async function update(input: Omit<UpdateTenantInput, 'id'>, after: Partial<Tenant>, done: string, failed: string) {
    try {
      await updateTenant({
        variables: { input: { id: tenant.id, ...input } },
        optimisticResponse: {
          updateTenant: { tenant: { ...tenant, ...after }, errors: [] },
        },
      })
      toast({ title: done })
    } catch (error) {
      toast({ title: failed, description: superAdminFailure(error), variant: 'destructive' })
    }
  }

  function toggle(feature: Feature, on: boolean) {
    const flags = { [feature]: on }
    const after = { features: { ...tenant.features, ...flags } }
    return update({ features: flags }, after, 'Features updated successfully', 'Failed to update features')
  }

  function limit(newWorkspaceLimits: boolean) {
    const done = newWorkspaceLimits ? 'New workspace limits turned on' : 'New workspace limits turned off'
    return update({ newWorkspaceLimits }, { newWorkspaceLimits }, done, 'Failed to update tenant')
  }

  function activate(isActive: boolean) {
    const done = isActive ? 'Tenant activated' : 'Tenant deactivated'
    return update({ isActive }, { isActive }, done, 'Failed to update tenant')
  }

  return (
    <div className="grid gap-5 border-t border-line pt-5">
      <Switch
        label="Active"
        hint="Users can sign in and send emails"
        checked={tenant.isActive}
        onCheckedChange={(on) => (on ? void activate(true) : setAsking(true))}
      />
      <Switch
        label="New workspace limits"
        hint="50 emails per day at first, growing while few bounce. Turn off for a workspace that you trust."
        checked={tenant.newWorkspaceLimits}
        onCheckedChange={(on) => void limit(on)}
      />
      <h3 className="border-t border-line pt-5 text-xs font-strong text-ink-soft">Features</h3>
      {FEATURES.map((feature) => (
        <Switch
          key={feature}
          {...FEATURE_WORDS[feature]}
          checked={tenant.features[feature]}
          onCheckedChange={(on) => void toggle(feature, on)}
        />
      ))}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Deactivate ${tenant.name}?`}
        description="Its users are signed out and its campaigns pause. They cannot sign in until the workspace is active again."
        confirmLabel="Deactivate"
        busyLabel="Deactivating..."
        onConfirm={() => activate(false)}
      />
    </div>
  )
}
