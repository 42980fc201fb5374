import { useMutation, useQuery } from '@apollo/client/react'
import { Copy, Plus } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { API_SCOPES, apiKeyInput, type ApiScope } from '#domain/accounts/api-keys.ts'
import { errorMessage, fieldErrors } from '#web/client/call-errors.ts'
import { showFieldErrors, useSchemaForm } from '#web/shared/schema-form.ts'
import type { CreateApiKeyInput } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { API_KEYS, CREATE_API_KEY, CREATE_SERVICE_ACCOUNT } from './operations.ts'
import { accessOf, SCOPE_NOUNS } from './scope-texts.ts'

const DAY = 86_400_000
const FORM = 'create-api-key'
const NEVER = 'never'
/** Lifetimes of an API key to choose from, in days; never expiring is an explicit choice. */
const TERMS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: NEVER, label: 'No expiration' },
]

/** Schema of the form's fields; the expiry is chosen as a duration, so that it is in the future when submitted. */
const INPUT = apiKeyInput(new Date()).pick({ name: true, scopes: true, allowedAddresses: true })

function endOf(term: string) {
  return term === NEVER
    ? { neverExpires: true }
    : { expiresAt: new Date(Date.now() + Number(term) * DAY).toISOString() }
}

/** Dialog that creates an API key; the secret is shown once, until the dialog closes. */
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

/** Value of the option that makes the user the key's owner; the other values are ids of service accounts. */
const YOU = 'you'
const NEW = 'new'

