import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { changePasswordInput } from '#domain/accounts/accounts.ts'
import { useUser } from '#web/accounts/current-user.tsx'
import { NewPasswordField } from '#web/accounts/new-password-field.tsx'
import { OWN_IDENTITIES } from '#web/accounts/operations.ts'
import { PROVIDERS } from '#domain/mailboxes/providers.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { OWN_API_KEYS, CHANGE_PASSWORD } from './operations.ts'
import { SHEET_LINKS } from '../operations.ts'

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' }

/**
 * Changes the password; the button is disabled until all fields are filled and the new ones match (product:
 * sign-in.change-password).
 */
export function ChangePassword() {
  const [changePassword, { loading, client }] = useMutation(CHANGE_PASSWORD)
  const user = useUser()
  const form = useSchemaForm(changePasswordInput, EMPTY)
  const methods = useQuery(OWN_IDENTITIES).data?.identities ?? []
  const [kept, setKept] = useState<readonly string[]>([])
  const keys = useQuery(OWN_API_KEYS, { fetchPolicy: 'cache-and-network' }).data?.currentUser?.apiKeyCount ?? 0
  const [revokes, setRevokes] = useState(false)
  const linked = useQuery(SHEET_LINKS, { fetchPolicy: 'cache-and-network' }).data?.sheetLinks ?? []
  const links = linked.filter((link) => link.user?.id === user.id).length
  const [endsLinks, setEndsLinks] = useState(false)
  const { errors } = form.formState
  const { currentPassword, newPassword, confirmPassword } = form.watch()
  const ready = currentPassword !== '' && newPassword !== '' && newPassword === confirmPassword
  const differs = confirmPassword !== '' && !newPassword.startsWith(confirmPassword)

  const submit = form.handleSubmit(async (input) => {
    try {
      await changePassword({
        variables: {
          input: {
            ...input,
            ...(kept.length > 0 && { keepIdentities: [...kept] }),
            ...(revokes && { revokeApiKeys: true }),
            ...(endsLinks && { revokeSheetLinks: true }),
          },
        },
      })
      client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'identities' })
      setKept([])
      if (revokes) {
        client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'apiKeys' })
        await client.refetchQueries({ include: [OWN_API_KEYS] })
      }
      if (endsLinks) await client.refetchQueries({ include: [SHEET_LINKS] })
      setRevokes(false)
      setEndsLinks(false)
      form.reset(EMPTY)
      toast({ title: 'Password changed successfully', description: 'You have been signed out everywhere else.' })
    } catch (error) {
      showFieldErrors(form, error)
      toast({ title: 'Failed to change password', description: errorMessage(error), variant: 'destructive' })
    }
  })

  return (
    <Card title="Change password" description="This signs you out everywhere else.">
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Field label="Current password" error={errors.currentPassword?.message} required>
          <PasswordInput {...form.register('currentPassword')} autoComplete="current-password" />
        </Field>
        <NewPasswordField
          {...form.register('newPassword')}
          label="New password"
          error={errors.newPassword?.message}
          password={newPassword}
          words={user}
        />
        <Field
          label="Confirm new password"
          error={errors.confirmPassword?.message ?? (differs ? 'The passwords do not match' : undefined)}
          required
        >
          <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
        </Field>
        {methods.length > 0 && (
          <fieldset className="grid gap-3">
            <legend className="mb-2 font-strong">Keep signing in with</legend>
            {methods.map(({ id, label, provider }) => (
              <Checkbox
                key={id}
                label={label}
                hint={PROVIDERS[provider].name}
                checked={kept.includes(id)}
                onCheckedChange={(on) => setKept(on === true ? [...kept, id] : kept.filter((one) => one !== id))}
              />
            ))}
            <p className="text-xs text-ink-soft">
              Uncheck any you do not recognize. You will no longer be able to sign in with them.
            </p>
          </fieldset>
        )}
        {keys > 0 && (
          <Checkbox
            label={keys === 1 ? 'Also revoke my API key' : `Also revoke my ${keys} API keys`}
            hint="Programs that use these keys will stop working until you give them new keys."
            checked={revokes}
            onCheckedChange={(on) => setRevokes(on === true)}
          />
        )}
        {links > 0 && (
          <Checkbox
            label={links === 1 ? 'Also revoke my live link' : `Also revoke my ${links} live links`}
            hint="Excel and Google Sheets can no longer read the spreadsheets until you give them new links."
            checked={endsLinks}
            onCheckedChange={(on) => setEndsLinks(on === true)}
          />
        )}
        <Button type="submit" variant="primary" disabled={!ready} busy={loading} className="justify-self-start">
          {loading ? 'Changing...' : 'Change Password'}
        </Button>
      </form>
    </Card>
  )
}
