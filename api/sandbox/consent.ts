/**
 * Signs in at the sandbox as a person would with the consent page, over HTTP: for seeding and for tests.
 * Takes the address that the client library made and returns the one the browser would be sent on to, `code` and `state` included.
 * Without `scopes` everything asked for is allowed. Throws when the sandbox shows an error page instead.
 */
export async function acceptConsent(
  authorizeUrl: string | URL,
  email: string,
  scopes?: readonly string[],
): Promise<URL> {
  const asked = new URL(authorizeUrl).searchParams.get('scope')?.split(' ').filter(Boolean) ?? []
  return decide(authorizeUrl, [
    ['decision', 'accept'],
    ['email', email],
    ...(scopes ?? asked).map((scope): [string, string] => ['scope', scope]),
  ])
}

/** Presses Cancel on the consent page and returns the redirect target (`error=access_denied`). */
export async function declineConsent(authorizeUrl: string | URL): Promise<URL> {
  return decide(authorizeUrl, [['decision', 'cancel']])
}

async function decide(authorizeUrl: string | URL, fields: [string, string][]): Promise<URL> {
  const response = await fetch(authorizeUrl, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
  const location = response.headers.get('location')
  if (response.status !== 303 || !location) {
    throw new Error(`The sandbox did not take the consent (${response.status}): ${await response.text()}`)
  }
  return new URL(location)
}
