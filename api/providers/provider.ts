import { z } from 'zod'
import type { ProviderSetup } from '#domain/mailboxes/provider-setup.ts'
import type { ProviderCeiling } from '#domain/tenants/plans.ts'
import type { MailProvider, OAuthSignIn } from '#api/sending/provider.ts'
import type { SignInProvider } from '#domain/mailboxes/providers.ts'
import type { FileAccess } from './spreadsheets.ts'
import { origin } from '#api/platform/setting-formats.ts'

/** Connection to a provider. */
export interface ProviderConfig {
  /** the origin that replaces all of the provider's own; null: the provider itself */
  baseUrl: string | null
  /** true if the provider is our own sandbox; screens show that */
  sandboxed: boolean
  /** call timeout in ms; the provider's default if absent */
  timeoutMs?: number
  /** ms between checks of an uncertain draft; the provider's default if absent */
  settleDelaysMs?: readonly number[]
}

/** Connection to a provider at which our app is registered. */
export interface ClientConfig extends ProviderConfig {
  clientId: string
  clientSecret: string
}

/** The environment variables of a client at a provider, or of a stand-in for the provider. */
export const clientSettings = <const Prefix extends string>(prefix: Prefix) =>
  ({
    [`${prefix}_CLIENT_ID`]: z
      .string()
      .optional()
      .describe(
        `client id of your app there; its redirect address is \`PUBLIC_URL/auth/${prefix.toLowerCase()}/callback\``,
      ),
    [`${prefix}_CLIENT_SECRET`]: z.string().optional().describe('its client secret'),
    [`${prefix}_BASE_URL`]: origin
      .optional()
      .describe(
        'an origin that replaces all of the provider’s own, such as a stand-in; the provider’s sending limits do not apply there',
      ),
  }) as Record<`${Prefix}_CLIENT_ID` | `${Prefix}_CLIENT_SECRET`, z.ZodOptional<z.ZodString>> &
    Record<`${Prefix}_BASE_URL`, z.ZodOptional<typeof origin>>

/** The values of environment variables, by name. */
export type ValuesOf<Settings extends z.ZodRawShape> = z.infer<z.ZodObject<Settings>>

/** Time and the other providers, which every provider is opened with. */
export interface OpenOptions {
  now: () => number
  /** Returns the sign-in of a provider, once all are open; null if it is not configured. */
  signInOf: (provider: SignInProvider) => OAuthSignIn | null
}

/** A provider on the server: its settings, and how its mailboxes are reached. One entry of `SERVER_PROVIDERS`. */
export interface ServerProvider<
  Settings extends z.ZodRawShape,
  C extends Base,
  Base extends ProviderConfig = ProviderConfig,
> {
  /** environment variables of the provider */
  settings: Settings
  configOf(base: Base, values: ValuesOf<Settings>): C
  /** Returns the sending limits of the provider itself at `now`. */
  ceilings(config: C | null, now: Date): readonly ProviderCeiling[]
  /** Loads the provider's client library, and connects it. */
  open(options: C & OpenOptions): Promise<MailProvider>
}

/** A provider at which our app is registered. */
export interface RegisteredProvider<Settings extends z.ZodRawShape, C extends ClientConfig> extends ServerProvider<
  Settings,
  C,
  ClientConfig
> {
  /** Describes the app's registration; null: the provider is not configured. */
  setup(config: C | null): ProviderSetup
  /** Opens spreadsheets at the provider; absent where none can be read */
  openFiles?(options: C & { now: () => number }): Promise<FileAccess>
}
