import { Minus, Plus } from '#web/ui/generated/icons.ts'
import { FIELD_MAX } from '#domain/builder/builder-limits.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { scaleOf, sizeOf, stepped, written } from './size-values.ts'
import type { TextFieldProps } from './text-field.tsx'

export interface SizeFieldProps extends TextFieldProps {
  /** CSS property of the size, which determines the range of the slider. */
  property: string
}

/** A size as free text (product: builder.free-text), with a stepper and a slider while it is a single number. */
export function SizeField({ property, label, value, onChange, onRest, problem, placeholder }: SizeFieldProps) {
  const size = sizeOf(value) ?? (value.trim() === '' ? sizeOf(placeholder ?? '') : null)
  const scale = size && scaleOf(property, size)
  const step = (steps: number) => {
    if (size && scale) onChange(stepped(size, steps, scale))
  }
  const what = label.toLowerCase()
  return (
    <Field label={label} hint={problem}>
      <span className="flex">
        <Input
          value={value}
          placeholder={placeholder}
          maxLength={FIELD_MAX.style}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          onBlur={onRest}
          onKeyDown={(event) => {
            const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key]
            if (steps === undefined || !size || event.altKey || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            step(event.shiftKey ? steps * 10 : steps)
          }}
          className="min-w-0 rounded-r-none px-1.5"
        />
        {([-1, 1] as const).map((steps) => (
          <IconButton
            key={steps}
            icon={steps < 0 ? Minus : Plus}
            label={`${steps < 0 ? 'Decrease' : 'Increase'} ${what}`}
            aria-disabled={!size || undefined}
            onClick={() => step(steps)}
            onBlur={onRest}
            className="w-6 shrink-0 rounded-none border border-l-0 border-edge last:rounded-r-sm pointer-coarse:w-11"
          />
        ))}
      </span>
      {size && scale && (
        <input
          type="range"
          aria-label={`${label} slider`}
          min={scale.min}
          max={scale.max}
          step={scale.step}
          value={Math.min(Math.max(size.amount, scale.min), scale.max)}
          aria-valuetext={written(size)}
          onChange={(event) => onChange(written({ amount: Number(event.target.value), unit: size.unit }))}
          onPointerUp={onRest}
          onBlur={onRest}
          className="h-4 w-full cursor-pointer accent-ink pointer-coarse:h-8"
        />
      )}
    </Field>
  )
}
