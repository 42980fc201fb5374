import { useQuery } from '@apollo/client/react'
import { Ellipsis, KeyRound, ListChecks, Pause, Pencil, Play, Plus, Send, Trash2 } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { WEBHOOK_LIMITS } from '#domain/webhooks.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import type { WebhookFieldsFragment } from '#web/generated/graphql.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DropdownMenu, DropdownMenuItem, DropdownMenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Cell, HeaderCell, Row, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { CANNOT_BE_UNDONE } from '#web/shared/common-texts.ts'
import { useWebhookActions } from './use-webhook-actions.ts'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WEBHOOKS } from './operations.ts'
import { WebhookSecret } from './webhook-secret.tsx'
import { DISABLED_WORDS, webhookName, webhookStatus } from './webhook-texts.ts'

type Webhook = WebhookFieldsFragment

/** The dialog that is open, with its webhook. */
type Open =
  | { what: 'create' }
  | { what: 'secret'; secret: string }
  | { what: 'edit' | 'deliveries' | 'rotate' | 'delete'; webhook: Webhook }

/** The workspace's webhooks. Admins only. */
export function Webhooks() {
  const { data, error, loading, refetch } = useQuery(WEBHOOKS, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const [open, setOpen] = useState<Open | null>(null)
  const isOff = data?.tenant.features.apiAccess === false
  const isFull = data !== undefined && data.webhooks.length >= WEBHOOK_LIMITS.webhooks
  return (
    <div className="grid gap-6">
      {isOff && (
        <Callout tone="warning" title="API access is turned off for your workspace">
          Nothing is sent to webhooks, and you cannot create any, until the person who runs this installation turns on
          API access.
        </Callout>
      )}
      <Card
        flush
        title="Webhooks"
        description={`Send events of this workspace to your systems as they happen. At most ${WEBHOOK_LIMITS.webhooks}.`}
        actions={
          !isOff && (
            <Button size="sm" icon={Plus} disabled={isFull} onClick={() => setOpen({ what: 'create' })}>
              Create Webhook
            </Button>
          )
        }
      >
        <div className="border-t border-line">
          {data ? (
            <List webhooks={data.webhooks} onOpen={setOpen} />
          ) : error ? (
            <ErrorState
              title="Your webhooks could not be loaded"
              line={errorMessage(error)}
              onRetry={() => void refetch()}
              retrying={loading}
            />
          ) : (
            <Loading label="Loading webhooks..." className="grid gap-4 p-5">
              <Skeleton className="w-2/3" />
              <Skeleton className="w-1/2" />
            </Loading>
          )}
        </div>
      </Card>
      {open && <OpenDialog open={open} setOpen={setOpen} />}
    </div>
  )
}

function OpenDialog({ open, setOpen }: { open: Open; setOpen: (open: Open | null) => void }) {
  const { rotate, remove } = useWebhookActions()
  const close = () => setOpen(null)
  switch (open.what) {
    case 'secret':
      return <WebhookSecret secret={open.secret} onClose={close} />
    case 'deliveries':
      return <WebhookDeliveries webhook={open.webhook} onClose={close} />
    case 'create':
    case 'edit':
      return (
        <WebhookForm
          webhook={open.what === 'edit' ? open.webhook : null}
          onClose={close}
          onCreated={(secret) => setOpen({ what: 'secret', secret })}
        />
      )
    case 'rotate':
      return (
        <ConfirmDialog
          open
          onOpenChange={(next) => !next && close()}
          title={`Rotate the secret of “${webhookName(open.webhook)}”?`}
          description="You get a new secret. Requests are also signed with the previous one for 24 hours, so that you can change it in your receiver."
          variant="primary"
          confirmLabel="Rotate"
          busyLabel="Rotating..."
          onConfirm={async () => {
            const secret = await rotate(open.webhook)
            // After the dialog closed.
            if (secret) setTimeout(() => setOpen({ what: 'secret', secret }))
          }}
        />
      )
    case 'delete':
      return (
        <ConfirmDialog
          open
          onOpenChange={(next) => !next && close()}
          title={`Delete “${webhookName(open.webhook)}”?`}
          description={`Nothing more is sent to it, and its deliveries are deleted. ${CANNOT_BE_UNDONE}`}
          confirmLabel="Delete"
          busyLabel="Deleting..."
          onConfirm={() => remove(open.webhook)}
        />
      )
  }
}

function List({ webhooks, onOpen }: { webhooks: readonly Webhook[]; onOpen: (open: Open) => void }) {
  if (webhooks.length === 0) {
    return (
      <EmptyState
        drawing="key"
        title="No webhooks yet"
        line="A webhook tells your CRM or other systems when emails are sent, opened or answered."
      />
    )
  }
  return (
    <Table label="Webhooks">
      <thead>
        <tr>
          <HeaderCell>Webhook</HeaderCell>
          <HeaderCell>Status</HeaderCell>
          <HeaderCell className="max-sm:hidden">Events</HeaderCell>
          <HeaderCell>
            <span className="sr-only">Actions</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} onOpen={onOpen} />
        ))}
      </tbody>
    </Table>
  )
}

