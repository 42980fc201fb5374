import { FIELD_MAX } from '#domain/builder/limits.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

export interface TextFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** The field is left: what comes next is a step of its own. */
  onRest: () => void
  /** What is to be known of the value; it forbids nothing. */
  problem?: string | undefined
  placeholder?: string
  /** In characters; as long as a style can be when left out. */
  maxLength?: number
}

/** A line of free text (sizes, colours and addresses are; product: builder.free-text). */
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
