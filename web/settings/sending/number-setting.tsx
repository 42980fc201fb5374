import { useState } from 'react'
import { SETTINGS, type SettingName } from '#domain/settings/setting-register.ts'
import { Field } from '#web/ui/field.tsx'
import { AdornedInput } from '#web/ui/input.tsx'

export interface NumberSettingProps {
  label: string
  name: SettingName
  /** The saved number; null if nothing is entered. */
  value: number | null
  /**
   * Recommended range, shown instead of the allowed one. Only a hint (product: settings.hints): other allowed values
   * are saved too.
   */
  hint?: { min: number; max: number } | null
  unit?: string
  /** Help text instead of the allowed range. */
  help?: string
  /** Unit shown in the box after the number. */
  after?: string
  disabled: boolean
  onChange: (value: number) => void
  /** Called when the box is emptied; makes the setting optional. */
  onClear?: () => void
}

/** A number input that saves each change. An invalid value stays in the box with an error and is not saved. */
export function NumberSetting(props: NumberSettingProps) {
  const { label, name, value, unit, help, after, disabled, onChange, onClear } = props
  const hint = props.hint ?? SETTINGS[name].hint ?? { min: 0, max: Infinity }
  /** The text being typed; null while the box shows the saved value. */
  const [typed, setTyped] = useState<string | null>(null)
  const problemWith = (text: string) => (onClear && text.trim() === '' ? undefined : problemOf(name, text))
  const problem = typed === null ? undefined : problemWith(typed)
  const outside = problem === undefined && value !== null && (value < hint.min || value > hint.max)
  const range = `${hint.min} to ${hint.max}`
  return (
    <Field
      label={label}
      optional={onClear !== undefined}
      error={problem}
      hint={
        outside ? (
          <span className="text-waiting">This value is outside the usual range {range}.</span>
        ) : (
          (help ?? `${range}${unit ? ` ${unit}` : ''}`)
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
        value={typed ?? String(value ?? '')}
        onChange={({ target }) => {
          setTyped(target.value)
          if (problemWith(target.value) !== undefined) return
          if (target.value.trim() === '') onClear?.()
          else onChange(Number(target.value))
        }}
        onBlur={() => setTyped(null)}
        after={after}
        className="figures"
      />
    </Field>
  )
}

function problemOf(name: NumberSettingProps['name'], typed: string): string | undefined {
  const number = typed.trim() === '' ? Number.NaN : Number(typed)
  return SETTINGS[name].rule.safeParse(number).error?.issues[0]?.message
}
