import { useMutation } from '@apollo/client/react'
import { Copy, Plus } from 'lucide-react'
import { useState } from 'react'
import { API_SCOPES, apiKeyInput, type ApiScope } from '#domain/accounts.ts'
import { errorMessage } from '#web/errors.ts'
import { showFieldErrors, useSchemaForm } from '#web/forms.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { API_KEYS, CREATE_API_KEY } from './access-operations.ts'
import { SCOPE_WORDS } from './scope-words.ts'

const DAY = 86_400_000
const FORM = 'create-api-key'
const NEVER = 'never'
/** Key lifetimes in days; never expiring is an explicit choice. */
const TERMS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: NEVER, label: 'No expiration' },
]

/** The form fields; expiry is chosen as a duration, so that it is in the future when submitted. */
const INPUT = apiKeyInput(new Date()).pick({ name: true, scopes: true })

function endOf(term: string) {
  return term === NEVER
    ? { neverExpires: true }
    : { expiresAt: new Date(Date.now() + Number(term) * DAY).toISOString() }
}

/** Creates a key; the secret is shown once, until the dialog closes. */
export function CreateApiKey() {
  const [open, setOpen] = useState(false)
  const [token, setToken] = useState<string | null>(null)
  const change = (next: boolean) => {
    setOpen(next)
    if (next) setToken(null)
  }
  const trigger = (
    <Button size="sm" icon={Plus}>
      Create API Key
    </Button>
  )
  if (token !== null) {
    return (
      <Dialog
        open={open}
        onOpenChange={change}
        trigger={trigger}
        title="Your new key"
        description="We show it only once. Store it where your program can read it and no one else can."
        footer={<Button onClick={() => change(false)}>Done</Button>}
      >
        <NewToken token={token} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      trigger={trigger}
      title="Create API Key"
      footer={
        <>
          <Button onClick={() => change(false)}>Cancel</Button>
          <Button type="submit" form={FORM} variant="primary">
            Create API Key
          </Button>
        </>
      }
    >
      <CreateForm onCreated={setToken} />
    </Dialog>
  )
}

function CreateForm({ onCreated }: { onCreated: (token: string) => void }) {
  const [createApiKey, { loading }] = useMutation(CREATE_API_KEY, {
    update: (cache, { data }) => {
      const made = data?.createApiKey?.apiKey
      if (!made) return
      cache.updateQuery({ query: API_KEYS }, (list) => list && { ...list, apiKeys: [...list.apiKeys, made] })
    },
  })
  const [term, setTerm] = useState('90')
  const defaults = { name: '', scopes: ['read'] as ApiScope[] }
  const form = useSchemaForm(INPUT, defaults)
  const { errors } = form.formState
  const scopes = form.watch('scopes')

  const submit = form.handleSubmit(async (input) => {
    if (loading) return
    try {
      const { data } = await createApiKey({ variables: { input: { ...input, ...endOf(term) } } })
      if (data?.createApiKey?.token) onCreated(data.createApiKey.token)
    } catch (error) {
      showFieldErrors(form, error)
      toast({ title: 'Failed to create API key', description: errorMessage(error), variant: 'destructive' })
    }
  })

  function toggle(scope: ApiScope, on: boolean) {
    const next = API_SCOPES.filter((each) => (each === scope ? on : scopes.includes(each)))
    form.setValue('scopes', next, { shouldValidate: form.formState.isSubmitted })
  }

  return (
    <form id={FORM} noValidate onSubmit={submit} className="grid gap-5">
      <Field label="Name" hint="What you will use the key for." error={errors.name?.message} required>
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <fieldset className="grid gap-3" aria-describedby={errors.scopes ? 'scopes-error' : undefined}>
        <legend className="mb-2 font-strong">Scopes</legend>
        {API_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            {...SCOPE_WORDS[scope]}
            checked={scopes.includes(scope)}
            onCheckedChange={(on) => toggle(scope, on === true)}
          />
        ))}
        {errors.scopes?.message && (
          <p id="scopes-error" role="alert" className="text-bad">
            {errors.scopes.message}
          </p>
        )}
      </fieldset>
      <Field label="Expiration">
        <Select value={term} onChange={({ target }) => setTerm(target.value)} options={TERMS} />
      </Field>
      {term === NEVER && (
        <Callout tone="warning">
          Anyone who has this key can use it until you revoke it. A key that expires is safer.
        </Callout>
      )}
    </form>
  )
}

function NewToken({ token }: { token: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(token)
      toast({ title: 'Key copied' })
    } catch {
      const description = 'Select it and copy it with the keyboard.'
      toast({ title: 'The key could not be copied', description, variant: 'destructive' })
    }
  }
  return (
    <div className="grid gap-4">
      <Field label="Key">
        <Input readOnly value={token} className="font-mono" onFocus={({ target }) => target.select()} />
      </Field>
      <Button variant="primary" icon={Copy} className="justify-self-start" onClick={() => void copy()}>
        Copy key
      </Button>
      <Callout>Send it in the Authorization header of each request.</Callout>
    </div>
  )
}
