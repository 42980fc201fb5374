import { acceptConsent } from '#sandbox/consent-decisions.ts'

export type WalkVendor = 'microsoft' | 'google'

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((set) => set.split(';')[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))
const place = (response: Response) => decodeURIComponent(response.headers.get('location') ?? '')

/** Walks through a sign-in at a vendor as a browser does. */
export function signInWalk(origin: () => string) {
  /** The first half: to the vendor's page, with the cookies that the browser then has. */
  async function leave(vendor: WalkVendor, query = '', headers: Record<string, string> = {}) {
    const response = await fetch(`${origin()}/auth/${vendor}${query}`, { redirect: 'manual', headers })
    return { page: response.headers.get('location') ?? '', cookies: cookiesOf(response), location: place(response) }
  }
  /** The second half: back from there. */
  async function comeBack(address: URL | string, cookies: string[], headers: Record<string, string> = {}) {
    const cookie = [headers['cookie'], ...cookies].filter(Boolean).join('; ')
    const response = await fetch(address, { redirect: 'manual', headers: { ...headers, cookie } })
    const session = cookiesOf(response).find((one) => one.startsWith('mergewell_session='))
    return { location: place(response), session: session?.split('=')[1] ?? null }
  }
  /** Both halves, allowing everything that is asked for unless `visit` does something else at the vendor. */
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
