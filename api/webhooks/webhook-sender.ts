import type { IncomingHttpHeaders } from 'node:http'
import { errors, request } from 'undici'
import { WEBHOOK_LIMITS, type DeliveryProblem } from '#domain/webhooks.ts'
import { DEADLINE, InsideAddress, outsideAgent, refuseInside, type Resolve } from '#api/platform/http/outside-fetch.ts'

/** Result of one request to a webhook. It was delivered if there is no problem. */
export interface Attempt {
  status: number | null
  /** the beginning of the response */
  body: string | null
  problem: DeliveryProblem | null
  durationMs: number
}

/** Sends requests to webhooks. */
export interface WebhookSender {
  /** True if only https and the public internet are allowed */
  publicOnly: boolean
  /** Sends one request. Never rejects. */
  send(url: string, headers: Record<string, string>, body: string): Promise<Attempt>
}

/**
 * Makes the sender of webhook requests: 10 s, no redirects, and only the beginning of the response is read. With
 * `publicOnly` it refuses this machine and private networks, whatever the host name points to at that moment: it
 * connects to the very IP address that it checked.
 */
export function createWebhookSender({
  publicOnly,
  resolve,
  deadline = DEADLINE,
}: {
  publicOnly: boolean
  resolve?: Resolve
  /** ms for a whole request */
  deadline?: number
}): WebhookSender {
  const dispatcher = outsideAgent({ publicOnly, ...(resolve && { resolve }) })
  return {
    publicOnly,
    send: async (url, headers, body) => {
      const began = performance.now()
      const done = (result: Omit<Attempt, 'durationMs'>): Attempt => ({
        ...result,
        durationMs: Math.round(performance.now() - began),
      })
      try {
        if (publicOnly) refuseInside(url)
        const signal = AbortSignal.timeout(deadline)
        const response = await request(url, { method: 'POST', headers, body, dispatcher, signal })
        const text = await beginningOf(response)
        return done({ status: response.statusCode, body: text, problem: problemOf(response.statusCode) })
      } catch (error) {
        return done({ status: null, body: null, problem: problemIn(error) })
      }
    },
  }
}

function problemOf(status: number): DeliveryProblem | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'refused'
}

function problemIn(error: unknown): DeliveryProblem {
  if (error instanceof InsideAddress) return 'private_address'
  const { name, cause } = error as Error
  if (cause instanceof InsideAddress) return 'private_address'
  return name === 'TimeoutError' || error instanceof errors.ConnectTimeoutError ? 'timeout' : 'unreachable'
}

/** The first characters of a response; the rest is not read. */
async function beginningOf({
  body,
}: {
  headers: IncomingHttpHeaders
  body: AsyncIterable<Uint8Array> & { destroy(): unknown }
}): Promise<string> {
  const most = WEBHOOK_LIMITS.response
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    parts.push(part)
    size += part.length
    if (size >= most * 4) break
  }
  body.destroy()
  return Buffer.concat(parts).toString('utf8').replaceAll('\0', '\ufffd').slice(0, most).toWellFormed()
}

declare module '#api/platform/app-context.ts' {
  interface App {
    /** sends to webhooks */
    webhooks: WebhookSender
  }
}
