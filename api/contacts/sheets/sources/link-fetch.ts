import { fetch, type Response } from 'undici'
import { LIVE_SHEET_LIMITS } from '#domain/contacts/live-sheets.ts'
import {
  DEADLINE,
  InsideAddress,
  outsideAgent,
  redirectOf,
  refuseInside,
  type Resolve,
} from '#api/platform/http/outside-fetch.ts'
import { SourceProblem } from './source-problem.ts'

/** Result of fetching a link. `bytes` is null if the server says that the file has not changed. */
export interface LinkedFile {
  bytes: Uint8Array | null
  etag: string | null
}

/**
 * Fetches the file behind a link that a person gave. `etag`: the ETag of the last fetch, or null. Throws {@link
 * SourceProblem}.
 */
export type FetchLink = (url: string, etag: string | null) => Promise<LinkedFile>

const ADVICE = 'Publish the sheet as CSV, and paste that link.'
/** Maximum ms for fetching a whole file, redirects included. */
const PATIENCE_MS = 3 * DEADLINE

/**
 * Makes the function that fetches files from URLs that people give: https, at most 10 MB, five redirects, 30 seconds.
 * With `publicOnly` it refuses this machine and private networks, whatever a host name points to at that moment, and
 * plain http.
 *
 * @param ownOrigin the origin of the sandbox, which may be reached although it is on this machine
 */
export function createFetchLink({
  publicOnly,
  ownOrigin = null,
  resolve,
}: {
  publicOnly: boolean
  ownOrigin?: string | null
  resolve?: Resolve
}): FetchLink {
  const most = LIVE_SHEET_LIMITS.bytes
  const outside = outsideAgent({ publicOnly, most, ...(resolve && { resolve }) })
  const inside = outsideAgent({ publicOnly: false, most })
  return async (start, etag) => {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    let url = start
    try {
      for (let redirects = 0; redirects <= LIVE_SHEET_LIMITS.redirects; redirects += 1) {
        const isOwn = ownOrigin !== null && new URL(url).origin === ownOrigin
        if (publicOnly && !isOwn) requireOutside(url)
        const headers = { accept: 'text/csv, */*;q=0.5', ...(etag !== null && { 'if-none-match': etag }) }
        const answer = await fetch(url, {
          ...{ dispatcher: isOwn ? inside : outside, redirect: 'manual', signal, headers },
        })
        if (answer.status === 304) return { bytes: null, etag }
        if (answer.ok) return await fileIn(answer)
        await answer.body?.cancel()
        const next = redirectOf(url, answer.status, answer.headers.get('location'))
        if (next === null) throw refusedBy(answer)
        url = next
      }
    } catch (error) {
      throw error instanceof SourceProblem ? error : unreachable(error)
    }
    throw new SourceProblem('unreadable', `The link leads from one address to the next without end. ${ADVICE}`)
  }
}

function requireOutside(url: string): void {
  if (new URL(url).protocol !== 'https:') {
    throw new SourceProblem('unreadable', 'The link is not encrypted. Use one that begins with https://.')
  }
  refuseInside(url)
}

async function fileIn(answer: Response): Promise<LinkedFile> {
  if (/^text\/html/i.test(answer.headers.get('content-type') ?? '')) {
    await answer.body?.cancel()
    throw new SourceProblem(
      'unshared',
      `The link shows a web page, not a file; perhaps it asks for a sign-in now. ${ADVICE}`,
    )
  }
  return { bytes: new Uint8Array(await answer.arrayBuffer()), etag: answer.headers.get('etag') }
}

function refusedBy({ status, headers }: Response): SourceProblem {
  if (status === 401 || status === 403) {
    return new SourceProblem(
      'unshared',
      'The server does not let Mergewell read the sheet. Share it with everyone who has the link.',
    )
  }
  if (status === 404 || status === 410) {
    return new SourceProblem('missing', 'There is no sheet at this link any more. Connect it again by its new link.')
  }
  if (status === 429) {
    const seconds = Number(headers.get('retry-after'))
    const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null
    return new SourceProblem('quota', 'The server asks to be read less often. Mergewell tries again later.', {
      retryAfterMs,
    })
  }
  if (status >= 500)
    return new SourceProblem('unavailable', 'The server of the sheet has a problem. Mergewell tries again later.')
  return new SourceProblem('unreadable', `The server answered with status ${status} instead of a file. ${ADVICE}`)
}

function unreachable(error: unknown): SourceProblem {
  const { name, cause } = error as Error
  const code = (cause as { code?: string } | undefined)?.code
  if (error instanceof InsideAddress || cause instanceof InsideAddress) {
    return new SourceProblem('unreadable', 'The link leads into a private network, which Mergewell does not read.', {
      cause: error,
    })
  }
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    const message = `The file is larger than ${LIVE_SHEET_LIMITS.bytes / 1_048_576} MB. Split the sheet.`
    return new SourceProblem('unreadable', message, { cause: error })
  }
  const what = name === 'TimeoutError' ? 'took too long to answer' : 'cannot be reached'
  return new SourceProblem('unavailable', `The server of the sheet ${what}. Mergewell tries again later.`, {
    cause: error,
  })
}

declare module '#api/platform/app-context.ts' {
  interface App {
    /** fetches sheets from links that people give */
    fetchLink: FetchLink
  }
}
