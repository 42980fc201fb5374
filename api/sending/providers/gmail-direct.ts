import { REQUESTS } from '../provider.ts'
import { Slots } from '../../queue/slots.ts'
import type { Access } from './access.ts'
import { networkError } from './failures.ts'
import type { Step } from './failures.ts'
import { gmailError } from './gmail-errors.ts'
import type { GmailAnswer } from './gmail-errors.ts'
import { jsonOf, NetworkFailure } from './http.ts'
import type { HttpAnswer, HttpBody, Transport } from './http.ts'

/** One of Gmail's calls that sending consists of. */
export interface GmailRequest {
  method: 'GET' | 'POST' | 'DELETE'
  /** with its query; what is sent as it is goes below /upload */
  path: string
  body?: HttpBody
  contentType?: string
  /** statuses that are no failure */
  accept: readonly number[]
  step: Step
}
export type GmailDirect = (request: GmailRequest) => Promise<GmailAnswer>

/**
 * Gmail's calls on the way of every mail, without the client library, which takes 2 ms of the processor for each and holds a copy of
 * the mail. A 401 renews the token once and tries again. Every failure is a DeliveryError.
 */
export function createGmailDirect(options: {
  origin: string
  transport: Transport
  access: Access
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
