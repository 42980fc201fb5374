import { useMutation, useQuery } from '@apollo/client/react'
import { Trash2 } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useUser } from '#web/accounts/current-user.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import { failureText } from '#web/client/failure-text.ts'
import type { SheetLinksQuery } from '#web/generated/graphql.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Cell, HeaderCell, Row, RowActions, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { REVOKE_SHEET_LINK_OF } from './operations.ts'
import { SHEET_LINKS } from '../operations.ts'

type SheetLink = SheetLinksQuery['sheetLinks'][number]

/** Live links to spreadsheets of campaigns, to revoke them; `own`: only the user's. Shows nothing if there are none. */
export function SheetLinks({ own }: { own: boolean }) {
  const user = useUser()
  const { data, error, loading, refetch } = useQuery(SHEET_LINKS, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const links = data?.sheetLinks.filter((link) => !own || link.user?.id === user.id) ?? []
  if (data ? links.length === 0 : !error) return null
  return (
    <Card
      flush
      title={own ? 'Your live links' : 'Live links'}
      description="Programs such as Excel read a campaign’s spreadsheet with them. Anyone with a link can read it, without signing in."
    >
      <div className="border-t border-line">
        {data ? (
          <LinkTable links={links} own={own} />
        ) : (
          <ErrorState
            title="The live links could not be loaded"
            line={errorMessage(error)}
            onRetry={() => void refetch()}
            retrying={loading}
          />
        )}
      </div>
    </Card>
  )
}

function useRevokeSheetLink() {
  const [mutate] = useMutation(REVOKE_SHEET_LINK_OF, { refetchQueries: [SHEET_LINKS], awaitRefetchQueries: true })
  return async ({ campaign, user }: SheetLink) => {
    if (!campaign || !user) return
    try {
      await mutate({ variables: { id: campaign.id, userId: user.id } })
      toast({ title: 'Link Revoked', description: 'Programs that use it can no longer read the file.' })
    } catch (failure) {
      const description = failureText('The link was not revoked', failure)
      toast({ title: 'Link Not Revoked', description, variant: 'destructive' })
    }
  }
}

function LinkTable({ links, own }: { links: readonly SheetLink[]; own: boolean }) {
  const [leaving, setLeaving] = useState<SheetLink | null>(null)
  const revoke = useRevokeSheetLink()
  return (
    <>
      <Table label="Live links">
        <thead>
          <tr>
            <HeaderCell>Campaign</HeaderCell>
            {!own && <HeaderCell>Created by</HeaderCell>}
            <HeaderCell>Created</HeaderCell>
            <HeaderCell>Last read</HeaderCell>
            <HeaderCell>
              <span className="sr-only">Actions</span>
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {links.map((link) => {
            const { campaign, user, createdAt, lastReadAt } = link
            return (
              <Row key={`${campaign?.id} ${user?.id}`}>
                <Cell className="max-w-64 truncate">
                  {campaign && (
                    <Link to={`/campaigns/${campaign.id}/analytics`} className="link">
                      {campaign.name}
                    </Link>
                  )}
                </Cell>
                {!own && <Cell>{user?.name}</Cell>}
                <Cell>
                  <Time at={createdAt} show="day" />
                </Cell>
                <Cell>{lastReadAt === null ? 'Never' : <Time at={lastReadAt} focusable />}</Cell>
                <Cell className="w-px">
                  <RowActions>
                    <IconButton
                      icon={Trash2}
                      label={`Revoke the link to ${campaign?.name ?? 'the campaign'}${own ? '' : ` of ${user?.name ?? ''}`}`}
                      size="sm"
                      onClick={() => setLeaving(link)}
                    />
                  </RowActions>
                </Cell>
              </Row>
            )
          })}
        </tbody>
      </Table>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={`Revoke the live link to “${leaving?.campaign?.name ?? ''}”?`}
        description="Programs that use it can no longer read the file. A new link can be created on the page of the campaign."
        confirmLabel="Revoke"
        busyLabel="Revoking..."
        onConfirm={() => (leaving ? revoke(leaving) : undefined)}
      />
    </>
  )
}
