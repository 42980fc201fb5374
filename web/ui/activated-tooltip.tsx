import { Tooltip as Radix } from 'radix-ui'
import { useEffect, useLayoutEffect, useRef, type ComponentProps, type ReactNode, type RefCallback } from 'react'

/** Time after one tooltip within which the next shows immediately, in ms (product: screens.toasts). */
export const TOOLTIP_SKIP_DELAY = 300

export type Side = 'top' | 'right' | 'bottom' | 'left'
export type Words = ReactNode | (() => ReactNode)

export type Handlers = Pick<ComponentProps<'button'>, 'onPointerMove' | 'onPointerDown' | 'onFocus'>

/** The event that first activated a tooltip. */
export interface Waking {
  element: HTMLElement
  by: keyof Handlers
  event: Event
  /** True if the pointer or focus has already left the element. */
  over: boolean
}

export interface AwakeTooltipProps {
  waking: Waking
  content: Words
  side: Side
  /** time in ms that the pointer must rest on the element */
  delay: number
}

/**
 * Parts of a page in which a screen reader looks for content; a tooltip lies in the part of its element. Those of a dialog
 * lie beside the dialog, which takes the focus itself if one of its elements vanishes while Tab is pressed.
 */
const LANDMARKS = 'main, nav, header, aside, footer'

/** Time when the last tooltip closed, in ms; shared by all tooltips. */
let closedAt = -Infinity

const isSkipped = () => Date.now() - closedAt < TOOLTIP_SKIP_DELAY

/** The tooltip of an element that was hovered or focused. */
export function AwakeTooltip({ waking, content, side, delay }: AwakeTooltipProps) {
  return (
    <Radix.Provider delayDuration={delay}>
      <Radix.Root onOpenChange={(open) => !open && (closedAt = Date.now())}>
        <Radix.Trigger asChild>
          <OnElement waking={waking} />
        </Radix.Trigger>
        <Radix.Portal container={waking.element.closest<HTMLElement>(LANDMARKS)}>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 rounded-sm bg-ink px-2.5 py-1.5 text-xs text-paper data-[state=delayed-open]:animate-appear"
          >
            {typeof content === 'function' ? content() : content}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}

/** The trigger's handler props, and their DOM events. */
const EVENTS = [
  ['onPointerMove', 'pointermove'],
  ['onPointerLeave', 'pointerleave'],
  ['onPointerDown', 'pointerdown'],
  ['onFocus', 'focusin'],
  ['onBlur', 'focusout'],
  ['onClick', 'click'],
] as const

type Handler = (typeof EVENTS)[number][0]
type TriggerHandlers = Partial<Record<Handler, (event: Event) => void>>

interface TriggerProps extends TriggerHandlers {
  waking: Waking
  ref?: RefCallback<HTMLElement>
  'aria-describedby'?: string
}

/** Represents an element already in the DOM: forwards the trigger's props to it. */
function OnElement({ waking, ref, 'aria-describedby': described, ...handlers }: TriggerProps) {
  const { element } = waking
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })

  useLayoutEffect(() => {
    ref?.(element)
    return () => {
      ref?.(null)
    }
  }, [ref, element])

  useEffect(() => {
    const stop = new AbortController()
    for (const [handler, event] of EVENTS) {
      element.addEventListener(event, (happened) => tell(latest.current, handler, happened), { signal: stop.signal })
    }
    if (!waking.over) tell(latest.current, waking.by, waking.event)
    return () => stop.abort()
  }, [element, waking])

  useLayoutEffect(() => {
    if (described === undefined) return
    const others = () =>
      (element.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id && id !== described)
    element.setAttribute('aria-describedby', [...others(), described].join(' '))
    return () => {
      const left = others()
      if (left.length > 0) element.setAttribute('aria-describedby', left.join(' '))
      else element.removeAttribute('aria-describedby')
    }
  }, [element, described])

  return null
}

/** Forwards an event to the tooltip's trigger. The tooltip opens at once for focus, and soon after another tooltip. */
function tell(handlers: TriggerHandlers, handler: Handler, event: Event): void {
  handlers[handler === 'onPointerMove' && isSkipped() ? 'onFocus' : handler]?.(event)
}
