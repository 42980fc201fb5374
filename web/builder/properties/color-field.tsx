import { colorOf } from '#domain/builder/colors.ts'
import { FIELD_MAX } from '#domain/builder/builder-limits.ts'
import { cn } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useBrandColors } from '../brand-colors.ts'
import type { TextFieldProps } from './text-field.tsx'

/** A color as free text (product: builder.free-text), with the brand's colors and the browser's color picker. */
export function ColorField({ label, value, onChange, onRest, problem, placeholder, disabled }: TextFieldProps) {
  const brand = useBrandColors()
  const known = colorOf(value) ?? colorOf(placeholder)
  return (
    <Field label={label} hint={problem}>
      <span className="relative block">
        <Input
          value={value}
          placeholder={placeholder}
          maxLength={FIELD_MAX.style}
          disabled={disabled}
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
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onRest}
          // Firefox takes the height of a color box from the box itself.
          className="absolute top-1.5 left-1.5 box-border h-[calc(100%-0.75rem)] w-7 cursor-pointer appearance-none rounded-[4px] border border-edge bg-transparent p-0 [&::-moz-color-swatch]:rounded-[3px] [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:rounded-[3px] [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
        />
      </span>
      <Swatches label={label} colors={brand} chosen={colorOf(value)} onChoose={onChange} onRest={onRest} />
    </Field>
  )
}

interface SwatchesProps {
  label: string
  colors: readonly string[]
  chosen: string | null
  onChoose: (color: string) => void
  onRest: () => void
}

/** The brand's colors to choose from. */
function Swatches({ label, colors, chosen, onChoose, onRest }: SwatchesProps) {
  if (colors.length === 0) return null
  return (
    <div role="group" aria-label={`Brand colors for ${label.toLowerCase()}`} className="flex flex-wrap gap-1">
      {colors.map((color, index) => (
        <button
          key={color}
          type="button"
          aria-label={`Brand color ${index + 1}, ${color}`}
          aria-pressed={chosen === color}
          title={color}
          onClick={() => {
            onChoose(color)
            onRest()
          }}
          style={{ backgroundColor: color }}
          className={cn(
            'size-6 rounded-full border border-edge pointer-coarse:size-9',
            'aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-ink',
          )}
        />
      ))}
    </div>
  )
}
