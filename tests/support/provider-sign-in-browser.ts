import { acceptConsent } from '#sandbox/consent-decisions.ts'
import type { World } from './world.ts'

/** A browser that goes to a provider's sign-in page and back. */
export interface Browser {
  /**
   * Returns the URL where the sign-in ended, and the session it opened. Throws with that URL when it never reaches the
   * provider.
   */
  walk(
    vendor: 'microsoft' | 'google',
    email: string,
    query?: string,
  ): Promise<{ location: string; session: string | null }>
}

/** A browser signed in by a token or a cookie, or signed out. */
export function browserOf(world: World, signedIn: { token: string } | { cookie: string } | null = null): Browser {
  const own = signedIn === null ? [] : ['cookie' in signedIn ? signedIn.cookie : `mergewell_session=${signedIn.token}`]
  return {
    walk: async (vendor, email, query = '') => {
      const away = await fetch(`${world.url}/auth/${vendor}${query}`, {
        redirect: 'manual',
        headers: { cookie: own.join('; ') },
      })
      const page = away.headers.get('location') ?? ''
      if (page.startsWith('/')) throw new Error(decodeURIComponent(page))
      const back = await fetch(await acceptConsent(page, email), {
        redirect: 'manual',
        headers: { cookie: [...own, ...cookiesOf(away)].join('; ') },
      })
      const session = cookiesOf(back).find((one) => one.startsWith('mergewell_session='))
      const location = decodeURIComponent(back.headers.get('location') ?? '')
      return { location, session: session?.split('=')[1] ?? null }
    },
  }
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((set) => set.split(';')[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))
