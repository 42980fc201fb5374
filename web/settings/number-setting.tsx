import { useState } from 'react'
import { emailSettingsInput } from '#domain/settings.ts'
import { Field } from '#web/ui/field.tsx'
import { AdornedInput } from '#web/ui/input.tsx'

export interface NumberSettingProps {
  label: string
  name: 'emailsPerInterval' | 'intervalSeconds' | 'dailyLimit' | 'canaryPercent'
  value: number
  /** A hint only (product: settings.hints): what lies outside is sent all the same, as long as it makes sense. */
  hint: { min: number; max: number }
  unit?: string
  /** Stands in the box, after the number. */
  after?: string
  disabled: boolean
  onChange: (value: number) => void
}

/** A number that is sent on each change. What makes no sense stays in the box, says why, and is not sent. */
export function NumberSetting({ label, name, value, hint, unit, after, disabled, onChange }: NumberSettingProps) {
  /** What is being typed; null while the box shows the value itself. */
  const [typed, setTyped] = useState<string | null>(null)
  const problem = typed === null ? undefined : problemWith(name, typed)
  const outside = problem === undefined && (value < hint.min || value > hint.max)
  const range = `${hint.min} to ${hint.max}`
  return (
    <Field
      label={label}
      error={problem}
      hint={
        outside ? <span className="text-waiting">Outside the usual {range}</span> : `${range}${unit ? ` ${unit}` : ''}`
      }
    >
      <AdornedInput
        type="number"
        inputMode="numeric"
        min={hint.min}
        max={hint.max}
        step={1}
        disabled={disabled}
        value={typed ?? String(value)}
        onChange={({ target }) => {
          setTyped(target.value)
          if (problemWith(name, target.value) === undefined) onChange(Number(target.value))
        }}
        onBlur={() => setTyped(null)}
        after={after}
        className="figures"
      />
    </Field>
  )
}

function problemWith(name: NumberSettingProps['name'], typed: string): string | undefined {
  const number = typed.trim() === '' ? Number.NaN : Number(typed)
  return emailSettingsInput.shape[name].safeParse(number).error?.issues[0]?.message
}
