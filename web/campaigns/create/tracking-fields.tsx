import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { Draft } from './draft.ts'

export interface TrackingFieldsProps {
  draft: Pick<Draft, 'trackOpens' | 'trackClicks'>
  onChange: (part: Partial<Draft>) => void
}

/** Whether to track opens and clicks of this campaign; on by default. */
export function TrackingFields({ draft, onChange }: TrackingFieldsProps) {
  return (
    <Card title="Tracking">
      <div className="grid gap-4">
        <Switch
          label="Track opens"
          hint="Uses a one-pixel image. Opens are not counted when images are blocked."
          checked={draft.trackOpens ?? true}
          onCheckedChange={(trackOpens) => onChange({ trackOpens })}
        />
        <Switch
          label="Track clicks"
          hint="Links go through Mergewell first, then open the original page."
          checked={draft.trackClicks ?? true}
          onCheckedChange={(trackClicks) => onChange({ trackClicks })}
        />
      </div>
    </Card>
  )
}
