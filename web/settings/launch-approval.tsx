import { APPROVERS_MIN } from '#domain/approvals.ts'
import type { EmailSettingsFieldsFragment } from '#web/generated/graphql.ts'
import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/switch.tsx'

interface LaunchApprovalProps {
  settings: Pick<EmailSettingsFieldsFragment, 'launchApproval' | 'approverCount'>
  disabled: boolean
  onChange: (launchApproval: boolean) => void
}

/** Whether a second person must approve each launch. */
export function LaunchApproval({
  settings: { launchApproval, approverCount },
  disabled,
  onChange,
}: LaunchApprovalProps) {
  const tooFew = approverCount < APPROVERS_MIN
  return (
    <Card
      title="Approval"
      description="Each launch waits until an admin other than the person who requests it approves it."
    >
      <Switch
        label="Launches need a second person"
        hint={
          !tooFew
            ? 'A change of the email, the recipients, the sender or the start makes an approval void.'
            : launchApproval
              ? 'Your workspace has only one admin, who cannot approve their own launches. Make a colleague an admin under User Management.'
              : 'Your workspace needs at least two admins: one requests approval, another one decides. Make a colleague an admin under User Management.'
        }
        checked={launchApproval}
        disabled={disabled || (tooFew && !launchApproval)}
        onCheckedChange={onChange}
      />
    </Card>
  )
}
