import { RotateCw } from '#web/ui/generated/icons.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import type { More } from './use-pagination.ts'

interface MoreFailedProps {
  more: Pick<More, 'moreError' | 'loadMore'>
  of: string
  title?: string
}

/** Below a list: the error of the next page, with a retry. */
export function MoreFailed({ more, of, title = `More ${of} could not be loaded` }: MoreFailedProps) {
  if (more.moreError === null) return null
  return (
    <Callout
      tone="bad"
      role="alert"
      title={title}
      className="m-3"
      action={
        <Button size="sm" icon={RotateCw} onClick={() => void more.loadMore()}>
          Try again
        </Button>
      }
    >
      {errorMessage(more.moreError)}
    </Callout>
  )
}

/** Below a list: a button for the next page, or its error. Empty when all rows are loaded. */
export function ShowMore({ more, of, busy }: { more: More; of: string; busy: boolean }) {
  return (
    <>
      <MoreFailed more={more} of={of} />
      {more.hasMore && more.moreError === null && (
        <div className="my-4 flex justify-center">
          <Button busy={busy} onClick={() => void more.loadMore()}>
            Show more {of}
          </Button>
        </div>
      )}
    </>
  )
}
