import { useApolloClient, useMutation } from '@apollo/client/react'
import { useRef, useState, type SubmitEvent } from 'react'
import { addressesIn, exchangeCommands, PROVIDED_STATES } from '#domain/mailboxes/provider-applications.ts'
import type { FieldErrors } from '#domain/errors.ts'
import { errorMessage, fieldErrors } from '#web/client/call-errors.ts'
import type { ProvideMailboxesMutation } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { Input, PasswordInput } from '#web/ui/input.tsx'
import { Segmented } from '#web/ui/segmented-control.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { PROVIDE_MAILBOXES } from './operations.ts'

type Provision = NonNullable<ProvideMailboxesMutation['provideMailboxes']>

type Organization = 'microsoft' | 'google'

const EMPTY = {
  directory: '',
  clientId: '',
  clientSecret: '',
  googleKey: '',
  emails: '',
  group: '',
  groupAdmin: '',
  outside: '',
}
type Typed = typeof EMPTY

/** Google OAuth scopes that an administrator grants a service account: to send, and to read and store drafts. */
const DELEGATED = 'https://www.googleapis.com/auth/gmail.send,https://www.googleapis.com/auth/gmail.modify'

/** Google OAuth scope with which the members of a group can be read. */
const READS_GROUPS = 'https://www.googleapis.com/auth/admin.directory.group.member.readonly'

/**
 * Dialog that connects mailboxes of an organization through its own application, without their owners signing in
 * (product: mailboxes.application).
 */
export function ProvideDialog({ onClose }: { onClose: () => void }) {
  const [organization, setOrganization] = useState<Organization>('microsoft')
  const [typed, setTyped] = useState<Typed>(EMPTY)
  const [failure, setFailure] = useState<{ text: string; fields: FieldErrors } | null>(null)
  const [done, setDone] = useState<Provision | null>(null)
  const client = useApolloClient()
  const [mutate, { loading }] = useMutation(PROVIDE_MAILBOXES)
  const { directory, clientId, clientSecret, googleKey, group, groupAdmin, outside } = typed
  const emails = addressesIn(typed.emails)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (loading) return
    setFailure(null)
    try {
      const input =
        organization === 'google'
          ? { googleKey, emails, ...(group && { group, groupAdmin }) }
          : { microsoft: { directory, clientId, clientSecret }, emails, outside, ...(group && { group }) }
      const { data } = await mutate({ variables: { input } })
      setDone(data?.provideMailboxes ?? null)
      setTyped(EMPTY)
      client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'mailboxes' })
      await client.refetchQueries({ include: 'active' })
    } catch (error) {
      setFailure({ text: errorMessage(error), fields: fieldErrors(error) })
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => next || loading || onClose()}
      size="md"
      title="Provide mailboxes"
      description="Connects mailboxes of your organization, shared ones too. Nobody has to sign in. A mailbox belongs to the person with its address, otherwise to you."
      footer={
        <>
          <Button disabled={loading} onClick={onClose}>
            {done ? 'Close' : 'Cancel'}
          </Button>
          {!done && (
            <Button type="submit" form="provide-mailboxes" variant="primary" busy={loading}>
              Test and connect
            </Button>
          )}
        </>
      }
    >
      {done ? (
        <Outcome provision={done} />
      ) : (
        <form
          id="provide-mailboxes"
          noValidate
          onSubmit={(event) => void submit(event)}
          className="grid grid-cols-[minmax(0,1fr)] gap-5"
        >
          {failure && (
            <Callout tone="warning" role="alert" title="No mailbox was connected">
              {failure.text}
            </Callout>
          )}
          <Segmented
            label="Your organization uses"
            value={organization}
            options={[
              { value: 'microsoft', label: 'Microsoft 365' },
              { value: 'google', label: 'Google Workspace' },
            ]}
            onChange={(next) => {
              setOrganization(next as Organization)
              setFailure(null)
            }}
          />
          <Fields organization={organization} typed={typed} errors={failure?.fields ?? {}} onChange={setTyped} />
          {organization === 'google' ? (
            <GoogleSteps readsGroup={typed.group !== ''} />
          ) : (
            <MicrosoftSteps clientId={clientId} emails={emails} group={group.trim()} />
          )}
        </form>
      )}
    </Dialog>
  )
}

interface FieldsProps {
  organization: Organization
  typed: Typed
  errors: FieldErrors
  onChange: (typed: Typed) => void
}

