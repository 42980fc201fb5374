import { useApolloClient, useMutation } from '@apollo/client/react'
import { Search, Trash2 } from '#web/ui/generated/icons.ts'
import { useMemo, useState } from 'react'
import type { SuppressionReason } from '#domain/audiences.ts'
import { useUser } from '#web/accounts/current-user.tsx'
import { shownAddress } from '#domain/personal-data.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { MoreFailed } from '#web/shared/show-more.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { AdornedInput } from '#web/ui/input.tsx'
import { Refreshing } from '#web/ui/refreshing-overlay.tsx'
import { Select } from '#web/ui/select.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { RowActions } from '#web/ui/table.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useDebounced } from '#web/ui/use-debounced-value.ts'
import { useSteps } from '#web/ui/use-media-query.ts'
import { VirtualTable, type Column } from '#web/ui/virtual-table.tsx'
import { resultCount } from '../contact-texts.ts'
import { AddSuppressions } from './add-suppressions.tsx'
import { REMOVE_SUPPRESSIONS, type SuppressionRow } from './operations.ts'
import { REASONS, reasonWord } from './suppression-texts.ts'
import { refreshSuppressions, useSuppressions } from './use-suppressions.ts'

/** The suppressed addresses with reason and date. Admins can edit it, everyone can view it. */
export function SuppressionList() {
  const client = useApolloClient()
  const mayChange = useUser().role === 'admin'
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState<SuppressionReason | null>(null)
  const search = useDebounced(typed)
  const list = useSuppressions(search, reason)
  const [leaving, setLeaving] = useState<SuppressionRow | null>(null)
  const [removeSuppressions] = useMutation(REMOVE_SUPPRESSIONS)
  const { lg } = useSteps()
  const columns = useMemo(() => columnsOf(mayChange ? setLeaving : null, !lg), [mayChange, lg])

  async function remove({ id, email }: SuppressionRow) {
    try {
      await removeSuppressions({ variables: { ids: [id] } })
      await refreshSuppressions(client)
      toast({ title: 'Address Removed', description: `${shownAddress(email)} can receive emails again.` })
    } catch (error) {
      toast({ title: 'Address could not be removed', description: errorMessage(error), variant: 'destructive' })
    }
  }

  if (list.rows === undefined) {
    if (!list.error || list.loading) return <ListSkeleton />
    return (
      <Card>
        <ErrorState
          title="The suppression list could not be loaded"
          line={errorMessage(list.error)}
          onRetry={() => void list.refetch().catch(() => undefined)}
        />
      </Card>
    )
  }
  const narrowed = search.trim() !== '' || reason !== null
  if (list.total === 0 && !narrowed && !list.stale) {
    return (
      <Card>
        <EmptyState
          drawing="letterbox"
          title="The suppression list is empty"
          line="People who unsubscribe and addresses that bounce permanently are added here automatically. They will not get any more emails."
          action={mayChange && <AddSuppressions />}
        />
      </Card>
    )
  }
  return (
    <Card flush>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line p-3">
        <AdornedInput
          type="search"
          aria-label="Search addresses"
          placeholder="Search addresses..."
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          before={<Search aria-hidden="true" className="size-4" />}
          className="min-w-0 grow basis-48 sm:max-w-96"
        />
        <Select
          aria-label="Reason"
          value={reason ?? ''}
          options={[{ value: '', label: 'All reasons' }, ...REASONS]}
          onChange={({ target }) => setReason((target.value || null) as SuppressionReason | null)}
          className="grow basis-40 sm:max-w-52"
        />
        <p role="status">{list.total !== undefined && <Badge icon={null}>{resultCount(list.total)}</Badge>}</p>
        <div className="sm:ml-auto">
          {mayChange ? <AddSuppressions /> : <p className="text-xs text-ink-soft">Only admins can change this list.</p>}
        </div>
      </div>
      {list.total === 0 ? (
        <EmptyState
          drawing="search"
          title="No addresses match your search"
          action={
            <Button
              onClick={() => {
                setTyped('')
                setReason(null)
              }}
            >
              Clear the search
            </Button>
          }
        />
      ) : (
        <Refreshing busy={list.stale}>
          <VirtualTable
            key={`${search} ${reason} ${lg}`}
            label="Suppression list"
            columns={columns}
            rows={list.rows}
            total={list.atLeast}
            rowKey={idOf}
            rowHeight={lg ? 44 : 68}
            onMissing={list.more.loadMore}
          />
          <MoreFailed more={list.uncounted} of="addresses" title="The addresses could not be counted" />
          <MoreFailed more={list.more} of="addresses" />
        </Refreshing>
      )}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={`Remove ${leaving ? shownAddress(leaving.email) : 'it'} from the list?`}
        description={
          leaving?.reason === 'unsubscribed'
            ? 'This person unsubscribed. Campaigns that start from now on will include this person again.'
            : 'Campaigns that start from now on will include this person again.'
        }
        confirmLabel="Remove"
        busyLabel="Removing..."
        onConfirm={() => (leaving ? remove(leaving) : undefined)}
      />
    </Card>
  )
}

const idOf = ({ id }: SuppressionRow) => id

/** Returns the columns of the suppression list; `onRemove` is null if the user may not remove addresses. */
function columnsOf(onRemove: ((row: SuppressionRow) => void) | null, stacked: boolean): Column<SuppressionRow>[] {
  const actions: Column<SuppressionRow> = {
    key: 'actions',
    header: <span className="sr-only">Actions</span>,
    width: '76px',
    cell: (row) => (
      <RowActions>
        <IconButton
          icon={Trash2}
          size="sm"
          label={`Remove ${shownAddress(row.email)}`}
          onClick={() => onRemove?.(row)}
        />
      </RowActions>
    ),
  }
  return [
    {
      key: 'email',
      header: 'Email',
      width: 'minmax(0, 3fr)',
      cell: (row) => (
        <span className="grid min-w-0">
          <span className="truncate font-strong">{shownAddress(row.email)}</span>
          {stacked && (
            <span className="truncate text-xs text-ink-soft">
              {reasonWord(row.reason)} · <Time at={row.createdAt} show="day" />
              {row.note && ` · ${row.note}`}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'reason',
      header: 'Reason',
      width: '170px',
      hideBelow: 'lg',
      cell: (row) => (
        <Badge tone={row.reason === 'bounced' || row.reason === 'complained' ? 'warning' : 'neutral'}>
          {reasonWord(row.reason)}
        </Badge>
      ),
    },
    { key: 'note', header: 'Note', width: 'minmax(0, 3fr)', hideBelow: 'lg', cell: ({ note }) => note },
    {
      key: 'since',
      header: 'Added',
      width: '140px',
      hideBelow: 'lg',
      cell: ({ createdAt }) => <Time at={createdAt} show="day" />,
    },
    ...(onRemove ? [actions] : []),
  ]
}

function ListSkeleton() {
  return (
    <Loading label="Loading suppression list">
      <Card flush>
        <div className="border-b border-line p-3">
          <Skeleton className="h-9 w-full sm:w-96" />
        </div>
        {[0, 1, 2, 3, 4].map((row) => (
          <div key={row} className="flex h-11 items-center gap-6 border-b border-line px-4 last:border-0">
            <Skeleton className="w-1/3" />
            <Skeleton className="w-1/5" />
          </div>
        ))}
      </Card>
    </Loading>
  )
}
