import { google } from './providers/google/facts.ts'
import { googleRules } from './providers/google/rules.ts'
import { microsoft } from './providers/microsoft/facts.ts'
import { microsoftRules } from './providers/microsoft/rules.ts'
import type { ProviderFacts, ProviderRules } from './providers/provider.ts'
import { smtp } from './providers/smtp/facts.ts'
import { smtpRules } from './providers/smtp/rules.ts'

/** The providers of mailboxes: what screens and the server know about each. The server's part is `api/providers/providers.ts`. */
export const PROVIDERS = { microsoft, google, smtp } as const satisfies Record<string, ProviderFacts>

export type Provider = keyof typeof PROVIDERS

/**
 * Facts about each provider that only the server knows; separate from {@link PROVIDERS}, so that no browser loads them.
 */
export const PROVIDER_RULES: Record<Provider, ProviderRules> = {
  microsoft: microsoftRules,
  google: googleRules,
  smtp: smtpRules,
}

/** The names of all providers, in the order in which screens show them. */
export const PROVIDER_NAMES = ['microsoft', 'google', 'smtp'] as const satisfies readonly Provider[]

/**
 * The providers at which people sign in in a browser: to connect a mailbox, and to sign in to Mergewell itself. Mailboxes of the
 * others are connected by an address and a password.
 */
export const SIGN_IN_PROVIDERS = ['microsoft', 'google'] as const satisfies readonly Provider[]

export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number]