function CreateForm({ onCreated }: { onCreated: (token: string) => void }) {
  const [term, setTerm] = useState('90')
  const [owner, setOwner] = useState(YOU)
  const [accountName, setAccountName] = useState('')
  const [accountError, setAccountError] = useState<string | undefined>()
  const [addresses, setAddresses] = useState('')
  const { create, loading } = useCreate()
  const accounts = useQuery(API_KEYS, { fetchPolicy: 'cache-only' }).data?.serviceAccounts ?? []
  const defaults = { name: '', scopes: ['contacts:read', 'campaigns:read'] as ApiScope[], allowedAddresses: [] }
  const form = useSchemaForm(INPUT, defaults)
  const { errors } = form.formState
  const scopes = form.watch('scopes')

  const submit = form.handleSubmit(async (input) => {
    if (loading) return
    try {
      const account = owner === NEW ? { name: accountName } : owner === YOU ? null : { id: owner }
      const token = await create({ ...input, ...endOf(term) }, account, setOwner)
      if (token) onCreated(token)
    } catch (error) {
      if (error instanceof AccountError) setAccountError(fieldErrors(error.cause)['name'])
      else showFieldErrors(form, error)
      toast({
        title: 'Failed to create API key',
        description: error instanceof AccountError ? error.message : errorMessage(error),
        variant: 'destructive',
      })
    }
  })

  function choose(noun: (typeof SCOPE_NOUNS)[number], place: number) {
    const own = new Set(noun.access.flatMap((access) => access.scopes))
    const chosen = noun.access[place]?.scopes ?? []
    const next = API_SCOPES.filter((scope) => (own.has(scope) ? chosen.includes(scope) : scopes.includes(scope)))
    form.setValue('scopes', next, { shouldValidate: form.formState.isSubmitted })
  }
  function writeAddresses(text: string) {
    setAddresses(text)
    form.setValue('allowedAddresses', text.split(/[\s,;]+/).filter(Boolean), {
      shouldValidate: form.formState.isSubmitted,
    })
  }
  const addressError = [errors.allowedAddresses].flat().find((error) => error?.message)?.message

  return (
    <form id={FORM} noValidate onSubmit={submit} className="grid gap-5">
      <Field label="Name" hint="What you will use the key for." error={errors.name?.message} required>
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <Field
        label="Belongs to"
        hint={
          owner === YOU
            ? 'The key acts as you, and ends when you leave the workspace.'
            : 'The key belongs to the workspace. It sends from mailboxes that are shared with everyone.'
        }
      >
        <Select
          value={owner}
          onChange={({ target }) => setOwner(target.value)}
          options={[
            { value: YOU, label: 'You' },
            ...accounts.map(({ id, name }) => ({ value: id, label: name })),
            { value: NEW, label: 'A new service account' },
          ]}
        />
      </Field>
      {owner === NEW && (
        <Field label="Name of the service account" error={accountError} required>
          <Input value={accountName} onChange={({ target }) => setAccountName(target.value)} autoComplete="off" />
        </Field>
      )}
      <fieldset className="grid" aria-describedby={errors.scopes ? 'scopes-error' : undefined}>
        <legend className="mb-1 font-strong">Access</legend>
        {SCOPE_NOUNS.map((noun) => (
          <div
            key={noun.label}
            className="grid grid-cols-[1fr_12rem] items-center gap-4 border-t border-line py-1.5 first-of-type:border-t-0 max-sm:grid-cols-[1fr_9.5rem]"
          >
            <span>
              {noun.label}
              {noun.hint && <span className="block text-xs text-ink-soft">{noun.hint}</span>}
            </span>
            <Select
              low
              aria-label={noun.label}
              value={String(accessOf(noun, scopes))}
              onChange={({ target }) => choose(noun, Number(target.value))}
              options={[
                { value: '-1', label: 'No access' },
                ...noun.access.map(({ label }, place) => ({ value: String(place), label })),
              ]}
            />
          </div>
        ))}
        {errors.scopes?.message && (
          <p id="scopes-error" role="alert" className="text-bad">
            {errors.scopes.message}
          </p>
        )}
      </fieldset>
      <Field
        label="Allowed IP addresses"
        optional
        hint="Addresses or ranges such as 203.0.113.0/24, one per line. If you enter none, the key works from anywhere."
        error={addressError}
      >
        <Textarea rows={2} value={addresses} onChange={({ target }) => writeAddresses(target.value)} />
      </Field>
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

/** Error: the service account could not be created, so the message belongs to its name and not to the key's. */
class AccountError extends Error {}

function useCreate() {
  const [createAccount, creatingAccount] = useMutation(CREATE_SERVICE_ACCOUNT, {
    update: (cache, { data }) => {
      const made = data?.createServiceAccount?.serviceAccount
      if (!made) return
      cache.updateQuery(
        { query: API_KEYS },
        (list) => list && { ...list, serviceAccounts: [...list.serviceAccounts, made] },
      )
    },
  })
  const [createApiKey, creatingKey] = useMutation(CREATE_API_KEY, {
    update: (cache, { data }) => {
      const made = data?.createApiKey?.apiKey
      if (!made) return
      cache.updateQuery({ query: API_KEYS }, (list) => list && { ...list, apiKeys: [...list.apiKeys, made] })
    },
  })
  /**
   * Creates a key and returns its secret. `account`: the key's owner, if not the user; a new service account is created
   * first, and passed to `onAccount`.
   */
  async function create(
    input: CreateApiKeyInput,
    account: { id: string } | { name: string } | null,
    onAccount: (id: string) => void,
  ): Promise<string | null> {
    let serviceAccountId = account && 'id' in account ? account.id : null
    if (account && 'name' in account) {
      const { data } = await createAccount({ variables: account }).catch((cause: unknown) => {
        throw new AccountError(errorMessage(cause), { cause })
      })
      serviceAccountId = data?.createServiceAccount?.serviceAccount?.id ?? null
      if (serviceAccountId === null) return null
      onAccount(serviceAccountId)
    }
    const { data } = await createApiKey({ variables: { input: { ...input, serviceAccountId } } })
    return data?.createApiKey?.token ?? null
  }
  return { create, loading: creatingAccount.loading || creatingKey.loading }
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
