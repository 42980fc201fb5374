import { DeliveryError, REQUESTS, type TokenAccess } from '#api/sending/provider.ts'
import { Slots } from '#api/platform/limits/concurrency-slots.ts'
import { networkError } from '../provider-failures.ts'
import type { Step } from '../provider-failures.ts'
import { graphError } from './graph-errors.ts'
import { NetworkFailure } from '../http-transport.ts'
import type { HttpAnswer, HttpBody, HttpRequest, Transport } from '../http-transport.ts'

/** Bytes of an upload chunk: at most 4 MB, in multiples of 320 KiB as Microsoft requires for its other uploads. */
const CHUNK_BYTES = 12 * 320 * 1024

/** Beginning of the path of each call about the mailbox. */
const ME = '/me'

export interface GraphCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** path below /v1.0 */
  path: string
  body?: HttpBody
  /** JSON by default; MIME is sent as `text/plain` in base64 */
  contentType?: 'application/json' | 'text/plain'
  /**
   * HTTP statuses that are not failures; only the expected ones, because Graph has returned 200 for an email that it
   * then dropped
   */
  accept: readonly number[]
  step: Step
  /** entries per page of a list */
  pageSize?: number
  /** set for a response that is not JSON: maximum bytes of its body to read */
  maxBytes?: number
}

export interface Graph {
  call(call: GraphCall): Promise<HttpAnswer>
  /** Uploads bytes to an upload session, chunk by chunk, without a token as Microsoft requires. */
  upload(uploadUrl: string, content: Uint8Array): Promise<void>
}

/**
 * Graph for one mailbox: at most three concurrent requests; a 401 refreshes the token once and retries. Every failure
 * is a DeliveryError.
 */
export function createGraph(options: {
  origin: string
  transport: Transport
  access: TokenAccess
  now: () => number
  /** path of the mailbox in Graph, such as "/users/{id}"; the signed-in user's own, "/me", if absent */
  mailbox?: string | undefined
}): Graph {
  const { origin, transport, access, now, mailbox = ME } = options
  const requests = new Slots(REQUESTS)

  async function exchange(request: HttpRequest, step: Step): Promise<HttpAnswer> {
    try {
      return await requests.use(() => transport.request(request))
    } catch (error) {
      throw error instanceof NetworkFailure ? networkError(error, step) : error
    }
  }

  return {
    async call({ method, path, body, contentType = 'application/json', accept, step, pageSize, maxBytes }) {
      const withToken = (token: string): Promise<HttpAnswer> =>
        exchange(
          {
            method,
            url: `${origin}/v1.0${path.startsWith(ME) ? mailbox + path.slice(ME.length) : path}`,
            headers: {
              authorization: `Bearer ${token}`,
              accept: maxBytes === undefined ? 'application/json' : '*/*',
              prefer: `IdType="ImmutableId"${pageSize === undefined ? '' : `, odata.maxpagesize=${pageSize}`}`,
              ...(body !== undefined && { 'content-type': contentType }),
            },
            ...(body !== undefined && { body }),
            ...(maxBytes !== undefined && { maxBytes }),
          },
          step,
        )

      const token = await access.token()
      let answer = await withToken(token)
      if (answer.status === 401) answer = await withToken(await access.renew(token))
      if (!accept.includes(answer.status)) throw graphError(answer, step, now())
      return answer
    },

    async upload(uploadUrl, content) {
      const url = new URL(uploadUrl, origin).href
      const total = content.byteLength
      for (let start = 0; start < total; start += CHUNK_BYTES) {
        const chunk = content.subarray(start, Math.min(start + CHUNK_BYTES, total))
        const answer = await exchange(
          {
            method: 'PUT',
            url,
            headers: {
              'content-type': 'application/octet-stream',
              'content-range': `bytes ${start}-${start + chunk.byteLength - 1}/${total}`,
            },
            body: chunk,
          },
          'repeatable',
        )
        // A page with 200 comes from something else than the vendor: the file would be missing from the email.
        const isPage = /^text\/html/i.test(answer.headers['content-type'] ?? '')
        if (isPage || ![200, 201, 202].includes(answer.status)) {
          const error = graphError(answer, 'repeatable', now())
          // The upload URL itself grants access: a refusal says nothing about the sign-in. A lost session is made again.
          throw error.kind === 'sign-in-doubt' || answer.status === 404 || answer.status === 410
            ? new DeliveryError('unavailable', 'the upload session of an attachment has ended', { cause: error })
            : error
        }
      }
    },
  }
}
