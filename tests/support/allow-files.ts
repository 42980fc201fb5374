import { acceptConsent } from '#sandbox/consent-decisions.ts'
import type { SignInProvider } from '#domain/mailboxes/providers.ts'
import type { TestPerson } from './person.ts'
import type { TestSheet } from './sandbox-sheets.ts'
import { signInWalk } from './provider-sign-in-walk.ts'

/**
 * Lets Mergewell open spreadsheets at a provider, as a person does in the browser: with the sheet's link, or by
 * choosing it there.
 *
 * @returns the URL on which the person ends
 */
export async function allowFiles(
  world: { url: string },
  person: TestPerson,
  provider: SignInProvider,
  {
    email = 'demo@sandbox.mergewell.test',
    sheet,
    chooses = false,
  }: { email?: string; sheet: TestSheet; chooses?: boolean },
): Promise<{ location: string }> {
  const query = chooses ? '?action=files' : `?${new URLSearchParams({ action: 'files', link: sheet.link })}`
  const cookie = { cookie: `mergewell_session=${person.token}` }
  const { walk } = signInWalk(() => world.url)
  const file = provider === 'google' ? sheet.id : undefined
  return walk(provider, email, query, cookie, (page) => acceptConsent(page, email, undefined, file))
}
