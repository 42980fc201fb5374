import type { Icon as IconType } from './icon.tsx'
import { Slot } from 'radix-ui'
import { useComposedRefs } from 'radix-ui/internal'
import { useLayoutEffect, useRef, type ComponentProps } from 'react'
import { cn } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

const VARIANTS = {
  primary: 'bg-accent text-paper hover:bg-[color-mix(in_oklab,var(--accent)_88%,var(--ink))]',
  secondary: 'border border-edge bg-surface text-ink hover:bg-[color-mix(in_oklab,var(--surface)_94%,var(--ink))]',
  quiet: 'text-ink hover:bg-ink/6',
  dangerOutline: 'border border-bad/60 bg-surface text-bad hover:bg-bad/8',
  danger: 'bg-bad text-paper hover:bg-[color-mix(in_oklab,var(--bad)_88%,var(--ink))]',
} as const

const SIZES = {
  sm: 'h-8 gap-1.5 px-3 pointer-coarse:h-10',
  md: 'h-9 gap-2 px-4 pointer-coarse:h-11',
  lg: 'h-11 gap-2 px-5 pointer-coarse:h-12',
} as const

const BASE =
  'inline-flex shrink-0 items-center justify-center rounded-sm text-sm font-strong whitespace-nowrap select-none ' +
  'transition-colors disabled:pointer-events-none disabled:opacity-55 aria-disabled:pointer-events-none aria-disabled:opacity-55'

export interface ButtonProps extends ComponentProps<'button'> {
  /** At most one `primary` per screen. */
  variant?: keyof typeof VARIANTS
  size?: keyof typeof SIZES
  icon?: IconType
  /** In progress: replaces the icon with a spinner and disables the button. The caller sets the label. */
  busy?: boolean
  /** Styles its single child, such as a link. */
  asChild?: boolean
}

/** A button with a text label. */
export function Button(props: ButtonProps) {
  const {
    variant = 'secondary',
    size = 'md',
    icon: Icon,
    busy = false,
    asChild = false,
    className,
    children,
    disabled,
    ref,
    ...rest
  } = props
  const Root = asChild ? Slot.Root : 'button'
  const refs = useComposedRefs(useRestoredFocus(busy), ref)
  const state = asChild ? {} : { type: 'button' as const, disabled: disabled || busy, 'aria-busy': busy || undefined }
  return (
    <Root {...state} {...rest} ref={refs} className={cn(BASE, VARIANTS[variant], SIZES[size], className)}>
      {busy ? <Spinner /> : Icon && <Icon aria-hidden="true" className="size-4 shrink-0" />}
      <Slot.Slottable>{children}</Slot.Slottable>
    </Root>
  )
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'size'> {
  icon: IconType
  /** The accessible name and tooltip. */
  label: string
  size?: 'sm' | 'md'
}

/** An icon-only button; its name shows as a tooltip. */
export function IconButton({
  icon: Icon,
  label,
  variant = 'quiet',
  size = 'md',
  className,
  busy,
  ...rest
}: IconButtonProps) {
  const box = size === 'sm' ? 'size-8 px-0 pointer-coarse:size-10' : 'size-9 px-0 pointer-coarse:size-11'
  return (
    <Tooltip content={label}>
      <Button {...rest} variant={variant} busy={busy} aria-label={label} className={cn(box, className)}>
        {busy ? null : <Icon aria-hidden="true" className="size-4" />}
      </Button>
    </Tooltip>
  )
}

/**
 * Restores the focus that a button lost while it was disabled during its work, unless the focus moved elsewhere.
 * Returns a ref for the button.
 */
function useRestoredFocus(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const had = useRef(false)
  useLayoutEffect(() => {
    const { activeElement } = document
    if (busy) had.current = activeElement === button.current
    else if (had.current) {
      had.current = false
      if (activeElement === document.body) button.current?.focus()
    }
  }, [busy])
  return button
}
