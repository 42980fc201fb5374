import { attachmentProblem, formatSize } from '#domain/campaigns/attachments.ts'
import type { ToastOptions } from '#web/ui/toast-store.ts'
import { localId, type Draft, type DraftFile } from '../store/draft.ts'
import { Paperclip, X } from '#web/ui/generated/icons.ts'
import { useRef } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'

interface AttachmentsCardProps {
  draft: Pick<Draft, 'files' | 'lostFiles'>
  onChange: (part: Pick<Draft, 'files'>) => void
  /** The workspace has no attachments: existing ones can only be removed. */
  isOff: boolean
  /** Adds chosen files; null when the editor's toolbar does. */
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
          Attachments are turned off for this workspace. Remove these to send this campaign.
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
  /** Absent when read-only. */
  onRemove?: (file: DraftFile) => void
}

/** The attached files and their total size. */
export function AttachmentList({ files, onRemove }: AttachmentListProps) {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  return (
    <>
      <ul aria-label="Attachments" className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {files.map((file) => (
          <li key={file.id} className="flex min-h-8 items-center gap-2">
            <Paperclip aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
            <span className="min-w-0 grow truncate" title={file.name}>
              {file.name}
            </span>
            <span className="figures shrink-0 text-xs text-ink-soft">{formatSize(file.size)}</span>
            {onRemove && <IconButton icon={X} label={`Remove ${file.name}`} size="sm" onClick={() => onRemove(file)} />}
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
