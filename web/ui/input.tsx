import { Eye, EyeOff } from './generated/icons.ts'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { cn } from './class-names.ts'
import { useFieldProps } from './field.tsx'

/** Shared classes of text boxes. */
export const BOX =
  'w-full rounded-sm border border-edge bg-surface px-3 text-sm text-ink transition-colors text-ellipsis placeholder:text-ink-soft ' +
  'hover:border-ink-soft focus-visible:border-ink focus-visible:outline-1 focus-visible:outline-offset-0 ' +
  'aria-invalid:border-bad aria-invalid:focus-visible:outline-bad disabled:opacity-60 pointer-coarse:text-[16px]'

/** A text input. Takes its id and aria attributes from the surrounding Field. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldProps()} {...rest} className={cn(BOX, 'h-9 pointer-coarse:h-11', className)} />
}

/** A text input with an adornment inside the box: an icon, a unit, a button. */
export function AdornedInput({
  before,
  after,
  className,
  ...rest
}: ComponentProps<'input'> & { before?: ReactNode; after?: ReactNode }) {
  return (
    <span className={cn('relative block', className)}>
      {before && <span className="absolute inset-y-0 left-0 grid w-9 place-items-center text-ink-soft">{before}</span>}
      <Input {...rest} className={cn(before && 'pl-9', after && 'pr-10')} />
      {after && (
        <span className="absolute inset-y-0 right-0 flex min-w-10 items-center justify-center px-1 text-ink-soft">
          {after}
        </span>
      )}
    </span>
  )
}

/** A password input with a button that shows the typed password. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <AdornedInput
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <button
          type="button"
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="grid size-8 place-items-center rounded-sm hover:text-ink"
        >
          <Icon aria-hidden="true" className="size-4" />
        </button>
      }
    />
  )
}
