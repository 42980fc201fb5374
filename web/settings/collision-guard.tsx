import type { EmailSettingsInput } from '#domain/settings/setting-register.ts'
import type { EmailSettingsFieldsFragment } from '#web/generated/graphql.ts'
import { Card } from '#web/ui/card.tsx'
import { NumberSetting } from './number-setting.tsx'

interface CollisionGuardProps {
  settings: Pick<EmailSettingsFieldsFragment, 'collisionDays' | 'weeklyCeiling'>
  disabled: boolean
  onChange: (part: EmailSettingsInput) => void
}

/** Keeps colleagues from writing to the same people too often: what a rehearsal reports, and the limit at a launch. */
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
          help="A rehearsal names the people who got an email in these days, and from whom. 0 = never."
          after="days"
          disabled={disabled}
          onChange={(days) => onChange({ collisionDays: days })}
        />
        <NumberSetting
          label="Emails per person in seven days"
          name="weeklyCeiling"
          value={weeklyCeiling ?? null}
          help="People who already got this many are left out of a launch. Empty = no limit."
          disabled={disabled}
          onChange={(perWeek) => onChange({ weeklyCeiling: perWeek })}
          onClear={() => onChange({ weeklyCeiling: null })}
        />
      </div>
    </Card>
  )
}
