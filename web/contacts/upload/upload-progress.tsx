import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { SendPhase } from './send-file.ts'

/** Upload progress, then the server reading the file. */
export function UploadProgress({
  upload,
  onCancel,
}: {
  upload: { fileName: string } & SendPhase
  onCancel: () => void
}) {
  const reading = upload.state === 'reading'
  const percent = reading ? 100 : Math.round(upload.share * 100)
  return (
    <div className="flex min-h-16 items-center gap-4 rounded-md border border-line bg-surface px-4 py-3">
      <div className="grid min-w-0 grow gap-2">
        <p role="status" className="flex justify-between gap-4">
          <span className="truncate">{upload.fileName}</span>
          <span className="figures shrink-0 text-ink-soft">
            {reading ? 'Reading the file…' : `Uploading ${percent}%`}
          </span>
        </p>
        <ProgressBar
          label={`Upload of ${upload.fileName}`}
          value={percent}
          max={100}
          valueText={reading ? 'Reading the file…' : undefined}
          className={reading ? 'animate-pulse' : undefined}
        />
      </div>
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
