import { CircleAlert } from './generated/icons.ts'
import { createContext, useContext, useId, type ReactNode } from 'react'
import { cn } from './class-names.ts'

interface FieldWiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

const FieldContext = createContext<FieldWiring | null>(null)

/** The id and aria attributes from the surrounding Field; empty outside a Field. */
export function useFieldProps(): Partial<FieldWiring> {
  return useContext(FieldContext) ?? {}
}

export interface FieldProps {
  label: ReactNode
  /** Help text. */
  hint?: ReactNode
  /** The error as a sentence; marks the form control as invalid. */
  error?: string | undefined
  required?: boolean
  /** Shows "optional" next to the label. */
  optional?: boolean
  /** Content on the right of the label: a link or a count. */
  aside?: ReactNode
  /** True if only screen readers get the label. */
  hideLabel?: boolean
  className?: string
  /** Form control of the field: Input, PasswordInput, Textarea or Select. */
  children: ReactNode
}

/** A control with its label, hint and error, linked for screen readers. */
export function Field({ label, hint, error, required, optional, aside, hideLabel, className, children }: FieldProps) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const wiring: FieldWiring = {
    id,
    'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  }
  return (
    <div className={cn('grid content-start gap-1.5', className)}>
      <div className={cn('flex items-baseline justify-between gap-4', hideLabel && 'sr-only')}>
        <label htmlFor={id} className="font-strong">
          {label}
          {optional && ' '}
          {optional && <span className="font-normal text-ink-soft">(optional)</span>}
        </label>
        {aside && <span className="text-xs text-ink-soft">{aside}</span>}
      </div>
      <FieldContext value={wiring}>{children}</FieldContext>
      {error && (
        <p id={errorId} className="flex animate-drop gap-1.5 text-bad">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-xs text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  )
}
