import { ChevronLeft, ChevronRight, Search } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { AdornedInput } from '#web/ui/input.tsx'
import type { PreviewRecipient, Step } from './use-preview-recipient.ts'

export interface PreviewWalkProps {
  recipient: PreviewRecipient
  note: string
  busy: boolean
  onGo: (step: Step) => void
}

function gapText(gap: string): string {
  if (!gap.startsWith('{')) return `${gap} has no valid address`
  return gap.includes('|') ? `${gap} has a value that does not fit the format` : `${gap} is empty`
}

/**
 * Shows the position of the previewed recipient among all, and lets the user move to others: one by one, by search, or
 * to the next with an empty merge tag.
 */
export function PreviewWalk({ recipient: { position, total, gaps }, note, busy, onGo }: PreviewWalkProps) {
  const [search, setSearch] = useState('')
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex items-center gap-1">
          <IconButton
            size="sm"
            icon={ChevronLeft}
            label="Previous recipient"
            disabled={position <= 1}
            onClick={() => onGo({ to: 'previous' })}
          />
          <p className="figures" aria-live="polite">
            Recipient {position.toLocaleString()} of {total.toLocaleString()}
          </p>
          <IconButton
            size="sm"
            icon={ChevronRight}
            label="Next recipient"
            disabled={position >= total}
            onClick={() => onGo({ to: 'next' })}
          />
        </div>
        {total > 1 && (
          <>
            <div role="search" className="min-w-44 grow basis-44">
              <AdornedInput
                type="search"
                aria-label="Find a recipient"
                placeholder="Find by name or any field"
                enterKeyHint="search"
                maxLength={200}
                value={search}
                before={<Search aria-hidden="true" className="size-4" />}
                onChange={(event) => setSearch(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                  // The wizard is one form, which Enter would submit.
                  event.preventDefault()
                  if (search.trim() !== '') onGo({ to: 'search', search: search.trim() })
                }}
              />
            </div>
            <Button size="sm" busy={busy} onClick={() => onGo({ to: 'gap' })}>
              Next incomplete email
            </Button>
          </>
        )}
      </div>
      <p role="status" className="text-xs text-ink-soft empty:hidden">
        {note}
      </p>
      {gaps.length > 0 && <p className="text-xs text-waiting">{gaps.map(gapText).join(', ')} for this recipient.</p>}
    </div>
  )
}
