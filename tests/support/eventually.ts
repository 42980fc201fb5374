/** ms between the first two polls; each further pause is a quarter longer, because a poll costs as much as a request */
const SOON = 25
const GROWTH = 1.25
/** ms between two polls at most */
const LATE = 250
/**
 * ms after which a condition counts as failed: less than a whole test may take, so that the failure names the condition
 */
const PATIENCE = 100_000

/**
 * Polls until `look` returns something other than null or false; fails with `what` if a poll that begins after
 * `timeout` ms finds nothing: a process that was paused polls once more.
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | null | false>,
  timeout = PATIENCE,
): Promise<T> {
  const ends = Date.now() + timeout
  for (let wait = SOON; ; wait = Math.min(wait * GROWTH, LATE)) {
    const isLast = Date.now() > ends
    const found = await look()
    if (found !== null && found !== false) return found
    if (isLast) throw new Error(`Not within ${timeout} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}
