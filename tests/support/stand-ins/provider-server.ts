import { createSign, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The base of both stand-ins: a server with routes, and OAuth 2.0 with OpenID Connect (RFC 6749, OpenID Connect Core). */

export interface Call {
  url: URL
  body: Buffer
  request: IncomingMessage
  /** texts that the groups of the route's pattern matched */
  parts: string[]
  /** the mailbox of the token, with its permissions */
  who: Grant
}

export interface Grant {
  email: string
  scopes: string[]
}

/** A status and JSON or text; a text with `location` redirects. */
export interface Answer {
  status: number
  json?: unknown
  text?: string
  location?: string
}

export type Route = [method: string, path: RegExp, answer: (call: Call) => Answer | Promise<Answer>]

/** A running stand-in. */
export interface Provider {
  url: string
  /** account of the next sign-in, which is not asked */
  signIn: { email: string }
  /** requests for which the fake provider has no route */
  unknown: string[]
  close(): Promise<void>
}

interface OAuthPaths {
  authorize: RegExp
  token: RegExp
  keys: RegExp
  issuer(url: string): string
  /** further claims and fields of the token answer */
  claims: (email: string) => object
  extra: (email: string) => object
}

const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signedToken(key: KeyObject, claims: object): string {
  const payload = `${text({ alg: 'RS256', typ: 'JWT', kid: 'one' })}.${text(claims)}`
  return `${payload}.${createSign('RSA-SHA256').update(payload).sign(key, 'base64url')}`
}

/** Starts a provider with these routes beside its sign-in. `refused` words what a missing or ended token gets. */
export async function startProvider(oauth: OAuthPaths, routes: Route[], refused: Answer): Promise<Provider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, Grant & { nonce: string | null }>()
  const refreshes = new Map<string, Grant>()
  const tokens = new Map<string, Grant>()

  function authorize({ url }: Call): Answer {
    const back = new URL(url.searchParams.get('redirect_uri') ?? '')
    const { email } = provider.signIn
    const scopes = (url.searchParams.get('scope') ?? '').split(' ')
    const code = randomUUID()
    codes.set(code, { email, scopes, nonce: url.searchParams.get('nonce') })
    back.searchParams.set('code', code)
    back.searchParams.set('state', url.searchParams.get('state') ?? '')
    return { status: 302, location: back.href }
  }

  function token({ body }: Call): Answer {
    const asked = new URLSearchParams(body.toString())
    const code = codes.get(asked.get('code') ?? '')
    const grant = code ?? refreshes.get(asked.get('refresh_token') ?? '')
    if (!grant) return { status: 400, json: { error: 'invalid_grant', error_description: 'It has ended.' } }
    const [access, refresh] = [randomUUID(), randomUUID()]
    tokens.set(access, grant)
    refreshes.set(refresh, grant)
    const now = Math.floor(Date.now() / 1000)
    const who = {
      sub: grant.email,
      email: grant.email,
      name: grant.email.split('@')[0],
      ...(code?.nonce && { nonce: code.nonce }),
    }
    const when = { iat: now, nbf: now, exp: now + 3600, auth_time: now }
    const claims = { iss: oauth.issuer(provider.url), aud: asked.get('client_id'), ...who, ...when }
    const given = { token_type: 'Bearer', access_token: access, refresh_token: refresh, expires_in: 3599 }
    const id = signedToken(privateKey, { ...claims, ...oauth.claims(grant.email) })
    return {
      status: 200,
      json: { ...given, scope: grant.scopes.join(' '), id_token: id, ...oauth.extra(grant.email) },
    }
  }

  const keys = () => ({
    status: 200,
    json: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] },
  })
  const open: Route[] = [
    ['GET', oauth.authorize, authorize],
    ['POST', oauth.token, token],
    ['GET', oauth.keys, keys],
  ]

  async function answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '', provider.url)
    const who = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''))
    for (const [isOpen, table] of [
      [true, open],
      [false, routes],
    ] as const) {
      for (const [method, path, handle] of table) {
        const found = request.method === method ? path.exec(url.pathname) : null
        if (!found) continue
        if (!isOpen && !who) return refused
        const body = await buffer(request)
        const parts = found.slice(1).map(decodeURIComponent)
        return handle({ url, body, request, parts, who: who ?? { email: '', scopes: [] } })
      }
    }
    provider.unknown.push(`${request.method} ${request.url}`)
    return { status: 404, json: { error: { code: 404, message: 'Not here' } } }
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, json, text: plain, location } = await answer(request)
    const type = json === undefined ? 'text/plain' : 'application/json'
    response.writeHead(status, { 'content-type': type, ...(location && { location }) })
    response.end(json === undefined ? plain : JSON.stringify(json))
  }

  const server = createServer((request, response) => {
    void respond(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const provider: Provider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    signIn: { email: 'nobody@outside.example' },
    unknown: [],
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider
}
