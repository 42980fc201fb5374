import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { APPROVERS_MIN } from '#domain/campaigns/approvals.ts'
import { REGISTRATION } from '#web/accounts/operations.ts'
import type { EmailSettingsFieldsFragment } from '#web/generated/graphql.ts'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Field } from '#web/ui/field.tsx'
import { UndoTimeSelect } from '#web/campaigns/launch/undo-time.tsx'
import type { EmailSettingsInput } from '#domain/settings/setting-register.ts'
import { NumberSetting } from './number-setting.tsx'

interface LaunchApprovalProps {
  settings: Pick<EmailSettingsFieldsFragment, 'launchApproval' | 'approvalOff' | 'approverCount'>
  disabled: boolean
  onChange: (launchApproval: boolean) => void
}

/** Card with the switch that makes each launch wait for the approval of a second person. */
export function LaunchApproval({
  settings: { launchApproval, approvalOff, approverCount },
  disabled,
  onChange,
}: LaunchApprovalProps) {
  const tooFew = approverCount < APPROVERS_MIN
  const [asking, setAsking] = useState(false)
  const sendsEmails = useQuery(REGISTRATION).data?.server.systemEmails ?? false
  return (
    <Card
      title="Approval"
      description="Each launch waits until an admin other than the person who requests it approves it."
    >
      <Switch
        label="Launches need a second person"
        hint={
          approvalOff
            ? 'An admin asked to turn this off. You can keep it on at the top of this page.'
            : !tooFew
              ? 'Changing the email, the recipients, the sender or the start time makes an approval void.'
              : launchApproval
                ? 'Your workspace has only one admin, who cannot approve their own launches. Make a colleague an admin under User Management.'
                : 'Your workspace needs at least two admins: one requests approval, another one decides. Make a colleague an admin under User Management.'
        }
        checked={launchApproval}
        disabled={disabled || Boolean(approvalOff) || (tooFew && !launchApproval)}
        onCheckedChange={(on) => (on ? onChange(true) : setAsking(true))}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Turn off approval?"
        description={`In 24 hours, or as soon as another admin confirms it, everybody who may send can launch a campaign alone. Campaigns that were approved stay as they are. ${sendsEmails && !tooFew ? 'The other admins get an email about it, and it' : 'It'} is recorded in the activity log.`}
        confirmLabel="Ask to turn off"
        onConfirm={() => onChange(false)}
      />
    </Card>
  )
}

interface UndoTimeSettingProps {
  seconds: number
  disabled: boolean
  onChange: (seconds: number) => void
}

/** Setting for how long a launch can be undone by default; each launch can choose another time. */
export function UndoTimeSetting({ seconds, disabled, onChange }: UndoTimeSettingProps) {
  return (
    <Card
      title="Undo a launch"
      description="Nothing is sent for this long after a launch, so that it can be undone. You can choose another time for each launch."
    >
      <Field label="Time to undo" className="sm:max-w-48">
        <UndoTimeSelect seconds={seconds} disabled={disabled} onChange={onChange} />
      </Field>
    </Card>
  )
}

interface CollisionGuardProps {
  settings: Pick<EmailSettingsFieldsFragment, 'collisionDays' | 'weeklyCeiling'>
  disabled: boolean
  onChange: (part: EmailSettingsInput) => void
}

/**
 * Settings that keep colleagues from writing to the same people too often: what a rehearsal (simulated launch) reports,
 * and the weekly limit at a launch.
 */
export function CollisionGuard({
  settings: { collisionDays, weeklyCeiling },
  disabled,
  onChange,
}: CollisionGuardProps) {
  return (
    <Card
      title="Emails to the same person"
      description="Counts all campaigns of your workspace together. Test emails do not count."
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <NumberSetting
          label="Report emails of the last"
          name="collisionDays"
          value={collisionDays}
          help="A rehearsal names the people who got an email in these days, and from whom. Enter 0 to name nobody."
          after="days"
          disabled={disabled}
          onChange={(days) => onChange({ collisionDays: days })}
        />
        <NumberSetting
          label="Emails per person in seven days"
          name="weeklyCeiling"
          value={weeklyCeiling ?? null}
          help="People who already got this many are left out of a launch. Leave empty for no limit."
          disabled={disabled}
          onChange={(perWeek) => onChange({ weeklyCeiling: perWeek })}
          onClear={() => onChange({ weeklyCeiling: null })}
        />
      </div>
    </Card>
  )
}
