import {
  cloneElement,
  createContext,
  useContext,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
} from 'react'
import type { AwakeTooltip, Handlers, Side, Waking, Words } from './activated-tooltip.tsx'

/** Time that a pointer must hover before a tooltip shows, in ms (product: screens.toasts). */
export const TOOLTIP_DELAY = 700
/** Tooltip delay for a bar of icons without words, in ms. */
export const ICON_BAR_TOOLTIP_DELAY = 250

const DelayContext = createContext(TOOLTIP_DELAY)

/** Sets another delay, in ms, for the tooltips within, such as those of a bar of icons. */
export const TooltipDelay = DelayContext.Provider

let Awake: typeof AwakeTooltip | undefined

/** Loads the code that shows tooltips; the first hovered or focused element loads it as well. */
export async function loadTooltips(): Promise<void> {
  Awake ??= (await import('./activated-tooltip.tsx')).AwakeTooltip
}

export interface TooltipProps {
  /** Text of the tooltip; a function is called when the tooltip is first needed. */
  content: Words
  /** Hoverable or focusable element, which forwards its props to the DOM. */
  children: ReactElement<Handlers>
  side?: Side
  /** True to show no tooltip, where its content is already visible. */
  off?: boolean
}

/**
 * A short description of the hovered or focused element; never the only place for information. Long lists hold
 * thousands of tooltips, so a tooltip is only event handlers until its element is hovered or focused.
 */
export function Tooltip({ content, children, side = 'top', off = false }: TooltipProps) {
  const [waking, setWaking] = useState<Waking | null>(null)
  const delay = useContext(DelayContext)
  const wake = (event: PointerEvent<HTMLElement> | FocusEvent<HTMLElement>, by: Waking['by']) => {
    const { currentTarget: element, nativeEvent } = event
    if (waking?.element === element) return
    const first: Waking = { element, by, event: nativeEvent, over: false }
    element.addEventListener(by === 'onFocus' ? 'focusout' : 'pointerleave', () => (first.over = true), { once: true })
    if (Awake) return setWaking(first)
    loadTooltips().then(
      () => setWaking(first),
      // The element works without.
      () => undefined,
    )
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
      {Awake && waking && !off && <Awake key="tooltip" waking={waking} content={content} side={side} delay={delay} />}
    </>
  )
}
