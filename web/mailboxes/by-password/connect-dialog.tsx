import { useState, type ReactNode, type SubmitEvent } from 'react'
import { PROVIDERS } from '#domain/mailboxes/providers.ts'
import { CONNECT_OTHER_LABEL } from '../connect-links.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, PasswordInput } from '#web/ui/input.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { ConnectionSteps } from './connection-steps.tsx'
import { emptyServer, ServerFields, type TypedServer } from './server-fields.tsx'
import { SignInInstead } from './sign-in-instead.tsx'
import { useConnect, type Search, type TypedMailbox } from './use-mailbox-connection.ts'

/** A connected mailbox whose password or mail servers are changed. */
export interface ConnectedMailbox {
  id: string
  email: string
  name: string
  servers: { smtp: FoundServer; imap: FoundServer | null } | null
}

type FoundServer = NonNullable<Search['smtp']>

export interface ConnectDialogProps {
  /** the mailbox to change; null: a new mailbox */
  mailbox: ConnectedMailbox | null
  onClose: () => void
}

/**
 * Dialog that connects a mailbox at any mail host: the user types the email address, its mail servers are found and
 * shown, and only then is the password sent to them. Also changes the password and the servers of a connected mailbox.
 */
export function ConnectDialog({ mailbox, onClose }: ConnectDialogProps) {
  const { attempt, find, connect } = useConnect(mailbox?.id ?? null)
  const [typed, setTyped] = useState<TypedMailbox>(() => initial(mailbox))
  const [search, setSearch] = useState<Search | null>(null)
  const [showsServers, setShowsServers] = useState(false)
  const isFound = mailbox?.servers != null || (search !== null && search.refusal === null)
  const { isRunning, errors, failure, steps, ended } = attempt

  const lookUp = async () => {
    const found = await find(typed.email)
    if (!found) return
    setSearch(found)
    setShowsServers(found.smtp === null)
    setTyped({ ...typed, ...serversOf(found, typed.email) })
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isRunning) return
    if (!isFound) return lookUp()
    if (await connect(typed)) {
      toast(
        mailbox ? { title: 'Mailbox updated', description: `${typed.email} is connected.` } : PROVIDERS.smtp.connected,
      )
      onClose()
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => next || isRunning || onClose()}
      size="md"
      title={mailbox ? 'Password and servers' : CONNECT_OTHER_LABEL}
      description={
        mailbox
          ? `Changes how Mergewell signs in to ${mailbox.email}.`
          : 'For a mailbox at any email host. Mergewell sends through its SMTP server and, to see bounces and replies, reads it by IMAP.'
      }
      footer={
        <>
          <Button disabled={isRunning} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="connect-mailbox" variant="primary" busy={isRunning}>
            {!isFound ? 'Find servers' : mailbox ? 'Test and save' : 'Connect mailbox'}
          </Button>
        </>
      }
    >
      <form
        id="connect-mailbox"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
      >
        <Field label="Email address" error={errors['email']} required>
          <Input
            type="email"
            value={typed.email}
            readOnly={mailbox !== null}
            placeholder="you@example.com"
            autoComplete="email"
            onChange={(event) => {
              setTyped({ ...typed, email: event.target.value })
              setSearch(null)
            }}
          />
        </Field>
        {search?.refusal != null && (
          <Callout tone="warning" role="alert" title="This mailbox cannot be connected by password">
            <div className="grid gap-3">
              <p>{search.refusal}</p>
              {search.signIn !== null && <SignInInstead provider={search.signIn} />}
            </div>
          </Callout>
        )}
        {failure !== null && (
          <Callout
            tone="warning"
            role="alert"
            title={isFound ? 'The mailbox was not connected' : 'We could not look up the mail servers'}
          >
            {failure}
          </Callout>
        )}
        {isFound && (
          <>
            {search?.signIn != null && (
              <Callout title="No password needed">
                <div className="pt-2">
                  <SignInInstead provider={search.signIn} />
                </div>
              </Callout>
            )}
            <Credentials typed={typed} search={search} errors={errors} onChange={setTyped} />
            <Servers typed={typed} errors={errors} isOpen={showsServers} onOpen={setShowsServers} onChange={setTyped}>
              <ConnectionSteps steps={steps} running={isRunning ? { ended, readsInbox: typed.imap !== null } : null} />
            </Servers>
          </>
        )}
      </form>
    </Dialog>
  )
}

