import { useFormContext } from 'react-hook-form'
import {
  limitsAfter,
  tierDefaults,
  TIERS,
  UNLIMITED,
  WORKSPACE_LIMIT_NAMES,
  WORKSPACE_LIMITS,
  type Tier,
} from '#domain/tenants/plans.ts'
import type { TenantPlanInput } from '#domain/tenants/tenants.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { tierName } from '../tenant-texts.ts'

/**
 * A workspace's tier and limits, in a form of six columns; another tier suggests its own limits (product:
 * plans.tier-defaults), for an existing workspace never lower ones on the way up. `apart` puts the tier on its own line.
 */
export function PlanFields({ apart = false, stored }: { apart?: boolean; stored?: Parameters<typeof limitsAfter>[1] }) {
  const { register, setValue, formState } = useFormContext<TenantPlanInput>()
  const { errors } = formState

  function propose(tier: Tier) {
    const limits = stored ? limitsAfter(tier, stored) : tierDefaults(tier)
    for (const name of WORKSPACE_LIMIT_NAMES) setValue(name, limits[name], { shouldDirty: true })
  }

  return (
    <>
      <Field
        label="Subscription tier"
        error={errors.subscriptionTier?.message}
        className={apart ? 'sm:col-span-6' : 'sm:col-span-3'}
      >
        <Select
          {...register('subscriptionTier', { onChange: (event) => propose(event.target.value as Tier) })}
          options={TIERS.map((tier) => ({ value: tier, label: tierName(tier) }))}
        />
      </Field>
      {WORKSPACE_LIMIT_NAMES.map((name) => (
        <Field
          key={name}
          label={`Max ${WORKSPACE_LIMITS[name].noun}`}
          error={errors[name]?.message}
          className="sm:col-span-2"
        >
          <Input {...register(name, { valueAsNumber: true })} type="number" min={0} max={UNLIMITED} />
        </Field>
      ))}
      <p className="text-xs text-ink-soft sm:col-span-6">{UNLIMITED} means unlimited.</p>
    </>
  )
}
