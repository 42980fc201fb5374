import { RotateCw } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { hasIssues, type LaunchIssues } from './use-launch.ts'

export interface LaunchQuestionProps {
  /** Sent now rather than scheduled. */
  isNow: boolean
  issues: LaunchIssues
  onCancel: () => void
  onReload: () => void
  onConfirm: () => Promise<void>
}

/** Asks whether to launch despite problems, or although it changed since the review. */
export function LaunchConfirmation({ isNow, issues: doubts, onCancel, onReload, onConfirm }: LaunchQuestionProps) {
  const { changed, errors } = doubts
  return (
    <ConfirmDialog
      open={hasIssues(doubts)}
      onOpenChange={(open) => !open && onCancel()}
      title={isNow ? 'Send anyway?' : 'Schedule anyway?'}
      description={
        <>
          {changed.length > 0 && (
            <span className="mb-2 block">
              <span className="block wrap-anywhere text-ink">
                This draft was changed elsewhere after you opened it: {changed.join(', ')}. What will be sent is not
                what you see here.
              </span>
              <Button size="sm" icon={RotateCw} className="mt-2" onClick={onReload}>
                Reload
              </Button>
            </span>
          )}
          {errors.length > 0 && <>{errors.length === 1 ? 'Something' : `${errors.length} things`} would go wrong:</>}
          {errors.map((error) => (
            <span key={error} className="mt-2 block wrap-anywhere text-ink">
              {error}
            </span>
          ))}
        </>
      }
      confirmLabel={isNow ? 'Send anyway' : 'Schedule anyway'}
      cancelLabel="Go back"
      onConfirm={onConfirm}
    />
  )
}
