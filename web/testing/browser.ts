import { configure, getConfig } from '@testing-library/react'

/** As it was before any test took its place. */
const task = setImmediate
const { asyncWrapper } = getConfig()
configure({
  // How long a test waits for what is to appear, in ms; only a machine under load needs it.
  asyncUtilTimeout: 20_000,
  // What a test waited for is there before the effects that make it work, which React runs in tasks of their own. What was said in passing
  // stays from then on, as it does while a pointer rests on it: a machine that stalls for five seconds would lose it.
  asyncWrapper: (work) =>
    asyncWrapper(async () => {
      const result = await work()
      for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((done) => void task(done))
      document.querySelector('[role="region"][aria-label^="Notifications"]')?.dispatchEvent(new Event('pointermove'))
      return result
    }),
})

/** What jsdom lacks and the widgets ask for. Import it for its effect. */
class NoResize implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// For good: a test that takes its own stubs back does not take this one.
window.ResizeObserver ??= NoResize

const lists = new Map<string, MediaQueryList>()

/** A wide screen with a mouse and no wish for stillness; one list per query, so that a test can change what holds. */
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

// Nothing has a size in jsdom; lists draw only the rows that fit into their box.
Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, get: () => 640 })
Object.defineProperty(Element.prototype, 'clientWidth', { configurable: true, get: () => 1_024 })
