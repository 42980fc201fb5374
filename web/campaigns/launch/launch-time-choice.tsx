import { useState } from 'react'
import { usePerSecond } from '#web/ui/use-every-second.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import {
  describeTime,
  launchTime,
  scheduleProblem,
  toInputValue,
  tomorrowMorning,
  type LaunchChoice,
} from './launch-choice.ts'
import { LocalTimes } from './local-times.tsx'
import { UndoTimeSelect, useUndoTime } from './undo-time.tsx'

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

const NO_TIME = { scheduledAt: null, localTimeZone: null }

export interface WhenChoiceProps {
  choice: LaunchChoice
  onChange: (part: Partial<LaunchChoice>) => void
  /** True if the campaign may stay a draft. */
  draft: boolean
  /** id of the campaign; null: not saved yet */
  campaignId: string | null
  /** ids of the sending mailboxes */
  mailboxIds: readonly string[]
  /** True while the draft is being edited. */
  waiting?: boolean
}

/** Fields that choose when a campaign is sent: now, at a scheduled time, or not yet (a draft). */
export function TimeChoice({ choice, onChange, draft, campaignId, mailboxIds, waiting = false }: WhenChoiceProps) {
  const [opened] = useState(() => Date.now())
  const usualUndoTime = useUndoTime()
  const problem = usePerSecond((now) => scheduleProblem(choice, now) ?? '')
  const { scheduledAt, localTimeZone } = choice.when === 'scheduled' && !problem ? launchTime(choice) : NO_TIME
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
        <Field label="Time to undo" hint="Nothing is sent until this time has passed." className="sm:max-w-md">
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
      {choice.when === 'scheduled' && (
        <Checkbox
          label="Send at this time in each recipient’s time zone"
          hint="A recipient’s time zone comes from columns such as Time zone, City, Country or Phone, otherwise from the country of the email address."
          checked={choice.isLocal}
          onCheckedChange={(isLocal) => onChange({ isLocal: isLocal === true })}
        />
      )}
      {scheduledAt !== null && localTimeZone !== null && campaignId !== null && (
        <LocalTimes
          campaignId={campaignId}
          mailboxIds={mailboxIds}
          scheduledAt={scheduledAt}
          localTimeZone={localTimeZone}
          waiting={waiting}
        />
      )}
    </div>
  )
}
