import { useMutation } from '@apollo/client/react'
import { FormProvider } from 'react-hook-form'
import { forEachLimit, PLANS, trialEnded } from '#domain/tenants/plans.ts'
import { tenantPlanInput } from '#domain/tenants/tenants.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { usePerSecond } from '#web/ui/use-every-second.ts'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CONFIRM_PLAN, UPDATE_TENANT, type Tenant } from '../operations.ts'
import { PlanFields } from './plan-fields.tsx'
import { superAdminFailure, AS_SUPER_ADMIN } from '../super-admin/super-admin-session.ts'

/** Shows the plan that a new workspace chose at sign-up and that a super admin must confirm. */
export function UnconfirmedPlan({ tenant }: { tenant: Tenant }) {
  const [confirmPlan, { loading }] = useMutation(CONFIRM_PLAN, { context: AS_SUPER_ADMIN })
  async function confirm() {
    try {
      await confirmPlan({ variables: { id: tenant.id } })
      toast({ title: 'Plan confirmed' })
    } catch (error) {
      toast({ title: 'Failed to update tenant', description: superAdminFailure(error), variant: 'destructive' })
    }
  }
  return (
    <Callout
      tone="warning"
      title={`Signed up for ${PLANS[tenant.subscriptionTier].name}`}
      action={
        <Button variant="primary" size="sm" busy={loading} onClick={() => void confirm()}>
          Confirm plan
        </Button>
      }
    >
      It is limited to the sending rate of the {PLANS.free.name} plan until you confirm this plan or save a different
      one.
    </Callout>
  )
}

/** The plan of an existing workspace: tier and limits, saved together. */
export function TenantPlan({ tenant }: { tenant: Tenant }) {
  const [updateTenant, { loading }] = useMutation(UPDATE_TENANT, { context: AS_SUPER_ADMIN })
  const { subscriptionTier, trialEndsAt } = tenant
  const form = useSchemaForm(tenantPlanInput, { subscriptionTier, ...forEachLimit((_, name) => tenant[name]) })
  const { isDirty } = form.formState
  const tier = form.watch('subscriptionTier')
  const { trialDays } = PLANS[tier]
  const isOver = usePerSecond((now) => trialEnded(trialEndsAt ? new Date(trialEndsAt) : null, new Date(now)))

  const submit = form.handleSubmit(async (input) => {
    try {
      await updateTenant({ variables: { input: { id: tenant.id, ...input } } })
      form.reset(input)
      toast({ title: 'Plan updated' })
    } catch (error) {
      showFieldErrors(form, error)
      toast({ title: 'Failed to update tenant', description: superAdminFailure(error), variant: 'destructive' })
    }
  })

  return (
    <form noValidate onSubmit={submit} aria-label="Plan" className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-6">
      <FormProvider {...form}>
        <PlanFields apart stored={tenant} />
      </FormProvider>
      <div className="flex flex-wrap items-center justify-between gap-3 sm:col-span-6">
        <p className="text-ink-soft">
          {tier !== subscriptionTier
            ? trialDays !== null && `A trial of ${trialDays} days starts when you save.`
            : trialEndsAt && (
                <>
                  Its trial {isOver ? 'ended' : 'ends'} on <Time at={trialEndsAt} show="day" focusable />.
                </>
              )}
        </p>
        <Button type="submit" disabled={!isDirty} busy={loading}>
          {loading ? 'Saving...' : 'Save plan'}
        </Button>
      </div>
    </form>
  )
}