function WebhookRow({ webhook, onOpen }: { webhook: Webhook; onOpen: (open: Open) => void }) {
  const { url, events, disabledBecause, failingSince, oldSecretUntil, enabled } = webhook
  const { label, tone } = webhookStatus(webhook)
  return (
    <Row>
      <Cell className="py-1.5 max-sm:w-full max-sm:max-w-0 sm:max-w-96">
        <span className="font-strong">{webhookName(webhook)}</span>
        <span className="block truncate text-xs text-ink-soft">{url}</span>
        {disabledBecause && (
          <span className="block text-xs whitespace-normal text-bad">{DISABLED_WORDS[disabledBecause]}</span>
        )}
        {enabled && failingSince && (
          <span className="block text-xs whitespace-normal text-ink-soft">
            No request succeeded since <Time at={failingSince} show="moment" />
          </span>
        )}
        {oldSecretUntil && (
          <span className="block text-xs whitespace-normal text-ink-soft">
            The previous secret is valid until <Time at={oldSecretUntil} show="moment" />
          </span>
        )}
      </Cell>
      <Cell>
        <Badge tone={tone}>{label}</Badge>
      </Cell>
      <Cell className="max-sm:hidden">{events.length === 1 ? '1 event' : `${events.length} events`}</Cell>
      <Cell className="w-px">
        <Actions webhook={webhook} onOpen={onOpen} />
      </Cell>
    </Row>
  )
}

function Actions({ webhook, onOpen }: { webhook: Webhook; onOpen: (open: Open) => void }) {
  const { setEnabled, sendTest } = useWebhookActions()
  const { enabled } = webhook
  const test = async () => {
    if (await sendTest(webhook)) onOpen({ what: 'deliveries', webhook })
  }
  return (
    <DropdownMenu trigger={<IconButton icon={Ellipsis} label={`Actions for ${webhookName(webhook)}`} size="sm" />}>
      <DropdownMenuItem icon={ListChecks} onSelect={() => onOpen({ what: 'deliveries', webhook })}>
        Deliveries
      </DropdownMenuItem>
      <DropdownMenuItem icon={Send} disabled={!enabled} onSelect={() => void test()}>
        Send a test event
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuItem icon={Pencil} onSelect={() => onOpen({ what: 'edit', webhook })}>
        Edit
      </DropdownMenuItem>
      <DropdownMenuItem icon={enabled ? Pause : Play} onSelect={() => void setEnabled(webhook, !enabled)}>
        {enabled ? 'Pause' : 'Resume'}
      </DropdownMenuItem>
      <DropdownMenuItem icon={KeyRound} onSelect={() => onOpen({ what: 'rotate', webhook })}>
        Rotate secret
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuItem icon={Trash2} danger onSelect={() => onOpen({ what: 'delete', webhook })}>
        Delete
      </DropdownMenuItem>
    </DropdownMenu>
  )
}
