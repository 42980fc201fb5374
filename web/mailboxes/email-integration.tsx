import { useQuery } from '@apollo/client/react'
import { CircleCheck, Mailbox, RefreshCw } from '#web/ui/generated/icons.ts'
import { useUser } from '#web/accounts/current-user.tsx'
import { useSidebar } from '#web/ui/app-shell.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { defaultMailbox } from './default-mailbox.ts'
import { ConnectLink } from './connect-link.tsx'
import { CONNECT_OTHER_LABEL, connectPath } from './connect-links.ts'
import { ownerText } from './mailbox-name.ts'
import { MAILBOX_STATES } from './operations.ts'
import { SIGN_IN_PROVIDERS, PROVIDERS, type Provider } from '#domain/mailboxes/providers.ts'
import { ProviderMark } from './provider-mark.tsx'

/** The sidebar's Email Integration block: connected providers and connect links. In the rail it is behind an icon. */
export function EmailIntegration() {
  const { mode } = useSidebar()
  if (mode === 'rail') {
    return (
      <div className="mt-4 flex justify-center border-t border-line pt-4">
        <Popover
          label="Email Integration"
          side="right"
          trigger={<IconButton icon={Mailbox} label="Email Integration" />}
        >
          <Block />
        </Popover>
      </div>
    )
  }
  return (
    <div className="mt-5 border-t border-line px-3 pt-5">
      <Block />
    </div>
  )
}

function Block() {
  const user = useUser()
  const { data } = useQuery(MAILBOX_STATES)
  const sender = defaultMailbox(data?.mailboxes ?? [])
  const refused = data?.mailboxes.filter(({ status, isMine }) => isMine && status === 'error') ?? []
  const refreshable = SIGN_IN_PROVIDERS.filter(
    (name) =>
      PROVIDERS[name].hasRefreshLink &&
      (user.connectedProviders.includes(name) || refused.some(({ provider }) => provider === name)),
  )
  return (
    <section aria-labelledby="email-integration" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="email-integration" className="text-xs font-strong text-ink-soft">
        Email Integration
      </h2>
      {SIGN_IN_PROVIDERS.map((provider) => (
        <ProviderRow key={provider} provider={provider} connected={user.connectedProviders.includes(provider)} />
      ))}
      <ProviderRow provider="smtp" connected={user.connectedProviders.includes('smtp')} />
      {sender && (
        <p className="text-xs wrap-anywhere text-ink-soft">
          Sending as <span className="text-ink">{sender.email}</span>
          {sender.isMine || ` · ${ownerText(sender)}`}
        </p>
      )}
      {refreshable.map((provider) => (
        <a
          key={provider}
          href={`/auth/${provider}`}
          className="flex items-center gap-1.5 rounded-sm text-xs text-ink-soft hover:text-ink"
        >
          <RefreshCw aria-hidden="true" className="size-3.5 shrink-0" />
          Refresh {PROVIDERS[provider].name} Connection
        </a>
      ))}
    </section>
  )
}

function ProviderRow({ provider, connected }: { provider: Provider; connected: boolean }) {
  const { label } = PROVIDERS[provider]
  if (!connected) {
    return (
      <Button asChild size="sm" className="w-full justify-start px-2.5 text-xs">
        <ConnectLink to={connectPath(provider)}>
          <ProviderMark provider={provider} />
          {provider === 'smtp' ? CONNECT_OTHER_LABEL : `Connect ${label}`}
        </ConnectLink>
      </Button>
    )
  }
  return (
    <p className="flex h-8 items-center gap-1.5 text-xs">
      <ProviderMark provider={provider} />
      <span className="min-w-0 grow truncate">{label}</span>
      <span className="flex items-center gap-1 text-good">
        <CircleCheck aria-hidden="true" className="size-3 shrink-0" />
        Connected
      </span>
    </p>
  )
}
