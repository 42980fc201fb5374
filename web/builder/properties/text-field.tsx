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
}

/** A line of free text (spec §5: sizes, colours and addresses are). */
export function TextField({ label, value, onChange, onRest, problem, placeholder }: TextFieldProps) {
  return (
    <Field label={label} hint={problem}>
      <Input
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onBlur={onRest}
      />
    </Field>
  )
}
