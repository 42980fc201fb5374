import { fetch } from 'undici'
import { outsideAgent, redirectOf, refuseInside, type Resolve } from '#api/platform/http/outside-fetch.ts'

/** Maximum bytes of a file that describes mail servers; real files have a few thousand. */
const MOST_BYTES = 256 * 1024
const MOST_REDIRECTS = 3

/** Fetches the text at a URL; null if there is none, or if it may not be fetched. Never throws. */
export type FetchText = (url: string, signal: AbortSignal) => Promise<string | null>

/**
 * Makes the function that fetches texts from URLs derived from what a person typed: at most 256 KB, three redirects,
 * none of them from https to http. With `publicOnly` it refuses this machine and private networks, whatever a host name
 * points to.
 */
export function createFetchText({ publicOnly, resolve }: { publicOnly: boolean; resolve?: Resolve }): FetchText {
  const dispatcher = outsideAgent({ publicOnly, most: MOST_BYTES, ...(resolve && { resolve }) })
  return async (start, signal) => {
    let url = start
    try {
      for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
        if (publicOnly) refuseInside(url)
        const answer = await fetch(url, { dispatcher, redirect: 'manual', signal })
        if (answer.ok) return await answer.text()
        await answer.body?.cancel()
        const next = redirectOf(url, answer.status, answer.headers.get('location'))
        if (next === null) return null
        url = next
      }
    } catch {
      // No server, no such name, a certificate that is not valid: there is no file.
    }
    return null
  }
}
