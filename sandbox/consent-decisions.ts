/**
 * Signs in at the sandbox as a person would with the consent page, over HTTP: for seeding and for tests.
 * Takes the address that the client library made and returns the one the browser would be sent on to, `code` and `state` included.
 * Without `scopes` everything asked for is allowed; `file` is chosen where files are. Throws when the sandbox shows an error page instead.
 */
export async function acceptConsent(
  authorizeUrl: string | URL,
  email: string,
  scopes?: readonly string[],
  file?: string,
): Promise<URL> {
  const asked = new URL(authorizeUrl).searchParams.get('scope')?.split(' ').filter(Boolean) ?? []
  return decide(authorizeUrl, [
    ['decision', 'accept'],
    ['email', email],
    ...(file === undefined ? [] : [['file', file] as [string, string]]),
    ...(scopes ?? asked).map((scope): [string, string] => ['scope', scope]),
  ])
}

/** Adds scopes to a request, for grants that the product no longer requests but that still exist. */
export function askingFor(authorizeUrl: string | URL, scopes: readonly string[] = []): URL {
  const page = new URL(authorizeUrl)
  const asked = page.searchParams.get('scope')?.split(' ') ?? []
  page.searchParams.set('scope', [...new Set([...asked, ...scopes])].join(' '))
  return page
}

/** Presses Cancel on the consent page and returns the redirect target (`error=access_denied`). */
export async function declineConsent(authorizeUrl: string | URL): Promise<URL> {
  return decide(authorizeUrl, [['decision', 'cancel']])
}

/**
 * Accepts where an administrator must approve, and returns to the client without consent. Throws if no approval is needed.
 */
export async function returnUnapproved(authorizeUrl: string | URL, email: string): Promise<URL> {
  const asked = new URL(authorizeUrl).searchParams.get('scope')?.split(' ').filter(Boolean) ?? []
  const fields = new URLSearchParams([
    ['decision', 'accept'],
    ['email', email],
    ...asked.map((scope) => ['scope', scope]),
  ])
  const response = await fetch(authorizeUrl, { method: 'POST', redirect: 'manual', body: fields })
  const shown = await response.text()
  if (!shown.includes('Need admin approval')) throw new Error(`No approval was needed (${response.status})`)
  return decide(authorizeUrl, [
    ['decision', 'return'],
    ['email', email],
  ])
}

/** Consents as an administrator of a Microsoft organization and returns the redirect target. */
export async function consentForOrganization(adminConsentUrl: string | URL, email: string): Promise<URL> {
  return decide(adminConsentUrl, [
    ['decision', 'accept'],
    ['email', email],
  ])
}

async function decide(authorizeUrl: string | URL, fields: [string, string][]): Promise<URL> {
  const response = await fetch(authorizeUrl, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
  const location = response.headers.get('location')
  if (response.status !== 303 || !location) {
    throw new Error(`The sandbox did not take the consent (${response.status}): ${await response.text()}`)
  }
  return new URL(location)
}
