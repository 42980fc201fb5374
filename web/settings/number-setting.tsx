import { useState } from 'react'
import { emailSettingsInput } from '#domain/settings.ts'
import { Field } from '#web/ui/field.tsx'
import { AdornedInput } from '#web/ui/input.tsx'

export interface NumberSettingProps {
  label: string
  name: 'emailsPerInterval' | 'intervalSeconds' | 'dailyLimit' | 'canaryPercent'
  value: number
  /** Only a hint (product: settings.hints): valid values outside it are saved. */
  hint: { min: number; max: number }
  unit?: string
  /** Shown in the box, after the number. */
  after?: string
  disabled: boolean
  onChange: (value: number) => void
}

/** A number input that saves each change. An invalid value stays in the box with an error and is not saved. */
export function NumberSetting({ label, name, value, hint, unit, after, disabled, onChange }: NumberSettingProps) {
  /** The text being typed; null while the box shows the saved value. */
  const [typed, setTyped] = useState<string | null>(null)
  const problem = typed === null ? undefined : problemWith(name, typed)
  const outside = problem === undefined && (value < hint.min || value > hint.max)
  const range = `${hint.min} to ${hint.max}`
  return (
    <Field
      label={label}
      error={problem}
      hint={
        outside ? (
          <span className="text-waiting">Outside the usual range {range}</span>
        ) : (
          `${range}${unit ? ` ${unit}` : ''}`
        )
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
