import { useFormContext } from 'react-hook-form'
import { figuresAfter, TIER_DEFAULTS, TIERS, UNLIMITED, type Tier } from '#domain/tenants/plans.ts'
import type { TenantPlanInput } from '#domain/tenants/tenants.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { tierName } from '../tenant-words.ts'

const LIMITS = [
  { name: 'maxUsers', label: 'Max users' },
  { name: 'maxContacts', label: 'Max contacts' },
  { name: 'maxCampaigns', label: 'Max campaigns' },
] as const

/**
 * A workspace's tier and limits, in a form of six columns; another tier suggests its own limits (product:
 * plans.tier-defaults), for an existing workspace never lower ones on the way up. `apart` puts the tier on its own line.
 */
export function PlanFields({
  apart = false,
  stored,
}: {
  apart?: boolean
  stored?: Parameters<typeof figuresAfter>[1]
}) {
  const { register, setValue, formState } = useFormContext<TenantPlanInput>()
  const { errors } = formState

  function propose(tier: Tier) {
    const figures = stored ? figuresAfter(tier, stored) : TIER_DEFAULTS[tier]
    for (const { name } of LIMITS) setValue(name, figures[name], { shouldDirty: true })
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
      {LIMITS.map(({ name, label }) => (
        <Field key={name} label={label} error={errors[name]?.message} className="sm:col-span-2">
          <Input {...register(name, { valueAsNumber: true })} type="number" min={0} max={UNLIMITED} />
        </Field>
      ))}
      <p className="text-xs text-ink-soft sm:col-span-6">{UNLIMITED} means unlimited.</p>
    </>
  )
}
