import { Plug } from '#web/ui/generated/icons.ts'
import { SIGN_IN_PROVIDERS, PROVIDERS } from '#domain/mailboxes/providers.ts'
import { ConnectLink } from '#web/mailboxes/connect-link.tsx'
import { CONNECT_OTHER, CONNECT_OTHER_LABEL, reconnectPath } from '#web/mailboxes/connect-links.ts'
import { ProviderMark } from '#web/mailboxes/provider-mark.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cn } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { chosenMailboxes, isWorking, useMailboxes, type SendMailbox } from './use-mailboxes.ts'

export interface MailboxChoiceProps {
  /** ids of the chosen mailboxes; null = the default mailbox */
  chosen: readonly string[] | null
  onChange: (ids: readonly string[]) => void
}

/** Picks the sending mailbox, or several used in rotation. */
export function MailboxChoice({ chosen, onChange }: MailboxChoiceProps) {
  const { mailboxes, error, loading, refetch } = useMailboxes()
  if (!mailboxes) {
    if (!error || loading) return <Skeleton className="h-16 rounded-md" />
    return (
      <Callout
        tone="bad"
        role="alert"
        title="The mailboxes could not be loaded"
        action={
          <Button size="sm" onClick={() => void refetch().catch(() => undefined)}>
            Try again
          </Button>
        }
      >
        {errorMessage(error)}
      </Callout>
    )
  }
  if (mailboxes.length === 0) return <NoMailbox />
  const ids = chosenMailboxes(chosen, mailboxes).map(({ id }) => id)
  return (
    <fieldset>
      <legend className="mb-2 font-strong">From</legend>
      <div className={cn('grid gap-2', mailboxes.length > 1 && 'sm:grid-cols-2')}>
        {mailboxes.map((mailbox) => (
          <Mailbox
            key={mailbox.id}
            mailbox={mailbox}
            checked={ids.includes(mailbox.id)}
            onChange={(on) =>
              onChange(mailboxes.map(({ id }) => id).filter((id) => (id === mailbox.id ? on : ids.includes(id))))
            }
          />
        ))}
      </div>
      <p className="mt-2 text-xs text-ink-soft">
        {ids.length > 1
          ? 'The mailboxes take turns, each at its own pace, so sending is faster.'
          : ids.length === 0
            ? 'Choose the mailbox to send from.'
            : mailboxes.filter(isWorking).length > 1 &&
              'If you select several mailboxes, they take turns, so sending is faster.'}
      </p>
    </fieldset>
  )
}

/**
 * Returns the number of recipients of a mailbox in 24 hours: "1,240 of 2,000 recipients in 24 hours", without the
 * maximum if the provider's is not known.
 */
const usedToday = ({ dailySent, recipientsInDay, recipientLimit }: SendMailbox) =>
  recipientLimit === null
    ? `${dailySent.toLocaleString()} sent in the last 24 hours`
    : `${recipientsInDay.toLocaleString()} of ${recipientLimit.toLocaleString()} recipients in 24 hours`

interface MailboxProps {
  mailbox: SendMailbox
  checked: boolean
  onChange: (on: boolean) => void
}

function Mailbox({ mailbox, checked, onChange }: MailboxProps) {
  const { provider, email, sandbox, isMine, owner } = mailbox
  const unseen = mailbox.level === 'send' && !mailbox.readsReplies
  const able = isWorking(mailbox)
  const hint = able
    ? `${usedToday(mailbox)}${sandbox ? ' · sandbox' : ''}${unseen ? ' · bounces and replies are not tracked' : ''}`
    : 'Reconnect this mailbox before you send from it.'
  return (
    <div
      className={cn(
        'flex items-start gap-3 rounded-md border p-3',
        checked ? 'border-ink inset-ring inset-ring-ink' : 'border-line',
      )}
    >
      <Checkbox
        label={
          <span className="inline-flex max-w-full items-center gap-2 wrap-anywhere">
            <ProviderMark provider={provider} />
            {email}
          </span>
        }
        hint={isMine || !owner ? hint : `${owner.name}’s mailbox, shared with you. ${hint}`}
        checked={checked}
        disabled={!able}
        onCheckedChange={(on) => onChange(on === true)}
        className="min-w-0 grow"
      />
      {!able && (
        <Button asChild size="sm" icon={Plug}>
          <ConnectLink to={reconnectPath(mailbox)}>Reconnect</ConnectLink>
        </Button>
      )}
    </div>
  )
}

function NoMailbox() {
  return (
    <Callout
      tone="warning"
      title="No mailbox is connected"
      action={
        <div className="flex flex-wrap gap-2">
          {SIGN_IN_PROVIDERS.map((provider) => (
            <Button key={provider} asChild size="sm">
              <a href={`/auth/${provider}`}>Connect {PROVIDERS[provider].label}</a>
            </Button>
          ))}
          <Button asChild size="sm">
            <ConnectLink to={CONNECT_OTHER}>{CONNECT_OTHER_LABEL}</ConnectLink>
          </Button>
        </div>
      }
    >
      Campaigns are sent from your own mailbox. Your changes are kept.
    </Callout>
  )
}
