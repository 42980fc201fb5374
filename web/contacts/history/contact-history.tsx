import { useQuery } from '@apollo/client/react'
import { useCallback } from 'react'
import { Link } from 'react-router'
import { isLeftOut } from '#domain/emails/delivery-errors.ts'
import { EventList } from '#web/campaigns/analytics/event-list.tsx'
import { followUpName } from '#web/campaigns/follow-up-texts.ts'
import { EmailStatusBadge } from '#web/campaigns/status-badge.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import type { ContactHistoryQuery, ContactRowFragment } from '#web/generated/graphql.ts'
import { ShowMore } from '#web/shared/show-more.tsx'
import { cn } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { usePagination } from '#web/shared/use-pagination.ts'
import { contactName } from '../contact-texts.ts'
import { CONTACT_HISTORY } from './operations.ts'

/** Number of emails loaded at a time: each comes with its events. */
const PAGE = 10

export interface ContactHistoryDialogProps {
  contact: ContactRowFragment
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Dialog with the emails of all campaigns to one contact, newest first, and the outcome of each. */
export function ContactHistoryDialog({ contact, open, onOpenChange }: ContactHistoryDialogProps) {
  const name = contactName(contact)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="md"
      title={`History of ${name}`}
      description={name === contact.email ? undefined : contact.email}
    >
      {open && <History id={contact.id} />}
    </Dialog>
  )
}

function History({ id }: { id: string }) {
  const { data, error, loading, refetch, fetchMore } = useQuery(CONTACT_HISTORY, {
    variables: { id, first: PAGE },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const list = data?.contact?.emailLogs
  const more = usePagination(
    list?.pageInfo,
    useCallback((after) => fetchMore({ variables: { after } }), [fetchMore]),
  )
  if (!list) {
    if (!error || loading) {
      return (
        <Loading label="Loading history" className="grid gap-4">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} className="h-16" />
          ))}
        </Loading>
      )
    }
    return (
      <ErrorState
        title="The history could not be loaded"
        line={errorMessage(error)}
        onRetry={() => void refetch().catch(() => undefined)}
        className="py-6"
      />
    )
  }
  if (list.edges.length === 0)
    return <p className="text-ink-soft">No campaign has sent an email to this contact yet.</p>
  return (
    <>
      <ol aria-label="Emails" className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {list.edges.map(({ node }) => (
          <li key={node.id} className="border-t border-line pt-4 first:border-t-0 first:pt-0">
            <Email email={node} />
          </li>
        ))}
      </ol>
      <ShowMore more={more} of="emails" busy={loading} />
    </>
  )
}

type HistoryEmail = NonNullable<ContactHistoryQuery['contact']>['emailLogs']['edges'][number]['node']

function Email({ email: { campaign, step, status, error, failure, events } }: { email: HistoryEmail }) {
  const name = campaign?.name ?? 'A deleted campaign'
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-strong wrap-anywhere">
          {campaign ? (
            <Link to={`/campaigns/${campaign.id}/analytics`} className="rounded-sm underline">
              {name}
            </Link>
          ) : (
            name
          )}
          {step > 1 && <span className="font-normal text-ink-soft"> · {followUpName(step)}</span>}
        </h3>
        <EmailStatusBadge status={status} error={error} />
      </div>
      {failure && <p className={cn('mt-1', !isLeftOut(error) && 'text-bad')}>{failure.message}</p>}
      <EventList
        label={`Activity of ${step > 1 ? `${followUpName(step)} of ` : ''}${name}`}
        events={events}
        className="mt-3"
      />
    </>
  )
}
