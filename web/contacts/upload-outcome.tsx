import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { UploadState } from './use-upload.ts'

/** A file on its way: its bytes first, then the server's work on them. Only the first part can be called off. */
export function UploadProgress({ upload, onCancel }: { upload: UploadState; onCancel: () => void }) {
  if (upload.state !== 'uploading' && upload.state !== 'importing') return null
  const percent = upload.state === 'uploading' ? Math.round(upload.share * 100) : 100
  return (
    <div className="flex min-h-16 items-center gap-4 rounded-md border border-line bg-surface px-4 py-3">
      <div className="grid min-w-0 grow gap-2">
        <p role="status" className="flex justify-between gap-4">
          <span className="truncate">{upload.fileName}</span>
          <span className="figures shrink-0 text-ink-soft">
            {upload.state === 'uploading' ? `Uploading ${percent}%` : 'Importing…'}
          </span>
        </p>
        <ProgressBar
          label={`Upload of ${upload.fileName}`}
          value={percent}
          max={100}
          valueText={upload.state === 'importing' ? 'Importing…' : undefined}
          className={upload.state === 'importing' ? 'animate-pulse' : undefined}
        />
      </div>
      {upload.state === 'uploading' && (
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  )
}

/** How the last upload went. It stays until the next one. */
export function UploadOutcome({ upload }: { upload: UploadState }) {
  if (upload.state === 'failed') {
    return (
      <Callout
        tone="bad"
        title={upload.uncertain ? `${upload.fileName} may not have arrived` : `${upload.fileName} was not imported`}
      >
        {upload.reason} {upload.uncertain ? 'Uploading it again adds nobody twice.' : 'Nothing was added.'}
      </Callout>
    )
  }
  if (upload.state !== 'done') return null
  const { added, rejected, skipped, message, rejectedUrl } = upload.result
  return (
    <Callout
      tone={added === 0 || rejected > 0 ? 'warning' : 'good'}
      title={message}
      action={
        <div className="flex flex-wrap gap-2">
          {rejectedUrl !== null && (
            <Button asChild size="sm" icon={Download}>
              <a href={rejectedUrl} download>
                Download rejected rows
              </a>
            </Button>
          )}
          {added > 0 && (
            <Button asChild size="sm">
              <Link to="/contacts">View contacts</Link>
            </Button>
          )}
        </div>
      }
    >
      <p>
        From {upload.fileName}.
        {skipped > 0 && ` ${skipped.toLocaleString()} empty ${skipped === 1 ? 'row was' : 'rows were'} skipped.`}
        {rejectedUrl !== null && ' The rejected rows come as a file that says what is wrong with each.'}
      </p>
    </Callout>
  )
}
