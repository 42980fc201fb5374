import type { MailboxLevel } from './mailboxes.ts'
import { PROVIDER_RULES, PROVIDERS, type Provider } from './providers.ts'
import type { ConsentAsk, RefusalRow } from './providers/provider.ts'

/** The permissions requested at a provider, and advice for an organization that refuses them. */

/** Returns the kind of permissions that a sign-in for a mailbox requests. */
export function mailboxAsk(provider: Provider, level: MailboxLevel, shared: boolean): ConsentAsk {
  return shared && PROVIDERS[provider].sharedScope !== null ? `${level}-shared` : level
}

/** Returns whether a level of permissions beyond sending was requested. */
export const asksForFull = (ask: ConsentAsk) => ask === 'full' || ask === 'full-shared' || ask === 'smtp-full'

/** Refusal of consent by a provider or an organization. */
export interface ConsentRefusal extends RefusalRow {
  provider: Provider
  /** code of the refusal: the number behind AADSTS, or Google's word */
  code: string
}

/** Looks up a refusal by code; null if it is not in the table. */
export function consentRefusal(provider: Provider, code: string): ConsentRefusal | null {
  const rows = PROVIDER_RULES[provider].refusals
  const row = Object.hasOwn(rows, code) ? rows[code] : undefined
  return row ? { provider, code, ...row } : null
}

/** Finds a refusal in a provider's error: the OAuth error with its description, or the token endpoint's text. */
export function refusalIn(provider: Provider, said: string): ConsentRefusal | null {
  const found = said.matchAll(PROVIDER_RULES[provider].refusalCodes)
  return found.map(([, code = '']) => consentRefusal(provider, code)).find((refusal) => refusal !== null) ?? null
}

/** Writes an email in which a person asks their administrator for consent; null if an administrator cannot help. */
export function consentLetter(
  { provider, admin }: ConsentRefusal,
  about: { ask: ConsentAsk; clientId: string; site: string; link: string | null },
): { subject: string; body: string } | null {
  if (admin === null) return null
  const { ask, clientId, site, link } = about
  const vendor = PROVIDERS[provider].organizationProduct
  const { consentScopes, scopeWords } = PROVIDER_RULES[provider]
  const scopes = consentScopes[ask].filter((scope) => scope in scopeWords)
  const todo =
    admin === 'consent'
      ? `Please open this link, sign in as an administrator and accept:\n\n${link ?? ''}`
      : `What to do: ${admin.todo}`
  return {
    subject: `Please approve Mergewell in our ${vendor}`,
    body: `Hello,

I would like to ${ask === 'files' ? 'send emails about the rows of a spreadsheet' : 'send emails from my own mailbox'} with Mergewell (${site}). Our ${vendor} does not let me do this myself.

${todo}

Mergewell asks for ${scopes.length === 1 ? 'this permission' : 'these permissions'}:
${scopes.map((scope) => `- ${scope}: ${scopeWords[scope]}`).join('\n')}

They are delegated permissions: Mergewell works only in ${ask === 'files' ? 'spreadsheets' : 'mailboxes'} that people connect themselves.
Client ID of the app: ${clientId}

Thank you`,
  }
}
