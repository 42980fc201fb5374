import { TEXT_LIMITS } from '#domain/text-limits.ts'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** Step 1: the campaign's name. */
export function StepSetup({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  return (
    <Card>
      <Field label="Campaign Name" required hint="Only you and your colleagues see this name." className="max-w-xl">
        <Input
          value={name}
          maxLength={TEXT_LIMITS.campaignName}
          placeholder="Spring newsletter"
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </Card>
  )
}
