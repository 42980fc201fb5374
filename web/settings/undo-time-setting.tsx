import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { UndoTimeSelect } from '#web/campaigns/launch/undo-time.tsx'

interface UndoTimeSettingProps {
  seconds: number
  disabled: boolean
  onChange: (seconds: number) => void
}

/** How long a launch can be undone, unless the person who launches chooses another time. */
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
