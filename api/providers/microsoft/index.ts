import { z } from 'zod'
import { PROVIDER_RULES } from '#domain/mailboxes/providers.ts'
import { microsoftSetup } from '#domain/mailboxes/providers/microsoft/app-registration.ts'
import { clientSettings, type ClientConfig, type RegisteredProvider } from '../provider.ts'

export interface MicrosoftConfig extends ClientConfig {
  tenant: string
}

const settings = {
  ...clientSettings('MICROSOFT'),
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[\w.-]+$/, 'is not a valid tenant; use the directory’s id or domain, common, organizations or consumers')
    .default('common')
    .describe(
      'whose accounts may connect: the id or domain of one directory, `common`, `organizations` or `consumers`',
    ),
}

/** Registration of Microsoft 365 and outlook.com as an email provider on the server. */
export const microsoft: RegisteredProvider<typeof settings, MicrosoftConfig> = {
  settings,
  configOf: (client, { MICROSOFT_TENANT }) => ({ ...client, tenant: MICROSOFT_TENANT }),
  ceilings: () => PROVIDER_RULES.microsoft.ceilings(),
  setup: (config) => microsoftSetup(config?.tenant ?? 'common'),
  open: async (options) => (await import('./microsoft.ts')).createMicrosoft(options),
  openFiles: async (options) => (await import('./file-access.ts')).createMicrosoftFileAccess(options),
}
