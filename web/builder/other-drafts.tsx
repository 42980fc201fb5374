import { useState, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { deleteBuilderDraft, type DraftSlot, type StoredBuilderDraft, type UnreadableDraft } from './browser-drafts.ts'

export interface KeptDraftsProps {
  drafts: readonly StoredBuilderDraft[]
  unread: readonly UnreadableDraft[]
  onOpen: (draft: StoredBuilderDraft) => void
}

/** Other unsaved drafts in this browser, with a link to open each. */
export function OtherDrafts({ drafts, unread, onOpen }: KeptDraftsProps) {
  return (
    <>
      {drafts.map((draft) => (
        <Kept
          key={draft.key}
          slot={draft}
          action={
            <Button size="sm" onClick={() => onOpen(draft)}>
              Restore
            </Button>
          }
        >
          {draft.name.trim() || draft.document.subject.trim() || 'Another email'} also has unsaved changes from{' '}
          <Time at={draft.keptAt.toISOString()} />.
        </Kept>
      ))}
      {unread.map((draft) => (
        <Kept key={draft.key} slot={draft}>
          We cannot read an unsaved email in this browser: {draft.problem}. The email was last changed{' '}
          <Time at={draft.keptAt.toISOString()} />.
        </Kept>
      ))}
    </>
  )
}

function Kept({ slot, action, children }: { slot: DraftSlot; action?: ReactNode; children: ReactNode }) {
  const [isDropped, setDropped] = useState(false)
  if (isDropped) return null
  return (
    <Callout
      role="status"
      className="m-3"
      action={
        <div className="flex gap-2">
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              deleteBuilderDraft(slot)
              setDropped(true)
            }}
          >
            Discard this email
          </Button>
          {action}
        </div>
      }
    >
      {children}
    </Callout>
  )
}
