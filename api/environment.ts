import { z } from 'zod'
import { REGISTRATION_MODES } from '#domain/accounts/registration-modes.ts'
import { isDnsServer, isPostgresUrl, isSmtpUrl } from '#api/platform/http/url-and-ip-formats.ts'
import { oneOf, origin } from '#api/platform/setting-formats.ts'
import { PROVIDER_SETTINGS } from '#api/providers/providers.ts'

export const ROLES = ['all', 'api', 'worker'] as const
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Minimum length of SECRET_KEY, in characters. */
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
  NODE_ENV: z
    .string()
    .optional()
    .describe(
      '`production` serves people; anything else is local mode, with demo users, a sandbox instead of real providers, and access from this machine only',
    ),
  PORT: port.default(4_000).describe('port of the app and the API; 0 takes any free port'),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'is not a valid host; use a name or an address, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1')
    .describe('address to listen on; in local mode only an address of this machine'),
  HEALTH_PORT: port
    .default(4_002)
    .describe(
      'port on which a process with `ROLE=worker` answers `/healthz`, `/readyz` and `/metrics`; 0 takes any free port',
    ),
  SANDBOX_PORT: port.default(4_001).describe('port of the sandbox; 0 takes any free port'),
  SANDBOX_SMTP_PORT: port
    .optional()
    .describe('port of the sandbox’s SMTP server, with TLS; by default `SANDBOX_PORT` + 464; 0 takes any free port'),
  SANDBOX_IMAP_PORT: port
    .optional()
    .describe('port of the sandbox’s IMAP server, with TLS; by default `SANDBOX_PORT` + 992; 0 takes any free port'),
  DRAIN_SECONDS: z
    .string()
    .regex(/^([0-2]?\d{1,2}|300)$/, 'is not a valid number of seconds; use a whole number from 0 to 300')
    .transform(Number)
    .default(0)
    .describe(
      'seconds for which a stopping process still serves while `/readyz` answers 503; set more than the proxy needs to notice',
    ),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe(
      'folder of the embedded database, the sandbox, the local secret key and the file that shows a restored database',
    ),
  DATABASE_URL: z
    .string()
    .refine(
      isPostgresUrl,
      'is not a valid PostgreSQL URL; use one such as postgres://user:password@host:5432/mergewell',
    )
    .optional()
    .describe(
      'a PostgreSQL, 15 or later, instead of the embedded one; on another machine it needs `sslmode`, such as `?sslmode=verify-full`; required in production',
    ),
  MIGRATE_DATABASE_URL: z
    .string()
    .refine(
      isPostgresUrl,
      'is not a valid PostgreSQL URL; use one such as postgres://owner:password@host:5432/mergewell',
    )
    .optional()
    .describe(
      'the same database with the role that owns its tables; migrations run with it, and only the process that migrates needs it',
    ),
  PUBLIC_URL: origin
    .optional()
    .describe(
      'the origin that people open, by default `http://HOST:PORT`; https in production; requests for other hosts are refused (421), health checks aside; required in production',
    ),
  SECRET_KEY: z
    .string()
    .min(
      SECRET_KEY_LENGTH,
      `is too short; use at least ${SECRET_KEY_LENGTH} characters, such as the output of "openssl rand -hex 32"`,
    )
    .optional()
    .describe(
      'at least 32 characters; encrypts the permissions for mailboxes and other secrets; local mode creates one in `DATA_DIR`; required in production',
    ),
  SECRET_KEY_OLD: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine(
      (keys) => keys.every((key) => key.length >= SECRET_KEY_LENGTH),
      `contains a key of fewer than ${SECRET_KEY_LENGTH} characters; list the old keys exactly as they were, separated by commas`,
    )
    .default([])
    .describe(
      'previous keys, separated by commas, which can only decrypt: see [Rotate SECRET_KEY](secure.md#rotate-secret_key)',
    ),
  ROLE: oneOf(ROLES).default('all').describe('`all`, `api` (serves requests) or `worker` (sends emails)'),
  ...PROVIDER_SETTINGS,
  SANDBOX_ACCEPTANCES_FILE: z
    .string()
    .optional()
    .describe('a file to which the sandbox appends each email it accepts, as JSON lines'),
  LOG_LEVEL: oneOf(LOG_LEVELS)
    .default('info')
    .describe('`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`'),
  GRAPHIQL: oneOf(['on', 'off'])
    .optional()
    .describe('`on` or `off`: the query editor and introspection at `/graphql`; on in local mode, off in production'),
  TRUSTED_PROXIES: z
    .string()
    .regex(/^\d$/, 'is not a valid number of proxies; use a number from 0 to 9')
    .transform(Number)
    .default(0)
    .describe('number of proxies in front of Mergewell whose `X-Forwarded-For` is trusted'),
  BOUNCE_WINDOW_MINUTES: z
    .string()
    .regex(/^\d{1,5}$/, 'is not a valid number of minutes; use a whole number from 1 to 10080')
    .transform(Number)
    .refine((minutes) => minutes >= 1 && minutes <= 10_080, 'is out of range; use a whole number from 1 to 10080')
    .default(15)
    .describe('minutes after which an email without a bounce report counts as delivered'),
  AUDIT_KEPT_DAYS: z
    .string()
    .regex(/^\d{1,5}$/, 'is not a valid number of days; use a whole number from 90 to 36500')
    .transform(Number)
    .refine((days) => days >= 90 && days <= 36_500, 'is out of range; use a whole number from 90 to 36500')
    .default(730)
    .describe('days for which the activity log keeps its entries, at least 90'),
  REGISTRATION: oneOf(REGISTRATION_MODES)
    .default('open')
    .describe(
      'who may open a workspace: `open` (anyone), `approval` (anyone, but a paid plan sends at the pace of Free until a super admin confirms it) or `invitation` (only super admins)',
    ),
  SALES_EMAIL: z
    .email('is not a valid email address; use one such as sales@example.com')
    .optional()
    .describe('contact for Enterprise on the pricing page'),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'is not an SMTP address; use one such as smtps://user:password@smtp.example.com')
    .optional()
    .describe(
      'server for the emails of Mergewell itself, such as `smtps://user:password@smtp.example.com`; in local mode they land in the sandbox',
    ),
  SYSTEM_EMAIL: z
    .email('is not a valid email address; use one such as noreply@example.com')
    .optional()
    .describe('sender address of these emails; required with `SMTP_URL`'),
  SYSTEM_MAILBOX: z
    .email('is not a valid email address; use the address of a connected mailbox')
    .optional()
    .describe('address of a connected mailbox that sends these emails instead of `SMTP_URL`'),
  WEBHOOK_ALLOW_PRIVATE: oneOf(['true', 'false'])
    .default('false')
    .describe('`true` lets webhooks call private addresses and plain http'),
  METRICS_TOKEN: token
    .optional()
    .describe(
      'at least 16 characters that requests for `/metrics` must send as `Authorization: Bearer`; without it only programs on this machine get them',
    ),
  CERTIFICATE_TOKEN: token
    .optional()
    .describe(
      'at least 16 characters that a proxy must send to ask at `/certificates/ask` whether it may obtain a certificate; without it only proxies on this machine are answered',
    ),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/\S+$/, 'is not the address of a Redis; use one such as redis://127.0.0.1:6379')
    .optional()
    .describe(
      'a Redis that carries live updates between processes, such as `redis://127.0.0.1:6379`; without it PostgreSQL does',
    ),
  CLAMD_URL: z
    .string()
    .regex(
      /^tcp:\/\/(\[[0-9a-f:]+\]|[^\s/:@]+):\d{1,5}$/i,
      'is not the address of a clamd; use one such as tcp://127.0.0.1:3310',
    )
    .optional()
    .describe(
      'a virus scanner (clamd) for uploaded files, such as `tcp://127.0.0.1:3310`; plain TCP, so on this machine or in a private network; files that it cannot scan are refused',
    ),
  LIBREOFFICE_PATH: z
    .string()
    .regex(/^(?:off|\/.*)$/, 'is not the path of a program; use one such as /usr/lib/libreoffice/program/soffice.bin')
    .optional()
    .describe(
      'the program `soffice.bin` of LibreOffice, which makes PDFs of documents for each recipient; by default it is looked for where it is usually installed; `off`: PDFs are not offered',
    ),
  DNS_SERVERS: z
    .string()
    .transform((text) => text.split(',').map((server) => server.trim()))
    .refine(
      (servers) => servers.every(isDnsServer),
      'is not a list of DNS servers; use IP addresses, with a port if needed, such as 192.0.2.1 or 127.0.0.1:5353, separated by commas',
    )
    .default([])
    .describe(
      'DNS servers for checks of sending domains, as IP addresses with or without a port, separated by commas; by default those of the system',
    ),
})

export type Values = z.infer<typeof environment>
