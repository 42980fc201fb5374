import { acceptConsent } from '#sandbox/consent-decisions.ts'

export type WalkVendor = 'microsoft' | 'google'

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((set) => set.split(';')[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))
const place = (response: Response) => decodeURIComponent(response.headers.get('location') ?? '')

/** Returns functions that walk through a sign-in at a provider as a browser does. */
export function signInWalk(origin: () => string) {
  /** Does the first half of a sign-in: opens the provider's page, and returns the cookies that the browser then has. */
  async function leave(vendor: WalkVendor, query = '', headers: Record<string, string> = {}) {
    const response = await fetch(`${origin()}/auth/${vendor}${query}`, { redirect: 'manual', headers })
    return { page: response.headers.get('location') ?? '', cookies: cookiesOf(response), location: place(response) }
  }
  /** Does the second half of a sign-in: returns from the provider's page to the product. */
  async function comeBack(address: URL | string, cookies: string[], headers: Record<string, string> = {}) {
    const cookie = [headers['cookie'], ...cookies].filter(Boolean).join('; ')
    const response = await fetch(address, { redirect: 'manual', headers: { ...headers, cookie } })
    const session = cookiesOf(response).find((one) => one.startsWith('mergewell_session='))
    return { location: place(response), session: session?.split('=')[1] ?? null }
  }
  /**
   * Does both halves of a sign-in, allowing everything that the provider asks for unless `visit` does something else
   * there.
   */
  async function walk(
    vendor: WalkVendor,
    email: string,
    query = '',
    headers: Record<string, string> = {},
    visit: (page: string, email: string) => Promise<URL> = acceptConsent,
  ) {
    const { page, cookies } = await leave(vendor, query, headers)
    return comeBack(await visit(page, email), cookies, headers)
  }
  return { leave, comeBack, walk }
}
