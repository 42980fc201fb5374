import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { PROVIDER_RULES } from '#domain/mailboxes/providers.ts'
import { oneOf } from '#api/platform/setting-formats.ts'
import type { ProviderConfig, ServerProvider } from '../provider.ts'

export interface SmtpConfig extends ProviderConfig {
  /** true if mail servers may be on this machine or in a private network */
  allowPrivate: boolean
  /** path of a PEM file with the certificates of private authorities, trusted beside the public ones; null: none */
  caFile: string | null
  /** URL of a copy of Thunderbird's database of mail servers, ending with a slash; null: it is not asked */
  ispdbUrl: string | null
}

const settings = {
  SMTP_ALLOW_PRIVATE: oneOf(['true', 'false'])
    .default('false')
    .describe('`true` lets people connect mailboxes at SMTP and IMAP hosts on this machine or in a private network'),
  SMTP_CA_FILE: z
    .string()
    .refine(isAbsolute, 'is not an absolute path; give the whole path of a file with certificates in PEM')
    .optional()
    .describe(
      'absolute path of a PEM file with private authorities that are trusted for SMTP and IMAP hosts beside the public ones',
    ),
  SMTP_ISPDB_URL: z
    .url({
      protocol: /^https?$/,
      error: 'is not an address; give one such as https://autoconfig.thunderbird.net/v1.1/',
    })
    .transform((url) => (url.endsWith('/') ? url : `${url}/`))
    .optional()
    .describe(
      'address of Thunderbird’s database of mail servers or a copy of it, asked when a mailbox at an unknown domain is connected. It learns that domain',
    ),
}

/** Mailboxes at any host, by SMTP and IMAP. */
export const smtp: ServerProvider<typeof settings, SmtpConfig> = {
  settings,
  configOf: (base, { SMTP_ALLOW_PRIVATE, SMTP_CA_FILE, SMTP_ISPDB_URL }) => ({
    ...base,
    allowPrivate: SMTP_ALLOW_PRIVATE === 'true',
    caFile: SMTP_CA_FILE ?? null,
    ispdbUrl: SMTP_ISPDB_URL ?? null,
  }),
  ceilings: () => PROVIDER_RULES.smtp.ceilings(),
  open: async (options) => (await import('./smtp.ts')).createSmtp(options),
}
