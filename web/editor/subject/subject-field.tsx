import { lazy, Suspense, useRef, type ComponentProps, type RefObject } from 'react'
import { TEXT_LIMITS } from '#domain/content/text-limits.ts'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import { cn } from '#web/ui/class-names.ts'
import { AdornedInput } from '#web/ui/input.tsx'
import { ConditionButton } from './condition-button.tsx'
import { TagButton } from './tag-button.tsx'

const ConditionChips = lazy(async () => ({ default: (await import('./condition-chips.tsx')).ConditionChips }))

export interface SubjectFieldProps
  extends
    Pick<FieldProps, 'hint' | 'error' | 'required' | 'optional' | 'className'>,
    Pick<ComponentProps<'input'>, 'placeholder' | 'autoComplete' | 'onFocus' | 'onBlur'> {
  /** Default: Subject. */
  label?: string
  value: string
  onChange: (subject: string) => void
  /** The text box, for components that also write into it. */
  box?: RefObject<HTMLInputElement | null>
  boxClassName?: string
}

/** Text box for a subject, with merge tags and with parts that only some recipients see. */
export function SubjectField({ label = 'Subject', value, onChange, box, boxClassName, ...rest }: SubjectFieldProps) {
  const { hint, error, required = false, optional = false, className, ...input } = rest
  const own = useRef<HTMLInputElement>(null)
  const target = box ?? own
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5">
      <Field
        label={label}
        hint={hint}
        error={error}
        required={required}
        optional={optional}
        {...(className !== undefined && { className })}
      >
        <AdornedInput
          {...input}
          ref={target}
          className={cn('[&>input]:pr-20', boxClassName)}
          value={value}
          maxLength={TEXT_LIMITS.subject}
          onChange={(event) => onChange(event.target.value)}
          after={
            <>
              <ConditionButton box={target} onChange={onChange} />
              <TagButton box={target} onChange={onChange} />
            </>
          }
        />
      </Field>
      {/* What reads conditions is loaded with the first marker of one. */}
      {/\{[#/]/.test(value) && (
        <Suspense fallback={null}>
          <ConditionChips subject={value} box={target} onChange={onChange} />
        </Suspense>
      )}
    </div>
  )
}
