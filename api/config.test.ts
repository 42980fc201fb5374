import { findOffice } from '#api/platform/office/libreoffice.ts'
import { describe, expect, test } from 'vitest'
import { GOOGLE_QUOTA } from '#domain/mailboxes/google-quota.ts'
import { PROVIDER_RULES } from '#domain/mailboxes/providers.ts'
import { ceilingsOf } from '#api/providers/providers.ts'
import { ConfigError, ownUrl, readConfig } from './config.ts'
import type { Environment } from './config.ts'

const folder = '/srv/mergewell'
const read = (env: Environment) => readConfig(env, folder)

function problemsOf(env: Environment): readonly string[] {
  try {
    read(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://app:secret@db.example.com/mergewell?sslmode=verify-full',
  SECRET_KEY: 'k'.repeat(32),
  PUBLIC_URL: 'https://mail.example.com',
}
const microsoft = { MICROSOFT_CLIENT_ID: 'app-1', MICROSOFT_CLIENT_SECRET: 's3cret' }

test('an empty environment is a complete local configuration with the sandbox', () => {
  const sandboxed = {
    clientId: 'mergewell-local',
    clientSecret: 'mergewell-local-secret',
    baseUrl: 'http://127.0.0.1:4001',
    sandboxed: true,
  }
  expect(read({})).toEqual({
    mode: 'local',
    port: 4000,
    host: '127.0.0.1',
    healthPort: 4002,
    sandboxPort: 4001,
    sandboxMailHost: { smtpPort: 4465, imapPort: 4993 },
    drainSeconds: 0,
    dataDir: '/srv/mergewell/.data',
    databaseUrl: null,
    migrateUrl: null,
    publicUrl: 'http://127.0.0.1:4000',
    secretKey: null,
    oldSecretKeys: [],
    role: 'all',
    microsoft: { ...sandboxed, tenant: 'common' },
    google: { ...sandboxed, quota: { ...GOOGLE_QUOTA, tier: 'standard' } },
    sandbox: true,
    acceptancesFile: null,
    redisUrl: null,
    clamdUrl: null,
    officeProgram: findOffice(),
    dnsServers: [],
    webhookAllowPrivate: false,
    metricsToken: null,
    certificateToken: null,
    smtp: { baseUrl: null, sandboxed: true, allowPrivate: false, caFile: null, ispdbUrl: null },
    smtpUrl: null,
    systemEmail: null,
    systemMailbox: null,
    logLevel: 'info',
    explorable: true,
    trustedProxies: 0,
    bounceWindowMinutes: 15,
    auditKeptDays: 730,
    registration: 'open',
    salesEmail: null,
  })
})

test('the contact address named on the pricing page is configurable', () => {
  expect(read({ SALES_EMAIL: 'sales@example.com' }).salesEmail).toBe('sales@example.com')
})

test('an empty environment variable counts as unset', () => {
  const names = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'PUBLIC_URL', 'SECRET_KEY', 'ROLE', 'MICROSOFT_CLIENT_ID']
  expect(read(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(read({}))
})

test('all configuration errors are reported at once, one line each, with the variable and the remedy', () => {
  const problems = problemsOf({
    PORT: 'eighty',
    HOST: 'my host',
    SANDBOX_PORT: '70000',
    DATABASE_URL: 'mysql://localhost/x',
    PUBLIC_URL: 'https://mail.example.com/app',
    SECRET_KEY: 'short',
    ROLE: 'everything',
    LOG_LEVEL: 'loud',
    SALES_EMAIL: 'sales',
    MICROSOFT_CLIENT_ID: 'app-1',
    MICROSOFT_BASE_URL: 'localhost:4001',
    MICROSOFT_TENANT: 'a/b',
    GOOGLE_CLIENT_SECRET: 's3cret',
  })
  expect(problems).toEqual([
    'PORT is not a valid port; use a number from 0 to 65535.',
    'HOST is not a valid host; use a name or an address, such as 127.0.0.1 or 0.0.0.0.',
    'SANDBOX_PORT is not a valid port; use a number from 0 to 65535.',
    'DATABASE_URL is not a valid PostgreSQL URL; use one such as postgres://user:password@host:5432/mergewell.',
    'PUBLIC_URL is not a valid origin; use scheme, host and port only, such as https://mail.example.com.',
    'SECRET_KEY is too short; use at least 32 characters, such as the output of "openssl rand -hex 32".',
    'ROLE must be one of all, api, worker.',
    'MICROSOFT_BASE_URL is not a valid origin; use scheme, host and port only, such as https://mail.example.com.',
    'MICROSOFT_TENANT is not a valid tenant; use the directory’s id or domain, common, organizations or consumers.',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    'SALES_EMAIL is not a valid email address; use one such as sales@example.com.',
    'MICROSOFT_CLIENT_SECRET is missing; MICROSOFT_CLIENT_ID is set, and both are needed.',
    'GOOGLE_CLIENT_ID is missing; GOOGLE_CLIENT_SECRET is set, and both are needed.',
  ])
  expect(() => read({ PORT: 'x', ROLE: 'y' })).toThrow(/^The configuration is not valid:\n {2}PORT .*\n {2}ROLE .*$/)
})

test('the bounce window setting is a number of minutes, from one to a week', () => {
  expect(read({ BOUNCE_WINDOW_MINUTES: '60' }).bounceWindowMinutes).toBe(60)
  for (const wrong of ['0', '10081', '1.5', '-1', 'soon']) {
    expect(problemsOf({ BOUNCE_WINDOW_MINUTES: wrong })).toEqual([
      expect.stringMatching(/^BOUNCE_WINDOW_MINUTES .*use a whole number from 1 to 10080\.$/),
    ])
  }
})

test('the setting of how long a stopping process keeps serving is a number of seconds, by default zero', () => {
  expect(read({ DRAIN_SECONDS: '20' }).drainSeconds).toBe(20)
  for (const wrong of ['301', '-1', '1.5', '10s']) {
    expect(problemsOf({ DRAIN_SECONDS: wrong })).toEqual([expect.stringMatching(/^DRAIN_SECONDS .* 0 to 300\.$/)])
  }
})

test('the activity log is kept for a number of days, from 90 to a century', () => {
  expect(read({ AUDIT_KEPT_DAYS: '3650' }).auditKeptDays).toBe(3650)
  for (const wrong of ['0', '89', '36501', 'forever']) {
    expect(problemsOf({ AUDIT_KEPT_DAYS: wrong })).toEqual([
      expect.stringMatching(/^AUDIT_KEPT_DAYS .*use a whole number from 90 to 36500\.$/),
    ])
  }
})

test('only the configured number of proxies is trusted for the client address, by default none', () => {
  expect(read({ TRUSTED_PROXIES: '2' }).trustedProxies).toBe(2)
  expect(problemsOf({ TRUSTED_PROXIES: 'all' })).toEqual([
    'TRUSTED_PROXIES is not a valid number of proxies; use a number from 0 to 9.',
  ])
})

test('a configuration error never shows the value of a secret', () => {
  expect(String(problemsOf({ SECRET_KEY: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@h/x' }))).not.toContain('hunter2')
})

test('PORT and SANDBOX_PORT must differ, unless both let the system choose a free port', () => {
  expect(problemsOf({ PORT: '4001' })).toEqual(['SANDBOX_PORT is the same as PORT (4001); set it to another number.'])
  expect(problemsOf({ PORT: '0', SANDBOX_PORT: '0' })).toEqual([])
  expect(problemsOf({ PORT: '4001', ...microsoft })).toEqual([])
})

test('with PORT=0 the addresses are unknown before the servers listen', () => {
  const config = read({ PORT: '0', SANDBOX_PORT: '0' })
  const sandboxMailHost = { smtpPort: 0, imapPort: 0 }
  expect(config).toMatchObject({ port: 0, sandboxPort: 0, sandboxMailHost, publicUrl: null, sandbox: true })
  expect(config.google).toMatchObject({ sandboxed: true, baseUrl: null })
})

test('a worker process with PORT=0 must be given its address, because emails contain it', () => {
  const unknown = ['PUBLIC_URL is missing; a worker with PORT=0 cannot know the address of links in emails.']
  expect(problemsOf({ ROLE: 'worker', PORT: '0' })).toEqual(unknown)
  expect(problemsOf({ ROLE: 'worker', PORT: '0', PUBLIC_URL: 'https://mail.example.com' })).toEqual([])
})

test.each([
  [{ HOST: '::1' }, 'http://[::1]:4000'],
  [{ HOST: 'localhost', PORT: '8080' }, 'http://localhost:8080'],
  [{ PUBLIC_URL: 'https://mail.example.com/', PORT: '0' }, 'https://mail.example.com'],
])('a server listening at %j is opened at %s', (env, url) => {
  expect(read(env).publicUrl).toBe(url)
})

test.each([
  ['0.0.0.0', 80, 'http://127.0.0.1'],
  ['::', 8080, 'http://127.0.0.1:8080'],
  ['box.local', 8080, 'http://box.local:8080'],
])('a server listening at %s, port %i, is opened at %s', (host, port, url) => expect(ownUrl(host, port)).toBe(url))

test('a separate database role for migrations requires a separate database role for the product', () => {
  const MIGRATE_DATABASE_URL = 'postgres://owner:p@127.0.0.1/mergewell'
  expect(problemsOf({ MIGRATE_DATABASE_URL })).toEqual([
    'DATABASE_URL is missing; MIGRATE_DATABASE_URL is set, and Mergewell itself runs with a separate role.',
  ])
  const DATABASE_URL = 'postgres://runtime:p@127.0.0.1/mergewell'
  expect(read({ DATABASE_URL, MIGRATE_DATABASE_URL })).toMatchObject({ migrateUrl: MIGRATE_DATABASE_URL })
})

describe('local mode', () => {
  test.each(['0.0.0.0', '::', '10.0.0.5', 'box.local'])('refuses to listen for other machines at %s', (HOST) => {
    expect(problemsOf({ HOST })).toEqual([
      `HOST ${HOST} accepts connections from other machines, but local mode uses well-known passwords; set NODE_ENV=production.`,
    ])
  })

  test('refuses a remote database, where it would create users with well-known passwords', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://u:p@db.example/mergewell' })).toEqual([
      'DATABASE_URL points to another machine, and local mode would create users with well-known passwords there; set NODE_ENV=production.',
    ])
    expect(problemsOf({ DATABASE_URL: 'postgres://u:p@127.0.0.1:5432/mergewell' })).toEqual([])
  })
})

test('configured paths are made absolute from the start directory', () => {
  expect(read({ DATA_DIR: 'var/data', SANDBOX_ACCEPTANCES_FILE: 'out.jsonl' })).toMatchObject({
    dataDir: '/srv/mergewell/var/data',
    acceptancesFile: '/srv/mergewell/out.jsonl',
  })
  expect(read({ DATA_DIR: '/var/lib/x' }).dataDir).toBe('/var/lib/x')
})

test('GraphQL introspection and the query editor are off in production, unless enabled', () => {
  expect(read({}).explorable).toBe(true)
  expect(read({ GRAPHIQL: 'off' }).explorable).toBe(false)
  expect(read(production).explorable).toBe(false)
  expect(read({ ...production, GRAPHIQL: 'on' }).explorable).toBe(true)
})

describe('the configuration in production', () => {
  test('refuses a plain HTTP address, except on this machine', () => {
    expect(problemsOf({ ...production, PUBLIC_URL: 'http://mail.example.com' })).toEqual([
      'PUBLIC_URL begins with http:, so passwords could be intercepted; use an https:// origin.',
    ])
    expect(problemsOf({ ...production, PUBLIC_URL: 'http://127.0.0.1:4000', HOST: '0.0.0.0' })).toEqual([])
  })

  test('is refused without DATABASE_URL, SECRET_KEY and PUBLIC_URL', () => {
    expect(problemsOf({ NODE_ENV: 'production' }).map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      'DATABASE_URL is missing;',
      'SECRET_KEY is missing;',
      'PUBLIC_URL is missing;',
    ])
  })

  test('never starts a sandbox, and a provider without credentials is not configured', () => {
    expect(read(production)).toMatchObject({ mode: 'production', sandbox: false, microsoft: null, google: null })
  })

  test("needs credentials for a stand-in provider's address too", () => {
    expect(problemsOf({ ...production, GOOGLE_BASE_URL: 'https://stand-in.example.com' })).toEqual([
      'GOOGLE_CLIENT_ID is missing; with NODE_ENV=production GOOGLE_BASE_URL needs credentials.',
    ])
  })
})

describe('the configuration in local mode', () => {
  test('with credentials for one provider starts no sandbox, and the other provider is not configured', () => {
    expect(read(microsoft)).toMatchObject({
      sandbox: false,
      microsoft: { clientId: 'app-1', clientSecret: 's3cret', baseUrl: null, sandboxed: false, tenant: 'common' },
      google: null,
    })
  })

  test('with a stand-in for one provider uses stand-in credentials, and the sandbox serves the other', () => {
    const config = read({ MICROSOFT_BASE_URL: 'http://localhost:9000/' })
    expect(config.microsoft).toMatchObject({
      clientId: 'mergewell-local',
      baseUrl: 'http://localhost:9000',
      sandboxed: false,
    })
    expect(config.google).toMatchObject({ baseUrl: 'http://127.0.0.1:4001', sandboxed: true })
    expect(config.sandbox).toBe(true)
  })

  test('with stand-ins for both providers starts no sandbox', () => {
    const config = read({ MICROSOFT_BASE_URL: 'http://localhost:9000', GOOGLE_BASE_URL: 'http://localhost:9001' })
    expect(config.sandbox).toBe(false)
  })

  test('allows real credentials to be sent to a stand-in', () => {
    expect(read({ ...microsoft, MICROSOFT_BASE_URL: 'http://localhost:9000' }).microsoft).toMatchObject({
      clientId: 'app-1',
      baseUrl: 'http://localhost:9000',
    })
  })
})

test.each([
  ['the real provider', microsoft, PROVIDER_RULES.microsoft.ceilings()],
  ['the sandbox', {}, []],
  ['another origin', { MICROSOFT_BASE_URL: 'http://localhost:9000' }, []],
  ['another origin with credentials', { ...microsoft, MICROSOFT_BASE_URL: 'http://localhost:9000' }, []],
  ['another origin in production', { ...production, ...microsoft, MICROSOFT_BASE_URL: 'http://localhost:9000' }, []],
])(
  'the limits of the real provider apply only if the configured provider is real: %s',
  (_, env: Environment, ceilings) => {
    expect(ceilingsOf(read(env).microsoft, 'microsoft', new Date())).toEqual(ceilings)
  },
)

test('the quota of the Google Cloud project is configurable', () => {
  const google = { GOOGLE_CLIENT_ID: 'app-1', GOOGLE_CLIENT_SECRET: 'secret' }
  const { quota } = read({ ...google, GOOGLE_UNITS_PER_MINUTE: '50000', GOOGLE_UNITS_PER_DAY: '1000000' }).google ?? {}
  expect(quota).toEqual({ perUserMinute: 6_000, perMinute: 50_000, perDay: 1_000_000, tier: 'standard' })
  expect(read({ ...google, GOOGLE_TIER: 'scaled' }).google?.quota?.tier).toBe('scaled')
  expect(() => read({ ...google, GOOGLE_TIER: 'gold' })).toThrow('GOOGLE_TIER must be one of standard, scaled')
  expect(() => read({ ...google, GOOGLE_UNITS_PER_MINUTE: 'many' })).toThrow(
    'GOOGLE_UNITS_PER_MINUTE is not a number of quota units',
  )
})

test('the higher quota of an older Google Cloud project ends on 2027-04-01', () => {
  const credentials = { GOOGLE_CLIENT_ID: 'app-1', GOOGLE_CLIENT_SECRET: 'secret' }
  const { google } = read({ ...credentials, GOOGLE_UNITS_PER_USER_MINUTE: '15000' })
  const perUser = (day: string) => ceilingsOf(google, 'google', new Date(day))[0]?.count
  expect([perUser('2027-03-31'), perUser('2027-04-01')]).toEqual([13_500, 5_400])
})

test('SECRET_KEY_OLD lists keys, each long enough', () => {
  const [one, other] = ['a'.repeat(32), 'b'.repeat(40)]
  expect(readConfig({ SECRET_KEY_OLD: `${one}, ${other}` }).oldSecretKeys).toEqual([one, other])
  expect(() => readConfig({ SECRET_KEY_OLD: `${one},short` })).toThrow('SECRET_KEY_OLD contains a key of fewer than 32')
})

describe('the configuration of a database on another machine, in production,', () => {
  const at = (DATABASE_URL: string) => problemsOf({ ...production, DATABASE_URL })

  test('is refused unless it says whether to use TLS', () => {
    expect(at('postgres://u:p@db.example/mergewell')).toEqual([
      'DATABASE_URL points to another machine without TLS; add ?sslmode=verify-full, or ?sslmode=disable if nobody else can reach the network between them.',
    ])
    expect(problemsOf({ ...production, MIGRATE_DATABASE_URL: 'postgres://o:p@db.example/mergewell' })).toHaveLength(1)
  })

  test.each([
    'postgres://u:p@db.example/m?sslmode=disable',
    'postgres://u:p@127.0.0.1/m',
    'postgres:///m?host=/run/postgresql',
  ])('is accepted once it says so, and on this machine without: %s', (url) => {
    expect(at(url)).toEqual([])
  })
})

test.each(['127.0.0.1:6379', 'http://127.0.0.1:6379', 'redis://'])(
  'the configuration refuses %s as the address of a Redis',
  (address) => {
    expect(() => read({ REDIS_URL: address })).toThrow('REDIS_URL is not the address of a Redis')
  },
)

test('REDIS_URL accepts the address of a Redis, also over TLS', () => {
  expect(read({ REDIS_URL: 'rediss://:secret@redis:6379/1' }).redisUrl).toBe('rediss://:secret@redis:6379/1')
})

test.each(['127.0.0.1:3310', 'http://127.0.0.1:3310', 'tcp://clamd', 'tcp://user:secret@clamd:3310'])(
  'the configuration refuses %s as the address of a virus scanner',
  (address) => {
    expect(() => read({ CLAMD_URL: address })).toThrow('CLAMD_URL is not the address of a clamd')
  },
)

test('the setting for LibreOffice accepts a path, or none', () => {
  expect(read({ LIBREOFFICE_PATH: '/opt/office/program/soffice.bin' }).officeProgram).toBe(
    '/opt/office/program/soffice.bin',
  )
  expect(read({ LIBREOFFICE_PATH: 'off' }).officeProgram).toBeNull()
  expect(() => read({ LIBREOFFICE_PATH: 'soffice' })).toThrow('LIBREOFFICE_PATH is not the path of a program')
})

test('the setting for a virus scanner accepts its address', () => {
  expect(read({ CLAMD_URL: 'tcp://clamd:3310' }).clamdUrl).toBe('tcp://clamd:3310')
})

test('METRICS_TOKEN is long enough, and can be sent in a header', () => {
  expect(read({ METRICS_TOKEN: 'sixteen_letters!' }).metricsToken).toBe('sixteen_letters!')
  for (const METRICS_TOKEN of ['fifteen_letters', 'sixteen letters!']) {
    expect(problemsOf({ METRICS_TOKEN })).toEqual([
      'METRICS_TOKEN is too short or has spaces; use 16 characters or more, such as those of "openssl rand -hex 32".',
    ])
  }
})
