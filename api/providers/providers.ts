import type { z } from 'zod'
import { PROVIDER_NAMES, SIGN_IN_PROVIDERS, type Provider, type SignInProvider } from '#domain/mailboxes/providers.ts'
import type { ProviderSetup } from '#domain/mailboxes/provider-setup.ts'
import type { ProviderCeiling } from '#domain/tenants/plans.ts'
import type { MailProvider } from '#api/sending/provider.ts'
import { google } from './google/index.ts'
import { microsoft } from './microsoft/index.ts'
import type { ClientConfig, ProviderConfig, RegisteredProvider, ServerProvider } from './provider.ts'
import type { FileAccess } from './spreadsheets.ts'
import { smtp } from './smtp/index.ts'

/** The server's part of each provider in `PROVIDERS`. Loads no client library: `open` does. */
const REGISTERED_PROVIDERS = { microsoft, google }
const SERVER_PROVIDERS = { ...REGISTERED_PROVIDERS, smtp }

/** The environment variables of all providers. */
export const PROVIDER_SETTINGS = { ...microsoft.settings, ...google.settings, ...smtp.settings }

/** Configuration of each provider; null: not configured. */
export type ProviderConfigs = {
  [Name in Provider]: ReturnType<(typeof SERVER_PROVIDERS)[Name]['configOf']> | null
}

type AnyProvider = ServerProvider<z.ZodRawShape, ProviderConfig>
type AnyRegistered = RegisteredProvider<z.ZodRawShape, ClientConfig>

const providerOf = (name: Provider): AnyProvider => SERVER_PROVIDERS[name]

/** Computes a value for each provider. */
export const eachProvider = <T>(valueOf: (name: Provider) => T): Record<Provider, T> =>
  Object.fromEntries(PROVIDER_NAMES.map((name) => [name, valueOf(name)])) as Record<Provider, T>

/** The word with which a provider's environment variables begin. */
export const settingsPrefix = (name: Provider) => name.toUpperCase()

/**
 * Returns each provider's configuration, given its client or stand-in. Providers at which nothing is registered are always
 * configured; `sandbox`: their mailboxes are those of the sandbox.
 */
export function providerConfigs(
  values: Record<string, unknown>,
  clientOf: (name: SignInProvider) => ClientConfig | null,
  sandbox: boolean,
): ProviderConfigs {
  return eachProvider((name) => {
    const signIn = SIGN_IN_PROVIDERS.find((each) => each === name)
    const base = signIn ? clientOf(signIn) : { baseUrl: null, sandboxed: sandbox }
    return base && providerOf(name).configOf(base, values)
  }) as ProviderConfigs
}

/** Fills in the URL of the sandbox in the configurations, once it listens. */
export const withStandIns = (configs: ProviderConfigs, sandboxUrl: string | null): ProviderConfigs =>
  eachProvider((name) => {
    const config = configs[name]
    return config?.sandboxed && config.baseUrl === null ? { ...config, baseUrl: sandboxUrl } : config
  }) as ProviderConfigs

/** Returns a provider's sending limits at `now`; stand-ins, such as the sandbox, have none. */
export function ceilingsOf(
  config: ProviderConfig | null | undefined,
  name: Provider,
  now: Date,
): readonly ProviderCeiling[] {
  return config?.baseUrl || config?.sandboxed ? [] : providerOf(name).ceilings(config ?? null, now)
}

/** Describes how the app is registered at each provider. */
export const setupsOf = (configs: Partial<ProviderConfigs>): Record<SignInProvider, ProviderSetup> =>
  Object.fromEntries(
    SIGN_IN_PROVIDERS.map((name) => {
      const provider: AnyRegistered = REGISTERED_PROVIDERS[name]
      return [name, provider.setup(configs[name] ?? null)]
    }),
  ) as Record<SignInProvider, ProviderSetup>

/** Opens access to spreadsheets at each configured provider that has some. */
export async function openFileAccess(
  configs: Partial<ProviderConfigs>,
  now: () => number,
): Promise<Partial<Record<SignInProvider, FileAccess>>> {
  const opened = SIGN_IN_PROVIDERS.map(async (name) => {
    const config = configs[name]
    const provider: AnyRegistered = REGISTERED_PROVIDERS[name]
    return config && provider.openFiles ? [[name, await provider.openFiles({ ...config, now })] as const] : []
  })
  return Object.fromEntries((await Promise.all(opened)).flat())
}

/** Connects the configured providers; `observe` wraps each of them, for example to count its calls. */
export async function openProviders(
  configs: Partial<ProviderConfigs>,
  now: () => number,
  observe: (vendor: MailProvider) => MailProvider,
): Promise<Partial<Record<Provider, MailProvider>>> {
  const opened: Partial<Record<Provider, MailProvider>> = {}
  const signInOf = (name: SignInProvider) => opened[name]?.signIn ?? null
  await Promise.all(
    PROVIDER_NAMES.map(async (name) => {
      const config = configs[name]
      if (config) opened[name] = observe(await providerOf(name).open({ ...config, now, signInOf }))
    }),
  )
  return opened
}
