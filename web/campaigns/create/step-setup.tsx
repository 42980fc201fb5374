import { TEXT_LIMITS } from '#domain/content/text-limits.ts'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { StartChoice, type StartChoiceProps } from './start-choice.tsx'

/** Step 1: the campaign's name, and how its email starts. */
export function StepSetup({ draft, onChange }: StartChoiceProps) {
  return (
    <Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Field label="Campaign Name" required hint="Only you and your colleagues see this name." className="max-w-xl">
          <Input
            value={draft.name}
            maxLength={TEXT_LIMITS.campaignName}
            placeholder="Spring newsletter"
            autoComplete="off"
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </Field>
        <StartChoice draft={draft} onChange={onChange} />
      </div>
    </Card>
  )
}
