import { useApolloClient, useMutation, useQuery } from '@apollo/client/react'
import { AtSign, Flame, Plug, Signature, SlidersHorizontal, Unplug, Users } from '#web/ui/generated/icons.ts'
import { lazy, Suspense, useState } from 'react'
import { TRIED_AGAIN } from '#domain/campaigns/campaign-statuses.ts'
import { useCurrentUser } from '#web/accounts/current-user.tsx'
import { ResumeStopped } from '#web/campaigns/stopped/resume-stopped.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import { failureText } from '#web/client/failure-text.ts'
import type { ConnectedEmailsQuery } from '#web/generated/graphql.ts'
import { PROVIDERS } from '#domain/mailboxes/providers.ts'
import { ProviderMark } from '#web/mailboxes/provider-mark.tsx'
import { ConnectLink } from '#web/mailboxes/connect-link.tsx'
import { reconnectPath } from '#web/mailboxes/connect-links.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { UntilTime } from '#web/ui/send-time.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { AddressesDialog } from './addresses-dialog.tsx'
import { ConnectButtons, ConnectByPassword } from './connect-mailbox.tsx'
import { CONNECTED_EMAILS, DISCONNECT_MAILBOX } from './operations.ts'
import { ShareMailbox, describeSharing } from './share-mailbox.tsx'
import { MailboxLanding } from './mailbox-landing.tsx'
import { MailboxLevel } from './mailbox-level.tsx'
import { MailboxServers } from './mailbox-servers.tsx'

/** The signature dialog, loaded on demand, because it contains the text editor. */
const SignatureDialog = lazy(async () => ({ default: (await import('./signature-dialog.tsx')).SignatureDialog }))
const ProvideDialog = lazy(async () => ({ default: (await import('./provide-dialog.tsx')).ProvideDialog }))
const SignaturePreview = lazy(async () => ({ default: (await import('./signature-dialog.tsx')).SignaturePreview }))

type Mailbox = ConnectedEmailsQuery['mailboxes'][number]

