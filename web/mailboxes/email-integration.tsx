import { useQuery } from '@apollo/client/react'
import { CircleCheck, Mailbox, RefreshCw } from '#web/ui/generated/icons.ts'
import type { ComponentType } from 'react'
import { useUser } from '#web/accounts/current-user.tsx'
import { useSidebar } from '#web/ui/app-shell.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { defaultMailbox } from './default-mailbox.ts'
import { ownerText } from './mailbox-name.ts'
import { MAIL_ACCOUNT_STATES } from './operations.ts'
import { GoogleMark, MicrosoftMark } from '#web/ui/provider-marks.tsx'

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
  const { data } = useQuery(MAIL_ACCOUNT_STATES)
  const sender = defaultMailbox(data?.mailAccounts ?? [])
  const refused =
    data?.mailAccounts.some(
      ({ provider, status, isMine }) => isMine && provider === 'microsoft' && status === 'error',
    ) ?? false
  return (
    <section aria-labelledby="email-integration" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="email-integration" className="text-xs font-strong text-ink-soft">
        Email Integration
      </h2>
      <ProviderRow name="Microsoft 365" mark={MicrosoftMark} connected={user.microsoftConnected} href="/auth/microsoft">
        Connect Microsoft 365
      </ProviderRow>
      <ProviderRow name="Google Gmail" mark={GoogleMark} connected={user.googleConnected} href="/auth/google">
        Connect Google Gmail
      </ProviderRow>
      {sender && (
        <p className="text-xs wrap-anywhere text-ink-soft">
          Sending as <span className="text-ink">{sender.email}</span>
          {sender.isMine || ` · ${ownerText(sender)}`}
        </p>
      )}
      {(user.microsoftConnected || refused) && (
        <a href="/auth/microsoft" className="flex items-center gap-1.5 rounded-sm text-xs text-ink-soft hover:text-ink">
          <RefreshCw aria-hidden="true" className="size-3.5 shrink-0" />
          Refresh Microsoft Connection
        </a>
      )}
    </section>
  )
}

interface ProviderRowProps {
  name: string
  mark: ComponentType
  connected: boolean
  href: string
  children: string
}

function ProviderRow({ name, mark: Mark, connected, href, children }: ProviderRowProps) {
  if (!connected) {
    return (
      <Button asChild size="sm" className="w-full justify-start px-2.5 text-xs">
        <a href={href}>
          <Mark />
          {children}
        </a>
      </Button>
    )
  }
  return (
    <p className="flex h-8 items-center gap-1.5 text-xs">
      <Mark />
      <span className="min-w-0 grow truncate">{name}</span>
      <span className="flex items-center gap-1 text-good">
        <CircleCheck aria-hidden="true" className="size-3 shrink-0" />
        Connected
      </span>
    </p>
  )
}
