import { useId } from 'react'
import { Link } from 'react-router'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

export interface PlanActionProps extends Pick<ButtonProps, 'icon' | 'variant' | 'size' | 'busy' | 'children'> {
  /** path of a page, or a function that starts the action */
  to: string | (() => void)
  /** Reason why the action cannot be done now, for example because of the plan; null if it can. */
  refusal: string | null
  /** history state passed to the page */
  state?: object | undefined
}

/**
 * A button or link that shows the reason when it cannot be used. It stays focusable, so that keyboard users learn the
 * reason too.
 */
export function PlanAction({ to, refusal, state, children, ...look }: PlanActionProps) {
  const reason = useId()
  if (refusal === null && typeof to === 'function') {
    return (
      <Button {...look} onClick={to}>
        {children}
      </Button>
    )
  }
  if (refusal === null && typeof to === 'string') {
    return (
      <Button asChild {...look}>
        <Link to={to} state={state}>
          {children}
        </Link>
      </Button>
    )
  }
  return (
    <>
      <Tooltip content={refusal}>
        {/* Not `disabled`: such a button shows no tooltip and takes no focus. */}
        <span className="inline-flex" role="presentation">
          <Button {...look} aria-disabled="true" aria-describedby={reason} className="cursor-not-allowed">
            {children}
          </Button>
        </span>
      </Tooltip>
      <span id={reason} className="sr-only">
        {refusal}
      </span>
    </>
  )
}
