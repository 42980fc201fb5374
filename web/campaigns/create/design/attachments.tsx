import { attachmentProblem, formatSize } from '#domain/campaigns/attachments.ts'
import { useFragment, useQuery } from '@apollo/client/react'
import {
  canBeTemplate,
  DOCUMENT_FORMATS,
  DOCUMENT_LIMITS,
  type DocumentFormat,
} from '#domain/campaigns/document-attachments.ts'
import type { ToastOptions } from '#web/ui/toast-store.ts'
import { localId, type Draft, type DraftFile } from '../store/campaign-draft.ts'
import { FILE_TAGS, MAKES_PDFS } from '../operations.ts'
import { Paperclip, X } from '#web/ui/generated/icons.ts'
import { useRef, useState } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'

interface AttachmentsCardProps {
  draft: Pick<Draft, 'files' | 'lostFiles'>
  onChange: (part: Pick<Draft, 'files'>) => void
  /** True if the workspace may not attach files: existing attachments can only be removed. */
  isOff: boolean
  /** Attaches the chosen files; null when the editor's toolbar has the button for it. */
  onAdd: ((files: File[]) => void) | null
}

/** The attachments of a draft. */
export function AttachmentsCard({ draft: { files, lostFiles }, onChange, isOff, onAdd }: AttachmentsCardProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <Card
      title="Attachments"
      actions={
        onAdd && (
          <>
            <Button size="sm" icon={Paperclip} onClick={() => picker.current?.click()}>
              Attachment
            </Button>
            <FilePicker ref={picker} label="Attach files" multiple onFiles={onAdd} />
          </>
        )
      }
    >
      {isOff && (
        <Callout tone="warning" className="mb-3">
          Attachments are turned off for this workspace. Remove the attachments to send this campaign.
        </Callout>
      )}
      {lostFiles.length > 0 && (
        <Callout tone="warning" title="Attach these files again" className="mb-3">
          These files were lost when the page reloaded: {lostFiles.join(', ')}
        </Callout>
      )}
      {files.length > 0 ? (
        <AttachmentList
          files={files}
          onRemove={(gone) => onChange({ files: files.filter((file) => file.id !== gone.id) })}
          onChange={(changed) => onChange({ files: files.map((file) => (file.id === changed.id ? changed : file)) })}
        />
      ) : (
        <p className="text-ink-soft">
          No attachments.{onAdd ? '' : ' To add files, use the paper clip above the content.'}
        </p>
      )}
    </Card>
  )
}

export interface AttachmentListProps {
  files: readonly DraftFile[]
  /** Removes a file; absent when the list is read-only. */
  onRemove?: (file: DraftFile) => void
  onChange?: (file: DraftFile) => void
}

/** The attached files and their total size. */
export function AttachmentList({ files, onRemove, onChange }: AttachmentListProps) {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  return (
    <>
      <ul aria-label="Attachments" className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {files.map((file) => (
          <li key={file.id}>
            <div className="flex min-h-8 items-center gap-2">
              <Paperclip aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
              <span className="min-w-0 grow truncate" title={file.name}>
                {file.name}
              </span>
              <span className="figures shrink-0 text-xs text-ink-soft">{formatSize(file.size)}</span>
              {onRemove && (
                <IconButton icon={X} label={`Remove ${file.name}`} size="sm" onClick={() => onRemove(file)} />
              )}
            </div>
            {(canBeTemplate(file.name) || file.document) && <DocumentChoice file={file} onChange={onChange} />}
          </li>
        ))}
      </ul>
      <p className="figures mt-2 flex justify-between border-t border-line pt-2 text-xs text-ink-soft">
        <span>Total size</span>
        <span>{formatSize(total)}</span>
      </p>
    </>
  )
}

/** Chooses whether a Word document is attached as it is, or becomes a document of each recipient, and its name. */
function DocumentChoice({ file, onChange }: { file: DraftFile; onChange: AttachmentListProps['onChange'] }) {
  const { document = null } = file
  const makesPdfs = useQuery(MAKES_PDFS).data?.server.makesPdfs === true
  const stored = useFragment({
    fragment: FILE_TAGS,
    fragmentName: 'FileTags',
    from: file.storedId === undefined ? null : { __typename: 'Attachment', id: file.storedId },
  })
  const hasTags = file.hasMergeTags === true || (stored.complete && stored.data.hasMergeTags)
  const asks = document === null && hasTags
  if (!onChange) return document && <p className="pl-6 text-xs text-ink-soft">{FILLED[document]}</p>
  return (
    <div className="grid gap-2 pb-2">
      <Field label={`How ${file.name} is attached`} hideLabel>
        <Select
          low
          value={document ?? ''}
          onChange={({ target }) =>
            onChange({ ...file, document: DOCUMENT_FORMATS.find((format) => format === target.value) ?? null })
          }
          options={[
            { value: '', label: 'The same file for all' },
            { value: 'docx', label: FILLED.docx },
            {
              value: 'pdf',
              label: makesPdfs ? FILLED.pdf : `${FILLED.pdf} (LibreOffice is not installed)`,
              disabled: !makesPdfs && document !== 'pdf',
            },
          ]}
        />
      </Field>
      {asks && onChange && (
        <Callout
          tone="warning"
          role="status"
          title="We found merge tags in this file"
          action={
            <Button size="sm" onClick={() => onChange({ ...file, document: makesPdfs ? 'pdf' : 'docx' })}>
              Make a file for each recipient
            </Button>
          }
        >
          If everybody gets the same file, recipients see the merge tags instead of their values.
        </Callout>
      )}
      {document && <DocumentName file={file} onName={(name) => onChange({ ...file, name })} />}
    </div>
  )
}

const FILLED: Readonly<Record<DocumentFormat, string>> = {
  docx: 'A Word file for each recipient',
  pdf: 'A PDF for each recipient',
}

function DocumentName({ file, onName }: { file: DraftFile; onName: (name: string) => void }) {
  const [text, setText] = useState(file.name)
  return (
    <Field label="Name of each document" hint="You can use merge tags in the file name and in the document itself.">
      <Input
        value={text}
        maxLength={DOCUMENT_LIMITS.name}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
        onBlur={() => {
          const name = text.trim()
          if (name === '') setText(file.name)
          else if (name !== file.name) onName(name)
        }}
      />
    </Field>
  )
}

/** Adds the chosen files within the limits (product: email.attachments); returns the files and messages. */
export function attachFiles(
  files: readonly DraftFile[],
  chosen: readonly File[],
): { files: readonly DraftFile[]; toast: ToastOptions | null } {
  let next = files
  let problem: ReturnType<typeof attachmentProblem> = null
  for (const file of chosen) {
    const against = attachmentProblem([...next.map(({ size }) => size), file.size])
    problem ??= against
    if (!against) next = [...next, { id: localId(), name: file.name, type: file.type, size: file.size, file }]
  }
  if (problem) return { files: next, toast: { ...problem, variant: 'destructive' } }
  const names = chosen.map(({ name }) => name).join(', ')
  return { files: next, toast: chosen.length === 0 ? null : { title: 'Attachment added', description: names } }
}