/** The workspace's sending mailboxes (product: settings.connected-emails). */
export function ConnectedEmails() {
  const { data, error, loading, refetch } = useQuery(CONNECTED_EMAILS, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const [leaving, setLeaving] = useState<Mailbox | null>(null)
  const [sharing, setSharing] = useState<Mailbox | null>(null)
  const [signing, setSigning] = useState<Mailbox | null>(null)
  const [addressing, setAddressing] = useState<string | null>(null)
  const [serving, setServing] = useState<string | null>(null)
  const [isProviding, setIsProviding] = useState(false)
  const { user } = useCurrentUser()
  const addressed = data?.mailboxes.find(({ id }) => id === addressing)
  const served = data?.mailboxes.find(({ id }) => id === serving)
  const disconnect = useDisconnect()
  return (
    <Card
      flush
      title="Connected Emails"
      description="Campaigns are sent from these mailboxes. A mailbox belongs to the person who connected it. Others can send from it only if it is shared with them. When you connect a mailbox, we ask only for permission to send. You can grant more permissions later."
      actions={
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          <ConnectButtons />
          {user?.role === 'admin' && (
            <Button size="sm" className="max-sm:grow" onClick={() => setIsProviding(true)}>
              Provide mailboxes
            </Button>
          )}
        </div>
      }
    >
      <div className="border-t border-line">
        {data ? (
          <Mailboxes
            mailboxes={data.mailboxes}
            onDisconnect={setLeaving}
            onShare={setSharing}
            onSign={setSigning}
            onAddress={({ id }) => setAddressing(id)}
            onServe={({ id }) => setServing(id)}
          />
        ) : error ? (
          <ErrorState
            title="The mailboxes could not be loaded"
            line={errorMessage(error)}
            onRetry={() => void refetch()}
            retrying={loading}
          />
        ) : (
          <Loading label="Loading mailboxes..." className="grid gap-4 p-5">
            <Skeleton className="w-2/3" />
            <Skeleton className="w-1/2" />
          </Loading>
        )}
      </div>
      {signing && (
        <Suspense fallback={null}>
          <SignatureDialog mailbox={signing} onClose={() => setSigning(null)} />
        </Suspense>
      )}
      {isProviding && (
        <Suspense fallback={null}>
          <ProvideDialog onClose={() => setIsProviding(false)} />
        </Suspense>
      )}
      {addressed && <AddressesDialog mailbox={addressed} onClose={() => setAddressing(null)} />}
      {served?.servers && <MailboxServers mailbox={served} servers={served.servers} onClose={() => setServing(null)} />}
      {data && <ConnectByPassword mailboxes={data.mailboxes} />}
      {sharing && <ShareMailbox mailbox={sharing} onClose={() => setSharing(null)} />}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title="Disconnect this mailbox?"
        description={`Campaigns that are sending from ${leaving?.email ?? ''} are paused until a mailbox is connected. Your sending history is kept.`}
        confirmLabel="Disconnect"
        busyLabel="Disconnecting..."
        onConfirm={() => (leaving ? disconnect(leaving) : undefined)}
      />
    </Card>
  )
}

/**
 * Returns a function that disconnects a mailbox: removes it from the list and reloads whether the user still has one at
 * that provider.
 */
function useDisconnect() {
  const client = useApolloClient()
  const { refetch } = useCurrentUser()
  const [mutate] = useMutation(DISCONNECT_MAILBOX)
  return async ({ id, email }: Mailbox) => {
    try {
      await mutate({ variables: { id } })
      client.cache.evict({ id: client.cache.identify({ __typename: 'Mailbox', id }) })
      client.cache.gc()
      refetch().catch(() => undefined)
      toast({ title: 'Mailbox disconnected', description: `No more emails will be sent from ${email}.` })
    } catch (failure) {
      const description = failureText('The mailbox was not disconnected', failure)
      toast({ title: 'Disconnect Failed', description, variant: 'destructive' })
    }
  }
}

interface MailboxesProps {
  mailboxes: readonly Mailbox[]
  onDisconnect: (mailbox: Mailbox) => void
  onShare: (mailbox: Mailbox) => void
  onSign: (mailbox: Mailbox) => void
  onAddress: (mailbox: Mailbox) => void
  onServe: (mailbox: Mailbox) => void
}

function Mailboxes({ mailboxes, onDisconnect, onShare, onSign, onAddress, onServe }: MailboxesProps) {
  if (mailboxes.length === 0) {
    return (
      <EmptyState
        drawing="letterbox"
        title="No mailbox is connected"
        line="Connect the mailbox you want to send campaigns from."
      />
    )
  }
  return (
    <ul>
      {mailboxes.map((mailbox) => (
        <MailboxRow
          key={mailbox.id}
          mailbox={mailbox}
          onDisconnect={() => onDisconnect(mailbox)}
          onShare={() => onShare(mailbox)}
          onSign={() => onSign(mailbox)}
          onAddress={() => onAddress(mailbox)}
          onServe={() => onServe(mailbox)}
        />
      ))}
    </ul>
  )
}

interface MailboxRowProps {
  mailbox: Mailbox
  onDisconnect: () => void
  onShare: () => void
  onSign: () => void
  onAddress: () => void
  onServe: () => void
}

function MailboxRow({ mailbox, onDisconnect, onShare, onSign, onAddress, onServe }: MailboxRowProps) {
  const {
    email,
    provider,
    status,
    dailySent,
    recipientsInDay,
    recipientLimit,
    lastUsed,
    canDisconnect,
    canShare,
    canEdit,
    sandbox,
  } = mailbox
  const { label } = PROVIDERS[provider]
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line px-5 py-4 last:border-0">
      <div className="flex min-w-0 grow basis-64 items-center gap-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-full border border-line bg-paper">
          <ProviderMark provider={provider} />
        </span>
        <div className="min-w-0">
          <p className="truncate font-strong">{email}</p>
          <p className="text-ink-soft">
            {label}
            {sandbox && ' · sandbox'}
          </p>
          <p className="text-xs text-ink-soft">{ownership(mailbox)}</p>
          <OtherAddresses mailbox={mailbox} />
        </div>
      </div>
      <StatusBadge status={status} />
      <dl className="flex gap-6">
        <div className="min-w-24">
          <dt className="text-xs text-ink-soft">Sent in last 24 hours</dt>
          <dd className="figures">{dailySent.toLocaleString()}</dd>
          {recipientLimit !== null && (
            <dd className="figures text-xs text-ink-soft">
              {recipientsInDay.toLocaleString()} of {recipientLimit.toLocaleString()} recipients in 24 hours
            </dd>
          )}
        </div>
        <div className="min-w-24">
          <dt className="text-xs text-ink-soft">Last used</dt>
          <dd>{lastUsed === null ? 'Never' : <Time at={lastUsed} focusable />}</dd>
        </div>
        <div className="min-w-20">
          <dt className="text-xs text-ink-soft">Reputation</dt>
          <dd>{REPUTATION_WORDS[mailbox.reputation]}</dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-2 sm:ml-auto">
        {status === 'error' && (
          <Button asChild size="sm" icon={Plug}>
            <ConnectLink to={reconnectPath(mailbox)}>Reconnect</ConnectLink>
          </Button>
        )}
        <MailboxLanding mailbox={mailbox} />
        {canEdit && (
          <Button size="sm" icon={Signature} aria-label={`Signature… ${email}`} onClick={onSign}>
            Signature…
          </Button>
        )}
        {mailbox.servers && (
          <Button size="sm" icon={SlidersHorizontal} aria-label={`Servers… ${email}`} onClick={onServe}>
            Servers…
          </Button>
        )}
        {canEdit && status !== 'error' && (
          <Button size="sm" icon={AtSign} aria-label={`Sender addresses… ${email}`} onClick={onAddress}>
            Sender addresses…
          </Button>
        )}
        {canShare && (
          <Button size="sm" icon={Users} aria-label={`Share ${email}…`} onClick={onShare}>
            Share…
          </Button>
        )}
        {canDisconnect && (
          <Button size="sm" icon={Unplug} aria-label={`Disconnect ${email}`} onClick={onDisconnect}>
            Disconnect
          </Button>
        )}
      </div>
      {mailbox.signature !== null && (
        <div className="basis-full">
          <p className="mb-1 text-xs text-ink-soft">Signature</p>
          <Suspense fallback={<Skeleton className="h-16" />}>
            <SignaturePreview signature={mailbox.signature} />
          </Suspense>
        </div>
      )}
      {mailbox.bulkSenderWarnings.map((warning) => (
        <p key={warning} className="basis-full text-waiting">
          {warning}
        </p>
      ))}
      {mailbox.caution && (
        <p className="basis-full text-waiting">
          Slowed down since <Time at={mailbox.caution.since} show="day" />. {mailbox.caution.reason}
        </p>
      )}
      {status !== 'error' && mailbox.wait && <WaitNote wait={mailbox.wait} trouble={mailbox.trouble} />}
      <ResumeStopped mailbox={mailbox} className="basis-full" />
      {status === 'error' ? (
        <Refusal mailbox={mailbox} />
      ) : (
        <>
          <p className="basis-full text-xs text-ink-soft">{mailbox.reputationReason}</p>
          <MailboxLevel mailbox={mailbox} />
        </>
      )}
    </li>
  )
}

