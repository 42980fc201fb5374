import { useApolloClient, useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { PROVIDERS } from '#domain/mailboxes/providers.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import type { ConnectedEmailsQuery } from '#web/generated/graphql.ts'
import { ConnectionSteps } from '#web/mailboxes/by-password/connection-steps.tsx'
import { followTest, type EndedSteps } from '#web/mailboxes/by-password/follow-connection-test.ts'
import { SET_COPY_TO_SELF, TEST_MAILBOX } from '#web/mailboxes/by-password/operations.ts'
import { ConnectLink } from '#web/mailboxes/connect-link.tsx'
import { reconnectPath } from '#web/mailboxes/connect-links.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { KeyRound, RefreshCw } from '#web/ui/generated/icons.ts'
import { Switch } from '#web/ui/switch.tsx'
import { SentCopies } from './sent-copies.tsx'

type Mailbox = ConnectedEmailsQuery['mailboxes'][number]
type Servers = NonNullable<Mailbox['servers']>

export interface MailboxServersProps {
  mailbox: Mailbox
  servers: Servers
  onClose: () => void
}

/**
 * Dialog about the mail servers of a mailbox connected by SMTP: tests them again, says whether the provider or
 * Mergewell files copies in the Sent folder, and finds that out by emails to the mailbox itself.
 */
export function MailboxServers({ mailbox, servers, onClose }: MailboxServersProps) {
  const { id, email, isMine } = mailbox
  const client = useApolloClient()
  const [test, tested] = useMutation(TEST_MAILBOX)
  const [ended, setEnded] = useState<EndedSteps>({})
  const [setCopy, copying] = useMutation(SET_COPY_TO_SELF)
  // Shown at once; the answer decides.
  const [wanted, setWanted] = useState<boolean | null>(null)
  const error = tested.error ?? copying.error
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      size="md"
      title="Servers"
      description={`How Mergewell reaches ${email}.`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <dl className="grid gap-3">
          <Server label="Sends through" server={servers.smtp} />
          {servers.imap ? (
            <Server label="Reads" server={servers.imap} />
          ) : (
            <p className="text-ink-soft">This mailbox only sends. Bounces and replies are not seen.</p>
          )}
        </dl>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            icon={RefreshCw}
            busy={tested.loading}
            onClick={() => {
              setEnded({})
              followTest(client, (attempt) => test({ variables: { id, attempt } }), setEnded).catch(() => undefined)
            }}
          >
            Test connection
          </Button>
          {isMine && (
            <Button asChild size="sm" icon={KeyRound} onClick={onClose}>
              <ConnectLink to={reconnectPath(mailbox)}>
                {servers.signIn === null
                  ? 'Change password or servers'
                  : `Sign in at ${PROVIDERS[servers.signIn].name}`}
              </ConnectLink>
            </Button>
          )}
        </div>
        <ConnectionSteps
          steps={tested.data?.testMailbox?.steps ?? []}
          running={tested.loading ? { ended, readsInbox: servers.imap !== null } : null}
        />
        {servers.imap !== null && <SentCopies mailbox={mailbox} keepsCopy={servers.keepsCopy} />}
        <Switch
          label="Send a copy of each email to yourself"
          hint={
            servers.keepsCopy === true
              ? `You do not need copies to yourself: the copies that your host keeps in Sent already show whether an email was sent.`
              : `Each email also goes to ${email}. If a send is interrupted, the copy shows whether it left. Copies count towards the limits of your host.`
          }
          checked={wanted ?? servers.copyToSelf}
          disabled={copying.loading}
          onCheckedChange={(copyToSelf) => {
            setWanted(copyToSelf)
            setCopy({ variables: { id, copyToSelf } })
              .catch(() => undefined)
              .finally(() => setWanted(null))
          }}
        />
        {error && (
          <Callout
            tone="warning"
            role="alert"
            title={tested.error ? 'The connection was not tested' : 'The copy setting was not changed'}
          >
            {errorMessage(error)}
          </Callout>
        )}
      </div>
    </Dialog>
  )
}

function Server({ label, server: { host, port, security, user } }: { label: string; server: Servers['smtp'] }) {
  return (
    <div>
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className="wrap-anywhere">
        {host}, port {port}, {security === 'tls' ? 'TLS' : 'STARTTLS'}, as {user}
      </dd>
    </div>
  )
}
