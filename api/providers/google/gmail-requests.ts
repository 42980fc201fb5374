import { REQUESTS, type TokenAccess } from '#api/sending/provider.ts'
import { Slots } from '#api/platform/limits/concurrency-slots.ts'
import { networkError } from '../provider-failures.ts'
import type { Step } from '../provider-failures.ts'
import { gmailError } from './gmail-errors.ts'
import type { GmailAnswer } from './gmail-errors.ts'
import { jsonOf, NetworkFailure } from '../http-transport.ts'
import type { HttpAnswer, HttpBody, Transport } from '../http-transport.ts'

/** A Gmail call. */
export interface GmailRequest {
  method: 'GET' | 'POST' | 'DELETE'
  /** path including the query; raw uploads go below /upload */
  path: string
  body?: HttpBody
  contentType?: string
  /** statuses that are not failures */
  accept: readonly number[]
  step: Step
}
export type GmailDirect = (request: GmailRequest) => Promise<GmailAnswer>

/**
 * Gmail for one mailbox, without the client library, which costs 2 ms of CPU per call and copies the email: at most three
 * concurrent requests; a 401 refreshes the token once and retries. Every failure is a DeliveryError.
 */
export function createGmailDirect(options: {
  origin: string
  transport: Transport
  access: TokenAccess
  now: () => number
}): GmailDirect {
  const { origin, transport, access, now } = options
  const requests = new Slots(REQUESTS)
  return async ({ method, path, body, contentType = 'application/json', accept, step }) => {
    const withToken = async (token: string): Promise<HttpAnswer> => {
      const headers = {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': contentType }),
      }
      try {
        const url = `${origin}${path}`
        return await requests.use(() =>
          transport.request({ method, url, headers, ...(body !== undefined && { body }) }),
        )
      } catch (error) {
        throw error instanceof NetworkFailure ? networkError(error, step) : error
      }
    }
    const token = await access.token()
    let answer = await withToken(token)
    if (answer.status === 401) answer = await withToken(await access.renew(token))
    const read = { status: answer.status, headers: answer.headers, data: jsonOf(answer.body) }
    if (!accept.includes(answer.status)) throw gmailError(read, step, now())
    return read
  }
}
