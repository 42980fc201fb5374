import type { OAuth2Client } from 'google-auth-library'
import { NetworkFailure } from '../http-transport.ts'
import type { Transport } from '../http-transport.ts'

/** Every Google origin we call; a base URL replaces each. */
const GOOGLE_HOST = /^(accounts\.google\.com|([\w-]+\.)*googleapis\.com)$/

export interface GoogleClients {
  /** Creates an OAuth client that uses our transport and origin and never retries. */
  create(redirectUri?: string): Promise<OAuth2Client>
}

/**
 * Google's client library with our fetch: its own has no timeout, media uploads ignore its `rootUrl`, and only our
 * transport knows whether a request may have been received. `forceRefreshOnFailure` stays off: it would refresh and
 * resend on any 403, rate limits included.
 */
export function createGoogleClients(options: {
  clientId: string
  clientSecret: string
  base: string | null
  transport: Transport
}): GoogleClients {
  const { clientId, clientSecret, base, transport } = options

  async function fetchImplementation(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = rewritten(new URL(input instanceof Request ? input.url : input), base)
    const headers: Record<string, string> = {}
    new Headers(init.headers).forEach((value, name) => {
      headers[name] = value
    })
    // The transport does not decompress.
    delete headers['accept-encoding']
    if (init.body instanceof URLSearchParams)
      headers['content-type'] ??= 'application/x-www-form-urlencoded;charset=UTF-8'
    const body = await bodyOf(init.body)
    const answer = await transport.request({
      method: init.method ?? 'GET',
      url: url.href,
      headers,
      ...(body !== undefined && { body }),
    })
    return new Response([204, 205, 304].includes(answer.status) ? null : answer.body, {
      status: answer.status,
      headers: answer.headers,
    })
  }

  return {
    create: async (redirectUri) => {
      const library = await import('google-auth-library')
      return new library.OAuth2Client({
        clientId,
        clientSecret,
        ...(redirectUri !== undefined && { redirectUri }),
        endpoints: { oauth2AuthBaseUrl: rewritten(new URL('https://accounts.google.com/o/oauth2/v2/auth'), base).href },
        transporterOptions: { fetchImplementation, retryConfig: { retry: 0 } },
      })
    },
  }
}

function rewritten(url: URL, base: string | null): URL {
  return base !== null && GOOGLE_HOST.test(url.hostname) ? new URL(url.pathname + url.search, base) : url
}

async function bodyOf(body: BodyInit | null | undefined): Promise<string | Uint8Array | undefined> {
  if (body === null || body === undefined) return undefined
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  if (body instanceof URLSearchParams) return body.toString()
  return new Uint8Array(await new Response(body).arrayBuffer())
}

/** Unwraps the network error of our fetch from the error that Google's library made of it. */
export function networkFailureIn(error: unknown): NetworkFailure | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof NetworkFailure) return current
  }
  return null
}
