import { colorOf } from '#domain/builder/colors.ts'
import { FIELD_MAX } from '#domain/builder/limits.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { TextFieldProps } from './text-field.tsx'

/** A colour as free text (product: builder.free-text), with the browser's colour picker. */
export function ColorField({ label, value, onChange, onRest, problem, placeholder }: TextFieldProps) {
  const known = colorOf(value) ?? colorOf(placeholder)
  return (
    <Field label={label} hint={problem}>
      <span className="relative block">
        <Input
          value={value}
          placeholder={placeholder}
          maxLength={FIELD_MAX.style}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          onBlur={onRest}
          className="pl-11"
        />
        <input
          type="color"
          aria-label={`Pick ${label.toLowerCase()}`}
          value={known ?? '#ffffff'}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onRest}
          // Firefox takes the height of a colour box from the box itself.
          className="absolute top-1.5 left-1.5 box-border h-[calc(100%-0.75rem)] w-7 cursor-pointer appearance-none rounded-[4px] border border-edge bg-transparent p-0 [&::-moz-color-swatch]:rounded-[3px] [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:rounded-[3px] [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
        />
      </span>
    </Field>
  )
}