function Fields({ organization, typed, errors, onChange }: FieldsProps) {
  const set = (name: keyof Typed) => (event: { target: { value: string } }) =>
    onChange({ ...typed, [name]: event.target.value })
  const emailError = errors['emails'] ?? Object.entries(errors).find(([name]) => name.startsWith('emails.'))?.[1]
  const mailboxes = (
    <>
      <Field label="Mailboxes" hint="Up to 20 addresses, one on each line." error={emailError}>
        <Textarea value={typed.emails} onChange={set('emails')} />
      </Field>
      <Field
        label="Group"
        hint="The address of a group. The mailboxes of its people are connected as well, at most 100."
        error={errors['group']}
        optional
      >
        <Input type="email" value={typed.group} autoComplete="off" onChange={set('group')} />
      </Field>
      {organization === 'google' && typed.group !== '' && (
        <Field
          label="An administrator"
          hint="Google shows the people of a group only in the name of an administrator."
          error={errors['groupAdmin']}
          required
        >
          <Input type="email" value={typed.groupAdmin} autoComplete="off" onChange={set('groupAdmin')} />
        </Field>
      )}
    </>
  )
  if (organization === 'google') {
    return (
      <>
        <KeyField
          value={typed.googleKey}
          error={errors['googleKey']}
          onChange={(googleKey) => onChange({ ...typed, googleKey })}
        />
        {mailboxes}
      </>
    )
  }
  return (
    <>
      <Field
        label="Directory"
        hint="The ID of your Microsoft tenant, or one of its domains."
        error={errors['microsoft.directory']}
        required
      >
        <Input value={typed.directory} placeholder="example.com" onChange={set('directory')} />
      </Field>
      <Field label="Application id" error={errors['microsoft.clientId']} required>
        <Input value={typed.clientId} autoComplete="off" onChange={set('clientId')} />
      </Field>
      <Field
        label="Application secret"
        hint="It is stored encrypted and never shown."
        error={errors['microsoft.clientSecret'] ?? errors['microsoft']}
        required
      >
        <PasswordInput value={typed.clientSecret} autoComplete="off" onChange={set('clientSecret')} />
      </Field>
      {mailboxes}
      <Field
        label="A mailbox that Mergewell must not reach"
        hint="Enter another mailbox of your organization. We test that access to it is refused."
        error={errors['outside']}
        required
      >
        <Input type="email" value={typed.outside} autoComplete="off" onChange={set('outside')} />
      </Field>
    </>
  )
}

interface KeyFieldProps {
  value: string
  error: string | undefined
  onChange: (key: string) => void
}

/** The key file of a service account, chosen or pasted. */
function KeyField({ value, error, onChange }: KeyFieldProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Field
        label="Key of the service account"
        hint="Choose the JSON file, or paste its text. It is stored encrypted and never shown."
        error={error}
        required
      >
        <PasswordInput value={value} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
      </Field>
      <Button size="sm" className="w-fit" onClick={() => picker.current?.click()}>
        Choose key file
      </Button>
      <FilePicker
        ref={picker}
        label="Key file"
        accept=".json,application/json"
        onFiles={([file]) => void file?.text().then(onChange)}
      />
    </div>
  )
}

const SUMMARY = 'w-fit rounded-sm leading-8 font-strong hover:text-ink'
const COMMANDS = 'mt-2 rounded-md border border-line p-3 text-sm wrap-anywhere whitespace-pre-wrap'

function MicrosoftSteps({ clientId, emails, group }: { clientId: string; emails: readonly string[]; group: string }) {
  return (
    <details>
      <summary className={SUMMARY}>Commands that limit the application to these mailboxes</summary>
      <p className="mt-2 text-ink-soft">
        Register an application in Entra, give it a secret and no permissions of Microsoft Graph, and run this in
        PowerShell as an Exchange administrator. Exchange applies it within two hours.
        {group !== '' &&
          ' To read the group, the application also needs the application permissions GroupMember.Read.All and User.ReadBasic.All, which open no mailbox.'}
      </p>
      <pre className={COMMANDS}>{exchangeCommands({ clientId, emails, group })}</pre>
    </details>
  )
}

function GoogleSteps({ readsGroup }: { readsGroup: boolean }) {
  return (
    <details>
      <summary className={SUMMARY}>How to let a service account send</summary>
      <p className="mt-2 text-ink-soft">
        Create a service account with a JSON key in Google Cloud, and turn on the Gmail API in its project. Then, in the
        Google Admin console, open Security → API controls → Domain-wide delegation, and add the client ID of the
        service account with these scopes. Google may take a day to apply it.
      </p>
      <pre className={COMMANDS}>{readsGroup ? `${DELEGATED},${READS_GROUPS}` : DELEGATED}</pre>
      <p className="mt-2 text-ink-soft">
        Google cannot limit a service account to some mailboxes. Mergewell uses only those that you name.
      </p>
    </details>
  )
}

/**
 * Shows for each mailbox whether it was connected, and the proof that other mailboxes of the organization stay
 * inaccessible.
 */
function Outcome({ provision: { results, proof } }: { provision: Provision }) {
  return (
    <div className="grid gap-4" role="status">
      <Callout title="Other mailboxes stay closed">{proof}</Callout>
      <ul className="grid gap-3">
        {results?.map(({ email, state }) => (
          <li key={email} className="wrap-anywhere">
            <span className="font-strong">{email}</span>
            <br />
            <span className="text-ink-soft">{PROVIDED_STATES[state]}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
