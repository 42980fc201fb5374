import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { useEmailSettings } from '../email-settings.tsx'

/** Tells every admin that launches will soon need no second person's approval, and lets them confirm or cancel that. */
export function ApprovalOffNotice() {
  const { settings, change } = useEmailSettings()
  if (!settings?.approvalOff) return null
  const { at, askedBy, canConfirm } = settings.approvalOff
  return (
    <Callout
      tone="warning"
      role="status"
      className="mb-6"
      title={
        <>
          Approval of launches turns off on <Time at={at} show="moment" focusable />
        </>
      }
      action={
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => change({ launchApproval: true })}>Keep approval on</Button>
          {canConfirm && (
            <Button variant="danger" onClick={() => change({ launchApproval: false })}>
              Confirm request
            </Button>
          )}
        </div>
      }
    >
      {askedBy ?? 'A former admin'} asked to turn it off. Everybody who may send can then launch a campaign alone.
    </Callout>
  )
}
