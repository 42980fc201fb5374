import { errorMessage } from '#web/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import type { More } from './use-more.ts'

/** Below a list: a button for the rows that follow, and what kept them away. Nothing once all are there. */
export function ShowMore({ more, of, busy }: { more: More; of: string; busy: boolean }) {
  return (
    <>
      {more.moreError !== null && (
        <Callout tone="bad" role="alert" title={`More ${of} could not be loaded`} className="m-3">
          {errorMessage(more.moreError)}
        </Callout>
      )}
      {more.hasMore && (
        <div className="my-4 flex justify-center">
          <Button busy={busy} onClick={() => void more.loadMore()}>
            Show more {of}
          </Button>
        </div>
      )}
    </>
  )
}
