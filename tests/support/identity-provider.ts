import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** Claims of a person at the test's identity provider. */
export type Claims = Record<string, unknown>

/** A real OpenID provider on this machine. The person named next signs in without being asked. */
export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** The next person to sign in: their subject and claims. `signedInAt`: the seconds since 1970 at which they did so. */
  next(subject: string, claims: Claims, signedInAt?: number): void
  close(): Promise<void>
}

/**
 * Starts the OpenID provider. `path`: that of the issuer. `conform`: the id_token only identifies the person, and
 * UserInfo has the other claims (OpenID Connect Core 5.4).
 */
export async function startIdentityProvider(
  callbackUrl: () => string,
  { conform = false, path = '' }: { conform?: boolean; path?: string } = {},
): Promise<IdentityProvider> {
  const people = new Map<string, Claims>()
  let next: { accountId: string; ts?: number } = { accountId: '' }
  let handle: ((...args: Parameters<ReturnType<Provider['callback']>>) => void) | undefined
  const server = createServer((request, response) => handle?.(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  const clientId = 'mergewell'
  const clientSecret = 'a client secret of the test, long enough'
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [callbackUrl()],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups', 'tid', 'xms_edov', ...(conform ? ['auth_time'] : [])],
    },
    conformIdTokenClaims: conform,
    cookies: { keys: ['test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ ...people.get(id), sub: id }),
    }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/sign-in/${uid}` },
    loadExistingGrant: async ({ oidc }: any) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  handle = (request, response) => {
    if (!request.url?.startsWith('/sign-in/')) {
      const url = request.url ?? ''
      return answer(Object.assign(request, { originalUrl: url, url: url.replace(path, '') }), response)
    }
    void provider.interactionFinished(request, response, { login: next })
  }
  return {
    issuer,
    clientId,
    clientSecret,
    next: (subject, claims, ts) => {
      next = { accountId: subject, ...(ts !== undefined && { ts }) }
      people.set(subject, claims)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Returns a simulated browser that follows redirects with cookies for every host. */
export function redirectFollower() {
  const jars = new Map<string, Map<string, string>>()
  const step = async (address: string) => {
    const { host } = new URL(address)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/expires=thu, 01 jan 1970/i.test(line)) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = response.headers.get('location')
    return location ? new URL(location, address).href : null
  }
  return {
    step,
    /** Follows redirects until a URL matches, which is not opened; returns that URL. */
    until: async (address: string, ends: RegExp): Promise<string> => {
      let at: string | null = address
      for (let count = 0; count < 12 && at !== null; count += 1) {
        at = await step(at)
        if (at !== null && ends.test(at)) return at
      }
      throw new Error(`No redirect to ${ends}, the last was ${at}`)
    },
    cookie: (host: string, name: string) => jars.get(host)?.get(name),
    /** Gives the browser a cookie. */
    put: (host: string, name: string, value: string) => void jars.set(host, new Map(jars.get(host)).set(name, value)),
  }
}
