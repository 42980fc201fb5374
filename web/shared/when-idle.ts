/**
 * Runs `act` once the browser is idle, or after 100 ms in Safari, which cannot tell.
 *
 * @param latestMs delay in ms after which `act` runs even if the browser is busy
 * @returns a function that cancels it
 */
export function whenIdle(act: () => void, latestMs?: number): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 100)
    return () => clearTimeout(timer)
  }
  const callback = requestIdleCallback(act, latestMs === undefined ? undefined : { timeout: latestMs })
  return () => cancelIdleCallback(callback)
}
