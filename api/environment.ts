import { z } from 'zod'
import { REGISTRATION_MODES } from '#domain/accounts/registration.ts'
import { isDnsServer, isPostgresUrl, isSmtpUrl } from '#api/platform/http/address-formats.ts'
import { oneOf, origin } from '#api/platform/setting-formats.ts'
import { PROVIDER_SETTINGS } from '#api/providers/providers.ts'

export const ROLES = ['all', 'api', 'worker'] as const
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** characters */
export const SECRET_KEY_LENGTH = 32
const TOKEN_RULE = 'is too short or has spaces; use 16 characters or more, such as those of "openssl rand -hex 32"'
const token = z.string().regex(/^\S{16,}$/, TOKEN_RULE)

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'is not a valid port; use a number from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65_535, 'is not a valid port; use a number from 0 to 65535')

/** The environment variables, with their formats and defaults. */
export const environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: port.default(4_000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'is not a valid host; use a name or an address, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  HEALTH_PORT: port.default(4_002),
  SANDBOX_PORT: port.default(4_001),
  SANDBOX_SMTP_PORT: port.optional(),
  SANDBOX_IMAP_PORT: port.optional(),
  DRAIN_SECONDS: z
    .string()
    .regex(/^([0-2]?\d{1,2}|300)$/, 'is not a valid number of seconds; use a whole number from 0 to 300')
    .transform(Number)
    .default(0),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .string()
    .refine(
      isPostgresUrl,
      'is not a valid PostgreSQL URL; use one such as postgres://user:password@host:5432/mergewell',
    )
    .optional(),
  MIGRATE_DATABASE_URL: z
    .string()
    .refine(
      isPostgresUrl,
      'is not a valid PostgreSQL URL; use one such as postgres://owner:password@host:5432/mergewell',
    )
    .optional(),
  PUBLIC_URL: origin.optional(),
  SECRET_KEY: z
    .string()
    .min(
      SECRET_KEY_LENGTH,
      `is too short; use at least ${SECRET_KEY_LENGTH} characters, such as the output of "openssl rand -hex 32"`,
    )
    .optional(),
  SECRET_KEY_OLD: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine(
      (keys) => keys.every((key) => key.length >= SECRET_KEY_LENGTH),
      `contains a key of fewer than ${SECRET_KEY_LENGTH} characters; list the old keys exactly as they were, separated by commas`,
    )
    .default([]),
  ROLE: oneOf(ROLES).default('all'),
  ...PROVIDER_SETTINGS,
  SANDBOX_ACCEPTANCES_FILE: z.string().optional(),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
  GRAPHIQL: oneOf(['on', 'off']).optional(),
  TRUSTED_PROXIES: z
    .string()
    .regex(/^\d$/, 'is not a valid number of proxies; use a number from 0 to 9')
    .transform(Number)
    .default(0),
  BOUNCE_WINDOW_MINUTES: z
    .string()
    .regex(/^\d{1,5}$/, 'is not a valid number of minutes; use a whole number from 1 to 10080')
    .transform(Number)
    .refine((minutes) => minutes >= 1 && minutes <= 10_080, 'is out of range; use a whole number from 1 to 10080')
    .default(15),
  AUDIT_KEPT_DAYS: z
    .string()
    .regex(/^\d{1,5}$/, 'is not a valid number of days; use a whole number from 90 to 36500')
    .transform(Number)
    .refine((days) => days >= 90 && days <= 36_500, 'is out of range; use a whole number from 90 to 36500')
    .default(730),
  REGISTRATION: oneOf(REGISTRATION_MODES).default('open'),
  SALES_EMAIL: z.email('is not a valid email address; use one such as sales@example.com').optional(),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'is not an SMTP address; use one such as smtps://user:password@smtp.example.com')
    .optional(),
  SYSTEM_EMAIL: z.email('is not a valid email address; use one such as noreply@example.com').optional(),
  SYSTEM_MAILBOX: z.email('is not a valid email address; use the address of a connected mailbox').optional(),
  WEBHOOK_ALLOW_PRIVATE: oneOf(['true', 'false']).default('false'),
  METRICS_TOKEN: token.optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/\S+$/, 'is not the address of a Redis; use one such as redis://127.0.0.1:6379')
    .optional(),
  CLAMD_URL: z
    .string()
    .regex(
      /^tcp:\/\/(\[[0-9a-f:]+\]|[^\s/:@]+):\d{1,5}$/i,
      'is not the address of a clamd; use one such as tcp://127.0.0.1:3310',
    )
    .optional(),
  DNS_SERVERS: z
    .string()
    .transform((text) => text.split(',').map((server) => server.trim()))
    .refine(
      (servers) => servers.every(isDnsServer),
      'is not a list of DNS servers; use IP addresses, with a port if needed, such as 192.0.2.1 or 127.0.0.1:5353, separated by commas',
    )
    .default([]),
})

export type Values = z.infer<typeof environment>
