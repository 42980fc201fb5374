import { CircleAlert, CloudCheck, CloudUpload, HardDrive } from '#web/ui/generated/icons.ts'
import type { Icon as IconType } from '#web/ui/icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import type { SaveState } from '../store/draft-store.ts'

const NOTES: Record<Exclude<SaveState, 'empty' | 'failed'>, { icon: IconType; text: string }> = {
  local: { icon: HardDrive, text: 'Kept in this tab. Name the campaign to save it.' },
  held: { icon: HardDrive, text: 'Kept in this tab only' },
  unsaved: { icon: CloudUpload, text: 'Saving...' },
  saving: { icon: CloudUpload, text: 'Saving...' },
  saved: { icon: CloudCheck, text: 'Saved as a draft' },
}

export interface SaveStatusProps {
  state: SaveState
  problem: string | null
  /** True if the draft is saved into the next run of a repeating campaign. */
  repeats: boolean
  onRetry: () => void
}

/** The save status. */
export function SaveStatus({ state, problem, repeats, onRetry }: SaveStatusProps) {
  const note = state === 'empty' || state === 'failed' ? null : NOTES[state]
  const Icon = state === 'failed' ? CircleAlert : note?.icon
  return (
    <div
      role={state === 'failed' ? 'alert' : undefined}
      className={cn(
        'flex min-h-5 flex-wrap items-center justify-center gap-x-1.5 gap-y-1 text-xs',
        state === 'failed' ? 'text-bad' : 'text-ink-soft',
      )}
    >
      {Icon && <Icon aria-hidden="true" className="size-3.5 shrink-0" />}
      {state === 'failed' ? (
        <>
          <span>Not saved, but kept in this tab. {problem}</span>
          <Button size="sm" variant="quiet" onClick={onRetry}>
            Try again
          </Button>
        </>
      ) : (
        <span className="max-sm:sr-only">{repeats && state === 'saved' ? 'Saved for the next run' : note?.text}</span>
      )}
    </div>
  )
}
