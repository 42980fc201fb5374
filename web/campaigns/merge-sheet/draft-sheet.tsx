import { ArrowRight } from '#web/ui/generated/icons.ts'
import type { Editor } from '@tiptap/core'
import { useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { contentOf } from '#web/editor/editor-commands.ts'
import { ContentEditor } from '#web/editor/content-editor.tsx'
import { SubjectField } from '#web/editor/subject/subject-field.tsx'
import { applyEdit, editOf, insertText } from '#web/editor/text-box.ts'
import { Page } from '#web/shell/page-layout.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { useMedia } from '#web/ui/use-media-query.ts'
import { FirstRowNotice } from '../create/notices/first-row-notice.tsx'
import { SheetNotice } from '../create/notices/sheet-notice.tsx'
import { EmailPane } from './email-pane.tsx'
import { CellQuestion } from './cell-question.tsx'
import { columnsOf, gridColumns } from './grid-columns.ts'
import type { SheetDraft } from './operations.ts'
import { bareTagKeys, differingTags, useRecipient } from './row-email.ts'
import { RowDocuments } from './row-documents.tsx'
import { RowGrid } from './row-grid.tsx'
import { nextSort, sortRows, type Sort } from './row-order.ts'
import { RowsError } from './rows-error.tsx'
import { SourceNotice } from './source-notice.tsx'
import { useCellEdits } from './use-cell-edits.ts'
import { useSheetRows } from './use-sheet-rows.ts'
import { useWrittenEmail } from './use-written-email.ts'

export interface SheetProps {
  campaign: SheetDraft
  sheet: NonNullable<SheetDraft['sheet']>
}

interface DraftSheetProps extends Pick<SheetProps, 'campaign'> {
  /** the sheet of the draft; null: the draft's recipients are the rows, which cannot be edited here */
  sheet: SheetProps['sheet'] | null
}

const noEmail = () => null

/** Shows the rows of a draft's sheet, or its recipients, next to an editor for its email. */
export function DraftSheet({ campaign, sheet }: DraftSheetProps) {
  const { id, useHtmlBuilder } = campaign
  const emailsPer = sheet ? campaign.emailsPer : null
  const rowCount = sheet?.rowCount ?? campaign.totalContacts
  const { rows, error, reload, change } = useSheetRows({
    ...{ sheetId: sheet?.id ?? null, campaignId: id, isLaunched: false },
  })
  const { edit, asked, answer, meaning, askAgain } = useCellEdits(id, rows, change)
  const grid = useRef<HTMLDivElement>(null)
  const { email, write, status } = useWrittenEmail(campaign)
  const [cursor, setCursor] = useState({ row: 0, column: 0 })
  const [sort, setSort] = useState<Sort | null>(null)
  const names = useMemo(() => sheet?.columns ?? columnsOf(rows), [sheet?.columns, rows])
  const columns = useMemo(() => gridColumns(names, { hasStatus: false }), [names])
  const shown = useMemo(() => sortRows(rows, sort), [rows, sort])
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
  const firstRows = useMemo(
    () => (emailsPer === 'person' ? differingTags(email, rows, names) : []),
    [emailsPer, email, rows, names],
  )
  const isCoarse = useMedia('(pointer: coarse)')
  const row = shown[cursor.row]
  const recipient = useRecipient(row, rows, emailsPer)
  function showNewRows() {
    setCursor({ row: 0, column: 0 })
    reload()
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
      {sheet && <SourceNotice sheet={sheet} onRead={showNewRows} />}
      <SheetNotice campaignId={id} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Card flush>
            <RowsError error={error} onRetry={reload} />
            <RowGrid
              columns={columns}
              maxHeight="max(14rem, 38dvh)"
              rows={shown}
              total={rowCount}
              cursor={cursor}
              onCursor={setCursor}
              needed={needed}
              emailOf={noEmail}
              sort={sort}
              onSort={(column) => {
                setSort(nextSort(sort, column))
                setCursor({ ...cursor, row: 0 })
              }}
              onInsert={useHtmlBuilder ? undefined : insert}
              onEdit={sheet ? edit : undefined}
              box={grid}
            />
            <CellQuestion asked={asked} onAnswer={answer} focusAfter={() => grid.current?.focus()} />
            <p className="border-t border-line px-3 py-2 text-xs text-ink-soft">
              {rows.length < rowCount
                ? `${rows.length.toLocaleString()} of ${rowCount.toLocaleString()} rows loaded.`
                : `Use the arrow keys to see the email of each row.${useHtmlBuilder ? '' : isCoarse ? ' Tap a column title to insert its merge tag.' : ' Drag a column title into the email to insert its merge tag.'}`}
            </p>
            {meaning !== null && (
              <p className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-1.5 text-xs text-ink-soft">
                {meaning === 'contact' ? 'Edited cells change the contact.' : 'Edited cells change only this campaign.'}
                <Button size="sm" variant="quiet" onClick={askAgain}>
                  Choose what the next edits change
                </Button>
              </p>
            )}
          </Card>
          <FirstRowNotice columns={firstRows} />
          {useHtmlBuilder ? (
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
        {row && recipient && !useHtmlBuilder && (
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
