import { skipToken, useQuery } from '@apollo/client/react'
import { ArrowRight, RotateCw, Upload } from '#web/ui/generated/icons.ts'
import type { Editor } from '@tiptap/core'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { errorMessage } from '#web/client/errors.ts'
import { contentOf } from '#web/editor/commands.ts'
import { ContentEditor } from '#web/editor/content-editor.tsx'
import { SubjectField } from '#web/editor/subject/subject-field.tsx'
import { applyEdit, editOf, insertText } from '#web/editor/text-box.ts'
import { Page } from '#web/shell/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { SheetNotice } from '../create/notices/sheet-notice.tsx'
import { EmailPane } from './email-pane.tsx'
import { MERGE_SHEET, ROW_CONTACT, type SheetDraft } from './operations.ts'
import { bareTagKeys, recipientOf } from './row-email.ts'
import { RowDocuments } from './row-documents.tsx'
import { RowGrid } from './row-grid.tsx'
import { SourceNotice } from './source-notice.tsx'
import { useSheetRows } from './use-sheet-rows.ts'
import { useWrittenEmail } from './use-written-email.ts'

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
  if (campaign.status !== 'draft') {
    return (
      <Message title="This campaign was launched" line="Its email and its rows can no longer be changed here.">
        <Button asChild>
          <Link to={`/campaigns/${campaign.id}/analytics`}>See its results</Link>
        </Button>
      </Message>
    )
  }
  if (!campaign.sheet) return <Message line="This draft is not about a sheet. Upload one and keep its rows." />
  return <MergeSheet key={campaign.id} campaign={campaign} sheet={campaign.sheet} />
}

/** Says why there is no sheet to show, and leads to an upload. */
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

function MergeSheet({ campaign, sheet }: { campaign: SheetDraft; sheet: NonNullable<SheetDraft['sheet']> }) {
  const { id, emailsPer } = campaign
  const { rows, error, retry } = useSheetRows(sheet.id)
  const { email, write, status } = useWrittenEmail(campaign)
  const [cursor, setCursor] = useState(0)
  const subject = useRef<HTMLInputElement>(null)
  const editor = useRef<Editor>(null)
  const wroteSubject = useRef(false)
  function insert(tag: string) {
    const box = wroteSubject.current ? subject.current : null
    if (box) applyEdit(box, insertText(editOf(box), tag), (text) => write({ subject: text }))
    // What was just dropped is selected, and must stay.
    else editor.current?.chain().focus().insertContentAt(editor.current.state.selection.to, contentOf(tag)).run()
  }
  const needed = useMemo(() => bareTagKeys(email), [email])
  const row = rows[cursor]
  const contactId = row?.contact?.id
  const { data } = useQuery(ROW_CONTACT, contactId === undefined ? skipToken : { variables: { id: contactId } })
  const own = data?.contact
  const recipient = useMemo(
    () =>
      row &&
      recipientOf(row, rows, emailsPer, {
        serialNumber: own?.serialNumber ?? null,
        fields: Object.fromEntries((own?.fields ?? []).map(({ name, value }) => [name, value])),
      }),
    [row, rows, emailsPer, own],
  )
  function showNewRows() {
    setCursor(0)
    retry()
  }
  return (
    <Page
      title="Merge Sheet"
      line={campaign.name}
      aside={
        <span role="status" className={status?.isFailed ? 'text-bad' : 'text-ink-soft'}>
          {status?.text}
        </span>
      }
      actions={
        <Button asChild variant="primary" icon={ArrowRight}>
          <Link to={`/campaigns/create?draft=${id}&step=4`}>Review and launch</Link>
        </Button>
      }
    >
      <SourceNotice sheet={sheet} onRead={showNewRows} />
      <SheetNotice campaignId={id} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Card flush>
            {error !== null && (
              <Callout
                tone="bad"
                role="alert"
                title="Some rows could not be loaded"
                className="m-3"
                action={
                  <Button size="sm" icon={RotateCw} onClick={retry}>
                    Try again
                  </Button>
                }
              >
                {errorMessage(error)}
              </Callout>
            )}
            <RowGrid
              columns={sheet.columns}
              rows={rows}
              total={sheet.rowCount}
              cursor={cursor}
              onCursor={setCursor}
              needed={needed}
              onInsert={campaign.useHtmlBuilder ? undefined : insert}
            />
            <p className="border-t border-line px-3 py-2 text-xs text-ink-soft">
              {rows.length < sheet.rowCount
                ? `${rows.length.toLocaleString()} of ${sheet.rowCount.toLocaleString()} rows loaded.`
                : `Use the arrow keys to see the email of each row.${campaign.useHtmlBuilder ? '' : ' Drag a column title into the email to insert its merge tag.'}`}
            </p>
          </Card>
          {campaign.useHtmlBuilder ? (
            <Callout title="This email was designed in the builder">
              <Link to={`/campaigns/create?draft=${id}&step=3`}>Edit it in the wizard</Link>
            </Callout>
          ) : (
            <>
              <SubjectField
                box={subject}
                value={email.subject}
                onChange={(text) => write({ subject: text })}
                onFocus={() => {
                  wroteSubject.current = true
                }}
              />
              <ContentEditor
                value={email.content}
                onChange={(content) => write({ content })}
                onEditor={(made) => {
                  editor.current = made
                  // A dropped tag is selected, and the next key would replace it.
                  made?.on('drop', () => setTimeout(() => made.commands.setTextSelection(made.state.selection.to)))
                }}
                onFocus={() => {
                  wroteSubject.current = false
                }}
              />
            </>
          )}
        </div>
        {row && recipient && !campaign.useHtmlBuilder && (
          <div className="lg:sticky lg:top-6">
            <EmailPane email={email} recipient={recipient}>
              <RowDocuments campaign={campaign} row={row} recipient={recipient} />
            </EmailPane>
          </div>
        )}
      </div>
    </Page>
  )
}
