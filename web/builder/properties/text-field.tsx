import { FIELD_MAX } from '#domain/builder/builder-limits.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

export interface TextFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Called on blur: later changes start a new step. */
  onRest: () => void
  /** A warning about the value; it blocks nothing. */
  problem?: string | undefined
  placeholder?: string
  /** In characters; default: the maximum of a style. */
  maxLength?: number
  disabled?: boolean
}

/** A free text input, for sizes, colors and URLs (product: builder.free-text). */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, onRest, problem, placeholder, maxLength = FIELD_MAX.style } = props
  return (
    <Field label={label} hint={problem}>
      <Input
        value={value}
        placeholder={placeholder}
        maxLength={maxLength}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onBlur={onRest}
      />
    </Field>
  )
}
