import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { RotateCw } from '#web/ui/generated/icons.ts'

/** Explains why some rows of a sheet are missing. Renders nothing without an error. */
export function RowsError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error === null) return null
  return (
    <Callout
      tone="bad"
      role="alert"
      title="Some rows could not be loaded"
      className="m-3"
      action={
        <Button size="sm" icon={RotateCw} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {errorMessage(error)}
    </Callout>
  )
}
