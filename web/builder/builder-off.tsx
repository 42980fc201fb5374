import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Says that the workspace has no builder, and what works without it. */
export function BuilderOff() {
  return (
    <Card>
      <EmptyState
        drawing="sheet"
        title="The HTML builder is switched off for this workspace"
        line="The person who runs this installation can switch it on. Simple Text campaigns and text templates work without it."
      />
    </Card>
  )
}
