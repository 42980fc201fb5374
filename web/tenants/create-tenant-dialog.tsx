import { useMutation } from '@apollo/client/react'
import { useId, useState, type ReactNode } from 'react'
import { FormProvider } from 'react-hook-form'
import { DEFAULT_TIER, tierDefaults } from '#domain/tenants/plans.ts'
import { createTenantInput } from '#domain/tenants/tenants.ts'
import { useDirty, useDiscard } from '#web/shared/discard-question.tsx'
import { withRow } from '#web/client/graphql-connection-rows.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CREATE_TENANT, NEWEST_FIRST, TENANT_TOTAL, TENANTS } from './operations.ts'
import { PlanFields } from './plans/plan-fields.tsx'
import { superAdminFailure, AS_SUPER_ADMIN } from './super-admin/super-admin-session.ts'

/** Dialog that creates a workspace; the chosen plan fills in the limits (product: plans.tier-defaults). */
export function CreateTenantDialog({ trigger, onCreated }: { trigger: ReactNode; onCreated: () => void }) {
  const [open, setOpen] = useState(false)
  const [creating, setCreating] = useState(false)
  const form = useId()
  const discard = useDiscard(setOpen)
  return (
    <Dialog
      open={open}
      onOpenChange={discard.onOpenChange}
      trigger={trigger}
      title="Create Tenant"
      size="md"
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={creating}>
            {creating ? 'Creating...' : 'Create Tenant'}
          </Button>
        </>
      }
    >
      <TenantForm
        id={form}
        onBusy={setCreating}
        onDirty={discard.onDirty}
        onCreated={() => {
          setOpen(false)
          onCreated()
        }}
      />
      {discard.question}
    </Dialog>
  )
}

interface TenantFormProps {
  id: string
  onBusy: (busy: boolean) => void
  onDirty: (dirty: boolean) => void
  onCreated: () => void
}

function TenantForm({ id, onBusy, onDirty, onCreated }: TenantFormProps) {
  const [createTenant] = useMutation(CREATE_TENANT, {
    context: AS_SUPER_ADMIN,
    update: (cache, { data }) => {
      const tenant = data?.createTenant?.tenant
      if (!tenant) return
      const edge = { __typename: 'TenantEdge' as const, cursor: '', node: tenant }
      cache.updateQuery(
        { query: TENANTS, variables: NEWEST_FIRST },
        (list) => list && { tenants: withRow(list.tenants, edge, 'start') },
      )
      cache.updateQuery(
        { query: TENANT_TOTAL },
        (counted) => counted && { tenants: { ...counted.tenants, totalCount: counted.tenants.totalCount + 1 } },
      )
    },
  })
  const form = useSchemaForm(createTenantInput, {
    slug: '',
    name: '',
    domain: '',
    subscriptionTier: DEFAULT_TIER,
    ...tierDefaults(DEFAULT_TIER),
  })
  const { errors, isDirty } = form.formState
  useDirty(onDirty, isDirty)

  const submit = form.handleSubmit(async (input) => {
    onBusy(true)
    try {
      await createTenant({ variables: { input } })
      toast({ title: 'Tenant created successfully', description: `${input.name} is ready.` })
      onCreated()
    } catch (error) {
      showFieldErrors(form, error)
      toast({ title: 'Failed to create tenant', description: superAdminFailure(error), variant: 'destructive' })
    } finally {
      onBusy(false)
    }
  })

  return (
    <form id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-6">
      <Field label="Name" error={errors.name?.message} required className="sm:col-span-3">
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <Field
        label="Slug"
        error={errors.slug?.message}
        hint="Letters, digits and hyphens"
        required
        className="sm:col-span-3"
      >
        <Input {...form.register('slug')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="Domain" error={errors.domain?.message} required className="sm:col-span-3">
        <Input
          {...form.register('domain')}
          placeholder="example.com"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <FormProvider {...form}>
        <PlanFields />
      </FormProvider>
    </form>
  )
}
