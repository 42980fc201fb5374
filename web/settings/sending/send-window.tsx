import { useState } from 'react'
import { emailSettingsInput, type SendWindow } from '#domain/settings/setting-register.ts'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { dayNames, localTimeZone, timeZones, windowText } from './send-window-texts.ts'

/** Sending window that is preset when it is turned on: office hours. */
const OFFICE = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }
const RULE = emailSettingsInput.shape.sendWindow
const MIDNIGHT = '00:00'
const DAY_END = '24:00'

export interface SendWindowSettingProps {
  value: SendWindow | null
  disabled: boolean
  /** Called with the new sending window; null removes it. */
  onChange: (value: SendWindow | null) => void
}

/**
 * Setting for the days and hours in which emails may be sent. An invalid window stays on screen with an error and is
 * not saved.
 */
export function SendWindowSetting({ value, disabled, onChange }: SendWindowSettingProps) {
  /** The invalid window being edited; null while the boxes show the saved one. */
  const [wrong, setWrong] = useState<SendWindow | null>(null)
  const shown = wrong ?? value
  const problem = wrong ? RULE.safeParse(wrong).error?.issues[0]?.message : undefined

  function change(part: Partial<SendWindow>) {
    if (!shown) return
    const next = { ...shown, ...part }
    const { data } = RULE.safeParse(next)
    setWrong(data ? null : next)
    if (data) onChange(data)
  }

  return (
    <Card
      title="Sending hours"
      description="Days and hours when emails may be sent. Campaigns wait outside these hours."
    >
      <Switch
        label="Send only at certain times"
        hint={value ? windowText(value) : 'Off: emails are sent at any time of day.'}
        checked={value !== null}
        disabled={disabled}
        onCheckedChange={(on) => {
          setWrong(null)
          onChange(on ? { ...OFFICE, timeZone: localTimeZone() } : null)
        }}
      />
      {shown && (
        <div className="mt-5 grid gap-5">
          <Days days={shown.days} disabled={disabled} onChange={(days) => change({ days })} />
          <div className="grid gap-5 sm:grid-cols-[8rem_8rem_minmax(0,1fr)]">
            <Field label="From">
              <Input
                type="time"
                required
                value={shown.from}
                disabled={disabled}
                onChange={({ target }) => change({ from: target.value })}
                className="figures"
              />
            </Field>
            <Field label="To" hint="00:00 is the end of the day.">
              <Input
                type="time"
                required
                value={shown.to === DAY_END ? MIDNIGHT : shown.to}
                disabled={disabled}
                onChange={({ target }) => change({ to: target.value === MIDNIGHT ? DAY_END : target.value })}
                className="figures"
              />
            </Field>
            <Field label="Time zone" hint={zoneHint(shown.timeZone)}>
              <Select
                value={shown.timeZone}
                disabled={disabled}
                onChange={({ target }) => change({ timeZone: target.value })}
                options={timeZones(shown.timeZone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
              />
            </Field>
          </div>
          {problem && (
            <p role="alert" className="text-bad">
              {problem}. {value ? `Current sending hours: ${windowText(value)}` : ''}
            </p>
          )}
        </div>
      )}
    </Card>
  )
}

interface DaysProps {
  days: readonly number[]
  disabled: boolean
  onChange: (days: number[]) => void
}

function Days({ days, disabled, onChange }: DaysProps) {
  return (
    <fieldset disabled={disabled} className="disabled:opacity-60">
      <legend className="mb-1.5 font-strong">Days</legend>
      <div className="flex flex-wrap gap-2">
        {dayNames().map(({ day, short, long }) => {
          const on = days.includes(day)
          return (
            <button
              key={day}
              type="button"
              aria-pressed={on}
              onClick={() => onChange(on ? days.filter((each) => each !== day) : [...days, day].toSorted())}
              className={cn(
                'h-9 min-w-12 rounded-sm border px-3 text-sm font-strong transition-colors pointer-coarse:h-11',
                on ? 'border-ink bg-ink text-paper' : 'border-edge bg-surface text-ink-soft hover:border-ink',
              )}
            >
              <span aria-hidden="true">{short}</span>
              <span className="sr-only">{long}</span>
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}

function zoneHint(timeZone: string): string {
  return timeZone === localTimeZone()
    ? 'Your current time zone.'
    : `You are in ${localTimeZone().replaceAll('_', ' ')}.`
}
