import { TRACKING_LEVELS, type TrackingLevel } from '#domain/tracking/tracking.ts'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TRACKING_WORDS } from '../../tracking-texts.ts'
import type { Draft } from '../store/campaign-draft.ts'

export interface TrackingFieldsProps {
  draft: Pick<Draft, 'tracking' | 'trackOpens' | 'trackClicks'>
  /** The workspace's tracking level; undefined while unknown. */
  workspace: TrackingLevel | undefined
  onChange: (part: Partial<Draft>) => void
}

const FOLLOW = 'workspace'

/** Fields for the tracking of opens and clicks in this campaign; the default is the setting of the workspace. */
export function TrackingFields({ draft, workspace, onChange }: TrackingFieldsProps) {
  const level = draft.tracking ?? workspace
  const follow = workspace
    ? `Workspace setting (${TRACKING_WORDS[workspace].label.toLowerCase()})`
    : 'Workspace setting'
  return (
    <Card title="Tracking">
      <div className="grid gap-4">
        <Field label="Level" hint={level && TRACKING_WORDS[level].hint}>
          <Select
            value={draft.tracking ?? FOLLOW}
            onChange={({ target }) =>
              onChange({ tracking: TRACKING_LEVELS.find((each) => each === target.value) ?? null })
            }
            options={[
              { value: FOLLOW, label: follow },
              ...TRACKING_LEVELS.map((value) => ({ value, label: TRACKING_WORDS[value].label })),
            ]}
          />
        </Field>
        {level !== 'off' && (
          <>
            <Switch
              label="Track opens"
              hint="Uses a one-pixel image. Opens are not counted when images are blocked."
              checked={draft.trackOpens ?? true}
              onCheckedChange={(trackOpens) => onChange({ trackOpens })}
            />
            <Switch
              label="Track clicks"
              hint={
                level === 'counts'
                  ? 'Links go through Mergewell first, except links with merge tags and links that show their own address.'
                  : 'Links go through Mergewell first, then open the original page. Links that show their own address are not tracked.'
              }
              checked={draft.trackClicks ?? true}
              onCheckedChange={(trackClicks) => onChange({ trackClicks })}
            />
          </>
        )}
      </div>
    </Card>
  )
}
