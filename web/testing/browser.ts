import { configure, getConfig } from '@testing-library/react'
import { skipFirstPaint } from '#web/shared/after-first-paint.tsx'

/** The real setImmediate, before any test mocks it. */
const task = setImmediate
const { asyncWrapper } = getConfig()
configure({
  // Timeout in ms for expected elements; only a loaded machine needs it.
  asyncUtilTimeout: 20_000,
  // Awaited elements appear before React runs their effects in separate tasks. Toasts then stay open, as under a
  // hovering pointer: a machine that stalls for five seconds would lose them.
  asyncWrapper: (work) =>
    asyncWrapper(async () => {
      const result = await work()
      for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((done) => void task(done))
      document.querySelector('[role="region"][aria-label^="Notifications"]')?.dispatchEvent(new Event('pointermove'))
      return result
    }),
})

/** Browser API that jsdom lacks: never reports a size. Import this file for its side effects. */
class NoResize implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// Permanent: unstubbing in a test must not remove it.
window.ResizeObserver ??= NoResize

const lists = new Map<string, MediaQueryList>()

/**
 * Answers media queries like a wide screen with a mouse and motion; returns one list per query, so that a test can
 * change its result.
 */
function matchMedia(query: string): MediaQueryList {
  const known = lists.get(query)
  if (known) return known
  const made: MediaQueryList = Object.assign(new EventTarget(), {
    media: query,
    matches: query.includes('min-width'),
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })
  lists.set(query, made)
  return made
}

window.matchMedia ??= matchMedia
Element.prototype.scrollIntoView ??= () => {}
Element.prototype.hasPointerCapture ??= () => false
Element.prototype.setPointerCapture ??= () => {}
Element.prototype.releasePointerCapture ??= () => {}

// The text editor looks up where the caret is.
document.elementFromPoint ??= () => null
Range.prototype.getClientRects ??= () => Object.assign([], { item: () => null })
Range.prototype.getBoundingClientRect ??= () => new DOMRect()

// jsdom has no layout, but virtual lists render only the rows that fit.
Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, get: () => 640 })
Object.defineProperty(Element.prototype, 'clientWidth', { configurable: true, get: () => 1_024 })

skipFirstPaint()
