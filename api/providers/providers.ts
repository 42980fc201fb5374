import type { z } from 'zod'
import { PROVIDER_NAMES, type Provider } from '#domain/mailboxes/providers.ts'
import type { ProviderSetup } from '#domain/mailboxes/provider-setup.ts'
import type { ProviderCeiling } from '#domain/tenants/plans.ts'
import type { MailVendor } from '#api/sending/provider.ts'
import { google } from './google/index.ts'
import { microsoft } from './microsoft/index.ts'
import type { ServerProvider, VendorConfig } from './provider.ts'

/** The server's part of each provider in `PROVIDERS`. Loads no client library: `open` does. */
const SERVER_PROVIDERS = { microsoft, google }

/** The environment variables of all providers. */
export const PROVIDER_SETTINGS = { ...microsoft.settings, ...google.settings }

/** How each provider is configured; null: not at all. */
export type ProviderConfigs = {
  [Name in Provider]: ReturnType<(typeof SERVER_PROVIDERS)[Name]['configOf']> | null
}

type AnyProvider = ServerProvider<z.ZodRawShape, VendorConfig>

const providerOf = (name: Provider): AnyProvider => SERVER_PROVIDERS[name]

/** Computes a value for each provider. */
export const eachProvider = <T>(valueOf: (name: Provider) => T): Record<Provider, T> =>
  Object.fromEntries(PROVIDER_NAMES.map((name) => [name, valueOf(name)])) as Record<Provider, T>

/** The word with which a provider's environment variables begin. */
export const settingsPrefix = (name: Provider) => name.toUpperCase()

/** Returns each provider's configuration, given its client or stand-in. */
export function providerConfigs(
  values: Record<string, unknown>,
  clientOf: (name: Provider) => VendorConfig | null,
): ProviderConfigs {
  return eachProvider((name) => {
    const client = clientOf(name)
    return client && providerOf(name).configOf(client, values)
  }) as ProviderConfigs
}

/** Returns the configurations with the address of the sandbox, now that it listens. */
export const withStandIns = (configs: ProviderConfigs, sandboxUrl: string | null): ProviderConfigs =>
  eachProvider((name) => {
    const config = configs[name]
    return config?.sandboxed && config.baseUrl === null ? { ...config, baseUrl: sandboxUrl } : config
  }) as ProviderConfigs

/** Returns a provider's sending limits at `now`; stand-ins, such as the sandbox, have none. */
export function ceilingsOf(
  config: VendorConfig | null | undefined,
  name: Provider,
  now: Date,
): readonly ProviderCeiling[] {
  return config?.baseUrl || config?.sandboxed ? [] : providerOf(name).ceilings(config ?? null, now)
}

/** Describes how the app is registered at each provider. */
export const setupsOf = (configs: Partial<ProviderConfigs>): Record<Provider, ProviderSetup> =>
  eachProvider((name) => providerOf(name).setup(configs[name] ?? null))

/** Connects the configured providers, each as `observe` wraps it. */
export async function openProviders(
  configs: Partial<ProviderConfigs>,
  now: () => number,
  observe: (vendor: MailVendor) => MailVendor,
): Promise<Partial<Record<Provider, MailVendor>>> {
  const opened = PROVIDER_NAMES.map(async (name) => {
    const config = configs[name]
    return config ? [[name, observe(await providerOf(name).open({ ...config, now }))] as const] : []
  })
  return Object.fromEntries((await Promise.all(opened)).flat())
}
