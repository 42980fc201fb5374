import { Paperclip, X } from '#web/ui/generated/icons.ts'
import { formatSize } from '#domain/campaigns/attachments.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { DraftFile } from './draft.ts'

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
