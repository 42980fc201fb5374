import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Shown when the workspace has no builder, with what still works. */
export function BuilderOff() {
  return (
    <Card>
      <EmptyState
        drawing="sheet"
        title="The HTML builder is turned off for this workspace"
        line="The person who runs this installation can turn it on. You can still use Simple Text campaigns and text templates."
      />
    </Card>
  )
}
