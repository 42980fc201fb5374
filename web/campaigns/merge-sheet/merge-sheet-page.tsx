import { skipToken, useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { errorMessage } from '#web/client/call-errors.ts'
import { Page } from '#web/shell/page-layout.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Upload } from '#web/ui/generated/icons.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { DraftSheet } from './draft-sheet.tsx'
import { LaunchedSheet } from './launched-sheet.tsx'
import { MERGE_SHEET } from './operations.ts'

/** /compose: the rows of a sheet beside the email that is written about them (product: email.merge-sheet). */
export function MergeSheetPage() {
  const [params] = useSearchParams()
  const id = params.get('draft')
  const { data, error, loading, refetch } = useQuery(
    MERGE_SHEET,
    id === null ? skipToken : { variables: { id }, fetchPolicy: 'cache-and-network' },
  )
  if (id === null) return <Message line="Upload a sheet, keep its rows, and write to its people here." />
  const campaign = data?.campaign
  if (campaign === undefined) {
    return (
      <Page title="Merge Sheet">
        {error && !loading ? (
          <ErrorState
            title="The sheet could not be loaded"
            line={errorMessage(error)}
            onRetry={() => void refetch().catch(() => undefined)}
          />
        ) : (
          <Loading label="Loading the sheet...">
            <Skeleton className="h-92 rounded-md" />
          </Loading>
        )}
      </Page>
    )
  }
  if (campaign === null) return <Message line="This draft no longer exists. It may have been deleted." />
  const { status, sheet, totalContacts } = campaign
  if (status === 'draft' && (sheet || totalContacts > 0))
    return <DraftSheet key={`${campaign.id} ${sheet?.id}`} campaign={campaign} sheet={sheet} />
  if (sheet) return <LaunchedSheet key={campaign.id} campaign={campaign} sheet={sheet} />
  if (status !== 'draft') {
    return (
      <Message title="This campaign was launched" line="The campaign is not about a sheet, or its sheet was deleted.">
        <Button asChild>
          <Link to={`/campaigns/${campaign.id}/analytics`}>See the campaign’s results</Link>
        </Button>
      </Message>
    )
  }
  return (
    <Message line="This draft has no recipients and no sheet. Upload a sheet and keep its rows to write to its people." />
  )
}

/** Message that explains why there is no sheet to show, with a link to upload one. */
function Message({ title = 'No sheet here', line, children }: { title?: string; line: string; children?: ReactNode }) {
  return (
    <Page title="Merge Sheet">
      <Card>
        <EmptyState
          drawing="cards"
          title={title}
          line={line}
          action={
            children ?? (
              <Button asChild icon={Upload}>
                <Link to="/upload">Upload a sheet</Link>
              </Button>
            )
          }
        />
      </Card>
    </Page>
  )
}
