import { useState } from 'react'
import { usePerSecond } from '#web/ui/every-second.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { UndoTimeSelect, useUndoTime } from './undo-time.tsx'
import { toInputValue, describeTime, scheduleProblem, tomorrowMorning, type LaunchChoice } from './launch-choice.ts'

const LATER = {
  value: 'later',
  label: 'Not yet',
  hint: 'Creates a draft. Send it from Campaigns when you are ready.',
}
const NOW = { value: 'now', label: 'Now', hint: 'Emails are sent as soon as your sending hours and limits allow.' }
const SCHEDULED = {
  value: 'scheduled',
  label: 'Schedule for later',
  hint: 'Nothing is sent before then. You can cancel until sending starts.',
}

export interface WhenChoiceProps {
  choice: LaunchChoice
  onChange: (part: Partial<LaunchChoice>) => void
  /** Whether it may stay a draft. */
  draft: boolean
}

/** When to send: now, at a time, or later. */
export function TimeChoice({ choice, onChange, draft }: WhenChoiceProps) {
  const [opened] = useState(() => Date.now())
  const usualUndoTime = useUndoTime()
  const problem = usePerSecond((now) => scheduleProblem(choice, now) ?? '')
  return (
    <div className="grid gap-4">
      <RadioGroup
        label="When"
        look="cards"
        className={draft ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}
        options={draft ? [LATER, NOW, SCHEDULED] : [NOW, SCHEDULED]}
        value={choice.when}
        onValueChange={(value) =>
          onChange({
            when: value as LaunchChoice['when'],
            ...(value === 'scheduled' && choice.at === '' && { at: tomorrowMorning(opened) }),
          })
        }
      />
      {choice.when === 'now' && (
        <Field label="Time to undo" hint="Nothing is sent before it has passed." className="sm:max-w-md">
          <UndoTimeSelect
            seconds={choice.undoSeconds ?? usualUndoTime}
            onChange={(undoSeconds) => onChange({ undoSeconds })}
          />
        </Field>
      )}
      {choice.when === 'scheduled' && (
        <Field
          label="Day and time"
          error={problem || undefined}
          hint={problem ? undefined : describeTime(choice.at, opened)}
          className="sm:max-w-md"
        >
          <Input
            type="datetime-local"
            required
            value={choice.at}
            min={toInputValue(new Date(opened))}
            onChange={({ target }) => onChange({ at: target.value })}
            className="figures"
          />
        </Field>
      )}
    </div>
  )
}