interface PartProps {
  typed: TypedMailbox
  errors: Record<string, string>
  onChange: (typed: TypedMailbox) => void
}

/** Fields for the password, with a hint if the host needs an app password, and for the sender's name. */
function Credentials({ typed, search, errors, onChange }: PartProps & { search: Search | null }) {
  return (
    <>
      {search?.before != null && <Callout title="Before you connect">{search.before}</Callout>}
      <Field
        label={search?.appPassword === 'always' ? 'App password' : 'Password'}
        error={errors['password']}
        hint={<PasswordHint search={search} />}
        required
      >
        <PasswordInput
          value={typed.password}
          autoComplete="off"
          onChange={(event) => onChange({ ...typed, password: event.target.value })}
        />
      </Field>
      <Field label="Sender name" error={errors['name']} hint="The name that recipients see." optional>
        <Input
          value={typed.name}
          autoComplete="name"
          onChange={(event) => onChange({ ...typed, name: event.target.value })}
        />
      </Field>
    </>
  )
}

function PasswordHint({ search }: { search: Search | null }) {
  const host = search?.hostName ?? 'Your host'
  const words =
    search?.appPassword === 'always'
      ? `${host} takes only an app password here, not your usual one.`
      : search?.appPassword === 'with_two_factor'
        ? `If you use two-factor authentication, ${host} takes only an app password.`
        : 'We store the password encrypted. Some email hosts accept only an app password, which you create on their website.'
  return (
    <>
      {words}{' '}
      {search?.help != null && (
        <a className="underline" href={search.help} target="_blank" rel="noreferrer">
          Instructions from {host}
        </a>
      )}
    </>
  )
}

interface ServersProps extends PartProps {
  /** result of the connection test, which stays visible above the fields */
  children: ReactNode
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** Shows the mail servers in a sentence, and their fields on demand. */
function Servers({ typed, errors, isOpen, onOpen, onChange, children }: ServersProps) {
  const { email, smtp, imap } = typed
  const isNeeded = smtp.host === '' || Object.keys(errors).some((name) => /^(smtp|imap)\./.test(name))
  return (
    <div className="grid gap-3">
      <p className="text-ink-soft wrap-anywhere">
        {smtp.host === ''
          ? 'No servers were found for this address. Enter those that your email host names.'
          : `Sends through ${smtp.host}. ${imap === null ? 'Bounces and replies are not read.' : `Reads ${imap.host}.`}`}
      </p>
      {children}
      <details open={isOpen || isNeeded} onToggle={(event) => onOpen(event.currentTarget.open)}>
        <summary className="w-fit rounded-sm leading-8 font-strong hover:text-ink">Server settings</summary>
        <div className="mt-2 grid gap-6">
          <ServerFields
            kind="smtp"
            server={smtp}
            errors={errors}
            onChange={(server) => onChange({ ...typed, smtp: server })}
          />
          <Switch
            label="Read bounces and replies"
            hint="If this is off, Mergewell only sends emails: it does not see bounces and replies."
            checked={imap !== null}
            onCheckedChange={(on) => onChange({ ...typed, imap: on ? emptyServer('imap', email) : null })}
          />
          {imap !== null && (
            <ServerFields
              kind="imap"
              server={imap}
              errors={errors}
              onChange={(server) => onChange({ ...typed, imap: server })}
            />
          )}
        </div>
      </details>
    </div>
  )
}

const typedServer = ({ host, port, security, user }: FoundServer): TypedServer => ({
  host,
  port: String(port),
  security,
  user,
})

const serversOf = (
  { smtp, imap }: Pick<Search, 'smtp' | 'imap'>,
  email: string,
): Pick<TypedMailbox, 'smtp' | 'imap'> => ({
  smtp: smtp ? typedServer(smtp) : emptyServer('smtp', email),
  imap: imap ? typedServer(imap) : smtp ? null : emptyServer('imap', email),
})

function initial(mailbox: ConnectedMailbox | null): TypedMailbox {
  const { email = '', name = '', servers } = mailbox ?? {}
  return {
    email,
    password: '',
    name: name === email ? '' : name,
    ...serversOf(servers ?? { smtp: null, imap: null }, email),
  }
}
