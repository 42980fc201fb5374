import { z } from 'zod'
import { PROVIDER_RULES } from '#domain/mailboxes/providers.ts'
import { microsoftSetup } from '#domain/mailboxes/providers/microsoft/setup.ts'
import { clientSettings, type ServerProvider, type VendorConfig } from '../provider.ts'

export interface MicrosoftConfig extends VendorConfig {
  tenant: string
}

const settings = {
  ...clientSettings('MICROSOFT'),
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[\w.-]+$/, 'is not a valid tenant; use the directory’s id or domain, common, organizations or consumers')
    .default('common'),
}

/** Microsoft 365 and outlook.com on the server. */
export const microsoft: ServerProvider<typeof settings, MicrosoftConfig> = {
  settings,
  configOf: (vendor, { MICROSOFT_TENANT }) => ({ ...vendor, tenant: MICROSOFT_TENANT }),
  ceilings: () => PROVIDER_RULES.microsoft.ceilings(),
  setup: (config) => microsoftSetup(config?.tenant ?? 'common'),
  open: async (options) => (await import('./microsoft.ts')).createMicrosoft(options),
}
