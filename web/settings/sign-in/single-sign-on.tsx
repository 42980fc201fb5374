import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { ROLES } from '#domain/accounts/accounts.ts'
import { ROLE_WORDS } from '#web/accounts/role-texts.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import type { SingleSignOnFieldsFragment } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, PasswordInput } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { REMOVE_SINGLE_SIGN_ON, SINGLE_SIGN_ON, UPDATE_SINGLE_SIGN_ON } from './operations.ts'
import { SsoDomains } from './sso-domains.tsx'

/**
 * Settings for the workspace's identity provider (single sign-on) and its domains (product: sign-in.single-sign-on).
 * Admins only.
 */
export function SingleSignOn() {
  const { data, error, loading, refetch } = useQuery(SINGLE_SIGN_ON, { notifyOnNetworkStatusChange: true })
  const settings = data?.singleSignOn
  if (!settings) {
    return (
      <Card title="Single sign-on">
        {error ? (
          <ErrorState
            title="Single sign-on could not be loaded"
            line={errorMessage(error)}
            onRetry={() => void refetch()}
            retrying={loading}
          />
        ) : (
          <Loading label="Loading single sign-on...">
            <Skeleton className="w-full" />
          </Loading>
        )}
      </Card>
    )
  }
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <ProviderForm key={settings.issuer} settings={settings} />
      <SsoDomains domains={settings.domains} />
    </div>
  )
}

/** Schema of the identity provider's form; the server checks whether the provider works. */
const providerForm = z.object({
  issuer: z.string().trim().min(1, 'Issuer is required'),
  clientId: z.string().trim().min(1, 'Client ID is required'),
  clientSecret: z.string(),
  defaultRole: z.enum(ROLES),
  roleClaim: z.string(),
  adminValues: z.string(),
  required: z.boolean(),
})

function ProviderForm({ settings }: { settings: SingleSignOnFieldsFragment }) {
  const isSet = settings.issuer !== null
  const [update, { loading }] = useMutation(UPDATE_SINGLE_SIGN_ON)
  const form = useSchemaForm(providerForm, {
    issuer: settings.issuer ?? '',
    clientId: settings.clientId ?? '',
    clientSecret: '',
    defaultRole: settings.defaultRole,
    roleClaim: settings.roleClaim ?? '',
    adminValues: settings.adminValues.join(', '),
    required: settings.required,
  })
  const { errors } = form.formState

  const submit = form.handleSubmit(async ({ clientSecret, adminValues, ...rest }) => {
    const values = adminValues.split(',').map((value) => value.trim())
    try {
      await update({
        variables: {
          input: { ...rest, adminValues: values.filter(Boolean), ...(clientSecret && { clientSecret }) },
        },
      })
      form.setValue('clientSecret', '')
      toast({ title: 'Single sign-on saved', description: 'The identity provider responded as expected.' })
    } catch (error) {
      showFieldErrors(form, error)
      toast({ title: 'Single sign-on not saved', description: errorMessage(error), variant: 'destructive' })
    }
  })

  return (
    <Card
      title="Single sign-on"
      description="People with an address at your domains sign in with your identity provider (OpenID Connect)."
      actions={isSet && <TurnOff />}
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Field label="Redirect URI" hint="Register this address at your identity provider.">
          <Input value={settings.callbackUrl} readOnly />
        </Field>
        <Field
          label="Issuer"
          hint="Such as https://login.example.com. For Entra: https://login.microsoftonline.com/TENANT-ID/v2.0, with the optional claims email and xms_edov."
          error={errors.issuer?.message}
          required
        >
          <Input {...form.register('issuer')} autoCapitalize="none" spellCheck={false} />
        </Field>
        <Field label="Client ID" error={errors.clientId?.message} required>
          <Input {...form.register('clientId')} autoComplete="off" spellCheck={false} />
        </Field>
        <Field
          label="Client secret"
          hint={isSet ? 'Leave empty to keep the current one.' : undefined}
          error={errors.clientSecret?.message}
          required={!isSet}
        >
          <PasswordInput {...form.register('clientSecret')} autoComplete="off" />
        </Field>
        <Field label="Role of new users">
          <Select
            {...form.register('defaultRole')}
            options={ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role] }))}
          />
        </Field>
        <Field label="Role claim" hint="A claim, such as groups, that decides the role at every sign-in." optional>
          <Input {...form.register('roleClaim')} autoComplete="off" spellCheck={false} />
        </Field>
        <Field label="Admin values" hint="Separated by commas" error={errors.adminValues?.message} optional>
          <Input {...form.register('adminValues')} autoComplete="off" spellCheck={false} />
        </Field>
        <Controller
          control={form.control}
          name="required"
          render={({ field: { value, onChange, ref } }) => (
            <Switch
              ref={ref}
              label="Require single sign-on"
              hint="People at your domains can no longer use other sign-in methods. Admins can, in case your identity provider fails."
              checked={value}
              onCheckedChange={onChange}
            />
          )}
        />
        <Button type="submit" variant="primary" busy={loading} className="justify-self-start">
          {loading ? 'Checking...' : 'Save'}
        </Button>
      </form>
    </Card>
  )
}

function TurnOff() {
  const [open, setOpen] = useState(false)
  const [remove] = useMutation(REMOVE_SINGLE_SIGN_ON)
  async function confirm() {
    try {
      await remove()
      toast({ title: 'Single sign-on is off' })
    } catch (error) {
      toast({ title: 'Single sign-on is still on', description: errorMessage(error), variant: 'destructive' })
    }
  }
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Turn off
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Turn single sign-on off?"
        description="Users keep their accounts. Users without a password can set one with a link that we email them."
        confirmLabel="Turn off"
        busyLabel="Turning off..."
        onConfirm={confirm}
      />
    </>
  )
}
