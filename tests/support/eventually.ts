/** Polls until `look` returns something other than null or false; fails with `what` after `timeout` ms. */
export async function eventually<T>(what: string, look: () => Promise<T | null | false>, timeout = 60_000): Promise<T> {
  const ends = Date.now() + timeout
  for (;;) {
    const found = await look()
    if (found !== null && found !== false) return found
    if (Date.now() > ends) throw new Error(`Not within ${timeout} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