/** Lists the From addresses of a mailbox other than its own. */
function OtherAddresses({ mailbox: { sendAs } }: { mailbox: Mailbox }) {
  const usable = sendAs.filter(({ canSend }) => canSend).map(({ address }) => address)
  if (usable.length === 0) return null
  return <p className="text-xs text-ink-soft wrap-anywhere">Also sends from {usable.join(', ')}</p>
}

/** Returns a text about a mailbox's owner and who else may send from it. */
function ownership({ isMine, owner, canSend, sharedWithEverybody, sharedWith }: Mailbox): string {
  const whose = isMine ? 'Yours' : `Owned by ${owner?.name ?? 'a former colleague'}`
  if (sharedWith === null) return `${whose} · shared with you`
  const shared = describeSharing(
    sharedWithEverybody,
    sharedWith.map(({ user }) => user),
  )
  return `${whose} · ${shared}${canSend ? '' : ' · you cannot send from it'}`
}

const REPUTATION_WORDS: Record<Mailbox['reputation'], string> = {
  excellent: 'Excellent',
  good: 'Good',
  fair: 'Fair',
  poor: 'Poor',
}

/** Explanation why a mailbox cannot send; the provider's exact message is in a details element. */
function Refusal({ mailbox: { provider, statusReason } }: { mailbox: Mailbox }) {
  return (
    <div className="basis-full">
      <p className="text-bad">
        {provider === 'smtp'
          ? 'Your email host no longer accepts the password. Reconnect the mailbox with the new password to send from it.'
          : `${PROVIDERS[provider].label} no longer accepts the connection. Access was revoked or has expired. Reconnect the mailbox to send from it.`}
      </p>
      {statusReason && <Details text={statusReason} />}
    </div>
  )
}

/** Explanation why nothing is sent from a mailbox, until when, and what the provider or the log says about it. */
function WaitNote({ wait, trouble }: { wait: NonNullable<Mailbox['wait']>; trouble: Mailbox['trouble'] }) {
  const { reason, text, until } = wait
  return (
    <div className="basis-full">
      <p className="text-waiting">
        {text}
        {until !== null && (
          <>
            {TRIED_AGAIN.has(reason) ? ' Next attempt ' : ' Continues '}
            <UntilTime at={until} />.
          </>
        )}
      </p>
      {trouble?.reason === reason && (
        <Details text={reason === 'INTERNAL_ERROR' ? `Reference: ${trouble.detail}` : trouble.detail} />
      )}
    </div>
  )
}

function Details({ text }: { text: string }) {
  return (
    <details className="text-xs text-ink-soft">
      <summary className="w-fit rounded-sm leading-8 hover:text-ink">Technical details</summary>
      <p className="font-mono wrap-anywhere">{text}</p>
    </details>
  )
}

/** A mailbox's status badge (product: mailboxes.fields). Unknown statuses are shown unchanged. */
function StatusBadge({ status }: { status: string }) {
  if (status === 'connected') return <Badge tone="good">Connected</Badge>
  if (status === 'warming_up') {
    return (
      <Badge tone="waiting" icon={Flame}>
        Warming up
      </Badge>
    )
  }
  return status === 'error' ? <Badge tone="bad">Error</Badge> : <Badge>{status}</Badge>
}
