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

/** How long a pointer rests before a tooltip shows, in ms (product: screens.toasts). */
export const TOOLTIP_DELAY = 700
/** How soon after one tooltip the next shows at once, in ms (product: screens.toasts). */
export const TOOLTIP_SKIP_DELAY = 300

/** Keeps the delays of all tooltips inside; stands once, around the app. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={TOOLTIP_DELAY} skipDelayDuration={TOOLTIP_SKIP_DELAY}>
      {children}
    </Radix.Provider>
  )
}

type Side = 'top' | 'right' | 'bottom' | 'left'
type Words = ReactNode | (() => ReactNode)

export interface TooltipProps {
  /** As a function it is asked for when the tooltip is first wanted. */
  content: Words
  /** One element that can be hovered or focused, and hands on what it is given to the page. */
  children: ReactElement<Handlers>
  side?: Side
  /** Shows nothing; for places where the content is on screen already. */
  off?: boolean
}

type Handlers = Pick<ComponentProps<'button'>, 'onPointerMove' | 'onPointerDown' | 'onFocus'>

/** What a tooltip was first wanted by. */
interface Waking {
  element: HTMLElement
  by: keyof Handlers
  event: Event
  /** The pointer or the focus has gone on already. */
  over: boolean
}

/**
 * A few words about the thing pointed at or focused; never the only place where something is said. A long list holds thousands of them, of
 * which few are ever looked at: until its element is pointed at or focused, a tooltip is nothing but handlers.
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
        // A press is what focuses next: no reason to show anything.
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

/** The tooltip of an element that has been pointed at or focused. */
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

/** By what a trigger hears of its element, and the event that says so on the page. */
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

/** Stands for an element that is on the page already: what a trigger would be given is given to that. */
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
