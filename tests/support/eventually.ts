/** ms between the first two looks; each further one is a quarter longer, because each costs as much as a request */
const SOON = 25
const GROWTH = 1.25
/** ms between two looks at most */
const LATE = 250

/** Polls until `look` returns something other than null or false; fails with `what` after `timeout` ms. */
export async function eventually<T>(what: string, look: () => Promise<T | null | false>, timeout = 60_000): Promise<T> {
  const ends = Date.now() + timeout
  for (let wait = SOON; ; wait = Math.min(wait * GROWTH, LATE)) {
    const found = await look()
    if (found !== null && found !== false) return found
    if (Date.now() > ends) throw new Error(`Not within ${timeout} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}
