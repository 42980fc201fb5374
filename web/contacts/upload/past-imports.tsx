import { useQuery } from '@apollo/client/react'
import { Download, Undo2 } from '#web/ui/generated/icons.ts'
import { useCallback } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import { ShowMore } from '#web/shared/show-more.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { usePagination } from '#web/shared/use-pagination.ts'
import { CONTACT_IMPORTS, type ImportRow } from './operations.ts'
import { UndoImport } from './undo-import.tsx'

/** Page size of imports. */
const PAGE = 5

/** The imported spreadsheets, newest first, each with its result and undo. */
export function PastImports() {
  const { data, error, loading, refetch, fetchMore } = useQuery(CONTACT_IMPORTS, {
    variables: { first: PAGE },
    notifyOnNetworkStatusChange: true,
  })
  const fetchPage = useCallback((after: string) => fetchMore({ variables: { first: PAGE, after } }), [fetchMore])
  const more = usePagination(data?.contactImports.pageInfo, fetchPage)
  const list = data?.contactImports
  if (list === undefined && error) {
    return (
      <Card title="Imports">
        <ErrorState
          title="Your imports could not be loaded"
          line={errorMessage(error)}
          retrying={loading}
          onRetry={() => void refetch().catch(() => undefined)}
          className="py-6"
        />
      </Card>
    )
  }
  if (list === undefined) {
    return (
      <Card title="Imports" flush>
        <Loading label="Loading imports" className="grid gap-3 border-t border-line px-5 py-4">
          <Skeleton className="w-1/2" />
          <Skeleton className="w-1/3" />
        </Loading>
      </Card>
    )
  }
  if (list.edges.length === 0) return null

  return (
    <Card title="Imports" flush>
      <ul aria-label="Imports" className="border-t border-line">
        {list.edges.map(({ node }) => (
          <PastImport key={node.id} row={node} />
        ))}
      </ul>
      <ShowMore more={more} of="imports" busy={loading} />
    </Card>
  )
}

function PastImport({ row }: { row: ImportRow }) {
  const { fileName, createdAt, undone, rejectedUrl } = row
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 last:border-0">
      <div className="grid min-w-0 grow basis-56">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-strong">{fileName}</span>
          {undone && <Badge icon={Undo2}>Undone</Badge>}
        </span>
        <span className="text-ink-soft">
          {outcomeOf(row)} · {undone && 'imported '}
          <Time at={createdAt} />
        </span>
      </div>
      {!undone && (
        <div className="flex flex-wrap gap-2">
          {rejectedUrl !== null && (
            <Button asChild size="sm" variant="quiet" icon={Download}>
              <a href={rejectedUrl} download aria-label={`Download rejected rows from ${fileName}`}>
                Rejected rows
              </a>
            </Button>
          )}
          <UndoImport row={row} />
        </div>
      )}
    </li>
  )
}

/** "12 added, 1 changed, 3 ignored, 2 rejected"; for an undone import, what was reverted. */
export function outcomeOf({ added, changed, ignored, rejected, undone }: ImportRow): string {
  const counts: readonly (readonly [number, string])[] = undone
    ? [
        [undone.removed, 'removed'],
        [undone.restored, 'restored'],
        [undone.left, 'kept because they were edited later'],
      ]
    : [
        [added, 'added'],
        [changed, 'changed'],
        [ignored, 'ignored'],
        [rejected, 'rejected'],
      ]
  const shown = counts.filter(([count], index) => count > 0 || index === 0)
  return shown.map(([count, word]) => `${count.toLocaleString()} ${word}`).join(', ')
}
