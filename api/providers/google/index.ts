import { z } from 'zod'
import { GOOGLE_QUOTA, GOOGLE_TIERS, googleQuotaAt, type GoogleQuota } from '#domain/mailboxes/google-quota.ts'
import { PROVIDER_RULES } from '#domain/mailboxes/providers.ts'
import { googleSetup } from '#domain/mailboxes/providers/google/app-registration.ts'
import { oneOf } from '#api/platform/setting-formats.ts'
import { clientSettings, type ClientConfig, type RegisteredProvider } from '../provider.ts'

export interface GoogleConfig extends ClientConfig {
  /** the Gmail API's quota of our project; Google's present default if absent */
  quota?: GoogleQuota
}

/** Validates a quota setting: it must allow at least some emails. `fallback`: the value if it is not set. */
const unitsOr = (fallback: number) =>
  z
    .string()
    .regex(
      /^\d{4,12}$/,
      'is not a number of quota units; give a whole number from 1000, as the Google Cloud console shows it',
    )
    .transform(Number)
    .refine((units) => units >= 1_000, 'is too small to send emails; give a whole number from 1000')
    .default(fallback)

const settings = {
  ...clientSettings('GOOGLE'),
  GOOGLE_TIER: oneOf(GOOGLE_TIERS)
    .default('standard')
    .describe(
      '`standard` or `scaled`, the usage tier of your Google Cloud project; from 2027-04-01 limits per minute above the default need `scaled`',
    ),
  GOOGLE_UNITS_PER_USER_MINUTE: unitsOr(GOOGLE_QUOTA.perUserMinute).describe(
    'quota of the Gmail API per mailbox and minute, as the Google Cloud console shows it; an email takes 100 units, with a draft 110',
  ),
  GOOGLE_UNITS_PER_MINUTE: unitsOr(GOOGLE_QUOTA.perMinute).describe(
    'the same per project and minute; sending uses at most 90 %',
  ),
  GOOGLE_UNITS_PER_DAY: unitsOr(GOOGLE_QUOTA.perDay).describe('the same per project and day'),
}

/** Gmail on the server. */
export const google: RegisteredProvider<typeof settings, GoogleConfig> = {
  settings,
  configOf: (client, values) => ({
    ...client,
    quota: {
      perUserMinute: values.GOOGLE_UNITS_PER_USER_MINUTE,
      perMinute: values.GOOGLE_UNITS_PER_MINUTE,
      perDay: values.GOOGLE_UNITS_PER_DAY,
      tier: values.GOOGLE_TIER,
    },
  }),
  ceilings: (config, now) => PROVIDER_RULES.google.ceilings(googleQuotaAt(config?.quota ?? GOOGLE_QUOTA, now)),
  setup: (config) => googleSetup(config?.quota ?? GOOGLE_QUOTA),
  open: async (options) => (await import('./google.ts')).createGoogle(options),
  openFiles: async (options) => (await import('./file-access.ts')).createGoogleFileAccess(options),
}
