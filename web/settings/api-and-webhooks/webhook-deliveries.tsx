import { useMutation, useQuery } from '@apollo/client/react'
import { RotateCw, Send } from '#web/ui/generated/icons.ts'
import { useCallback, useState } from 'react'
import { DELIVERY_STATUSES, type DeliveryStatus } from '#domain/webhooks.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { failureText } from '#web/client/failure-text.ts'
import type { DeliveryFieldsFragment, WebhookFieldsFragment } from '#web/generated/graphql.ts'
import { ShowMore } from '#web/shared/show-more.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { usePagination } from '#web/shared/use-pagination.ts'
import { RESEND_WEBHOOK_DELIVERY, WEBHOOK_DELIVERIES } from './operations.ts'
import { DELIVERY_WORDS, eventName, PROBLEM_WORDS, webhookName } from './webhook-texts.ts'

/** Page size of deliveries. */
const PAGE = 20

const STATUSES = [
  { value: '', label: 'All' },
  ...DELIVERY_STATUSES.map((status) => ({ value: status, label: DELIVERY_WORDS[status].label })),
]

/** The log of a webhook, newest first: each delivery with its request and answer. */
export function WebhookDeliveries({ webhook, onClose }: { webhook: WebhookFieldsFragment; onClose: () => void }) {
  const [status, setStatus] = useState<DeliveryStatus | ''>('')
  const { data, error, loading, refetch, fetchMore } = useQuery(WEBHOOK_DELIVERIES, {
    variables: { webhookId: webhook.id, first: PAGE, ...(status && { status }) },
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  })
  const fetchPage = useCallback((after: string) => fetchMore({ variables: { after } }), [fetchMore])
  const more = usePagination(data?.webhookDeliveries.pageInfo, fetchPage)
  const list = data?.webhookDeliveries
  const reload = () => void refetch().catch(() => undefined)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Deliveries"
      description={`Events sent to ${webhookName(webhook)} in the last 30 days, newest first.`}
      size="lg"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-wrap items-end justify-between gap-4 pb-4">
        <Field label="Status">
          <Select
            value={status}
            onChange={({ target }) => setStatus(target.value as DeliveryStatus | '')}
            options={STATUSES}
          />
        </Field>
        <Button icon={RotateCw} busy={loading && list !== undefined} onClick={reload}>
          Refresh
        </Button>
      </div>
      {list && list.edges.length > 0 ? (
        <>
          <ul aria-label="Deliveries" className="border-t border-line">
            {list.edges.map(({ node }) => (
              <Delivery key={node.id} delivery={node} canSend={webhook.enabled} />
            ))}
          </ul>
          <ShowMore more={more} of="deliveries" busy={loading} />
        </>
      ) : list ? (
        <EmptyState
          drawing={status ? 'search' : 'cards'}
          title={status ? 'No deliveries with this status' : 'No deliveries yet'}
          line={status ? undefined : 'Send a test event to try your receiver.'}
        />
      ) : error ? (
        <ErrorState
          title="The deliveries could not be loaded"
          line={errorMessage(error)}
          onRetry={reload}
          retrying={loading}
        />
      ) : (
        <Loading label="Loading deliveries..." className="grid gap-4 py-4">
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
        </Loading>
      )}
    </Dialog>
  )
}

function Delivery({ delivery, canSend }: { delivery: DeliveryFieldsFragment; canSend: boolean }) {
  const { event, occurredAt, status, attempts, request, responseBody } = delivery
  const { label, tone } = DELIVERY_WORDS[status]
  return (
    <li className="grid gap-2 border-b border-line py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="grid min-w-0 grow basis-56">
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate font-strong">{eventName(event)}</span>
            <Badge tone={tone}>{label}</Badge>
          </span>
          <span className="text-ink-soft">
            <Time at={occurredAt} focusable /> · {outcomeOf(delivery)}
          </span>
          <NextAttempt delivery={delivery} />
        </div>
        {canSend && (status !== 'pending' || attempts > 0) && <SendAgain delivery={delivery} />}
      </div>
      <details>
        <summary className="w-fit cursor-pointer text-ink-soft">Request and answer</summary>
        <div className="mt-2 grid gap-3">
          <Body label="Request" text={request} />
          {responseBody !== null && <Body label="Answer" text={responseBody || 'Empty'} />}
        </div>
      </details>
    </li>
  )
}

function Body({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="text-xs text-ink-soft">{label}</p>
      <pre className="mt-1 max-h-40 overflow-auto rounded-sm bg-ink/5 p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </div>
  )
}

function outcomeOf({ attempts, responseStatus, problem, durationMs }: DeliveryFieldsFragment): string {
  if (problem === 'disabled') return PROBLEM_WORDS.disabled
  if (attempts === 0) return 'Not sent yet'
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  const took = durationMs === null ? '' : ` in ${durationMs.toLocaleString()} ms`
  const answer = responseStatus === null ? '' : `Answered ${responseStatus}${took}`
  return [answer, problem && PROBLEM_WORDS[problem], tries].filter(Boolean).join(' · ')
}

function NextAttempt({ delivery: { attempts, nextAttemptAt } }: { delivery: DeliveryFieldsFragment }) {
  if (nextAttemptAt === null || attempts === 0) return null
  return (
    <span className="text-ink-soft">
      Next attempt <Time at={nextAttemptAt} />
    </span>
  )
}

function SendAgain({ delivery: { id, event } }: { delivery: DeliveryFieldsFragment }) {
  const [resend, { loading }] = useMutation(RESEND_WEBHOOK_DELIVERY)
  async function send() {
    try {
      await resend({ variables: { id } })
      toast({ title: 'Sent again', description: 'Refresh to see the answer.' })
    } catch (error) {
      const description = failureText('The event was not sent', error)
      toast({ title: 'Send Failed', description, variant: 'destructive' })
    }
  }
  return (
    <Button
      size="sm"
      icon={Send}
      busy={loading}
      aria-label={`Send again: ${eventName(event)}`}
      onClick={() => void send()}
    >
      Send again
    </Button>
  )
}
