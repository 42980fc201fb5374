import { TRACKING_LEVELS, type TrackingLevel } from '#domain/tracking/tracking.ts'
import { TRACKING_WORDS } from '#web/campaigns/tracking-words.ts'
import { Card } from '#web/ui/card.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'

interface TrackingSettingProps {
  level: TrackingLevel
  disabled: boolean
  onChange: (level: TrackingLevel) => void
}

/** What campaigns record of opens and clicks, unless they choose otherwise (product: tracking.levels). */
export function TrackingSetting({ level, disabled, onChange }: TrackingSettingProps) {
  return (
    <Card
      title="Tracking"
      description="What new campaigns record of opens and clicks. Each campaign can choose its own level, and contacts can be excluded."
    >
      <RadioGroup
        label="Tracking of opens and clicks"
        hideLabel
        look="cards"
        value={level}
        onValueChange={(value) => {
          const chosen = TRACKING_LEVELS.find((each) => each === value)
          if (chosen) onChange(chosen)
        }}
        options={TRACKING_LEVELS.map((value) => ({ value, disabled, ...TRACKING_WORDS[value] }))}
      />
    </Card>
  )
}
