import { Tooltip as Radix } from 'radix-ui'
import {
  cloneElement,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type RefCallback,
} from 'react'

/** How long a pointer must hover before a tooltip shows, in ms (product: screens.toasts). */
export const TOOLTIP_DELAY = 700
/** How soon after one tooltip the next shows immediately, in ms (product: screens.toasts). */
export const TOOLTIP_SKIP_DELAY = 300

/** The same, in ms, for a bar of icons without words. */
export const ICON_BAR_TOOLTIP_DELAY = 250

/** Shares the delays of all tooltips within; mounted at the app root, and around bars of icons with a shorter delay. */
export function TooltipProvider({ delay = TOOLTIP_DELAY, children }: { delay?: number; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={delay} skipDelayDuration={TOOLTIP_SKIP_DELAY}>
      {children}
    </Radix.Provider>
  )
}

type Side = 'top' | 'right' | 'bottom' | 'left'
type Words = ReactNode | (() => ReactNode)

export interface TooltipProps {
  /** A function is called when the tooltip is first needed. */
  content: Words
  /** One hoverable or focusable element that forwards its props to the DOM. */
  children: ReactElement<Handlers>
  side?: Side
  /** Disabled, for places where the content is already visible. */
  off?: boolean
}

type Handlers = Pick<ComponentProps<'button'>, 'onPointerMove' | 'onPointerDown' | 'onFocus'>

/** The event that first activated a tooltip. */
interface Waking {
  element: HTMLElement
  by: keyof Handlers
  event: Event
  /** The pointer or focus has already left. */
  over: boolean
}

/**
 * A short description of the hovered or focused element; never the only place for information. Long lists hold
 * thousands of tooltips, so a tooltip is only event handlers until its element is hovered or focused.
 */
export function Tooltip({ content, children, side = 'top', off = false }: TooltipProps) {
  const [waking, setWaking] = useState<Waking | null>(null)
  const wake = (event: PointerEvent<HTMLElement> | FocusEvent<HTMLElement>, by: Waking['by']) => {
    const { currentTarget: element, nativeEvent } = event
    if (waking?.element === element) return
    const first: Waking = { element, by, event: nativeEvent, over: false }
    element.addEventListener(by === 'onFocus' ? 'focusout' : 'pointerleave', () => (first.over = true), { once: true })
    setWaking(first)
  }
  const { onPointerMove, onPointerDown, onFocus } = children.props
  const handlers: Handlers = off
    ? {}
    : {
        onPointerMove: (event) => {
          onPointerMove?.(event)
          wake(event, 'onPointerMove')
        },
        // The focus that follows a press must not open the tooltip.
        onPointerDown: (event) => {
          onPointerDown?.(event)
          wake(event, 'onPointerDown')
        },
        onFocus: (event) => {
          onFocus?.(event)
          wake(event, 'onFocus')
        },
      }
  return (
    <>
      {cloneElement(children, handlers)}
      {waking && !off && <Awake key="tooltip" waking={waking} content={content} side={side} />}
    </>
  )
}

/** The tooltip of an element that was hovered or focused. */
function Awake({ waking, content, side }: { waking: Waking; content: Words; side: Side }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>
        <OnElement waking={waking} />
      </Radix.Trigger>
      <Radix.Portal>
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

interface TriggerProps extends Partial<Record<(typeof EVENTS)[number][0], (event: Event) => void>> {
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
      element.addEventListener(event, (happened) => latest.current[handler]?.(happened), { signal: stop.signal })
    }
    if (!waking.over) latest.current[waking.by]?.(waking.event)
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
