import { createHash, randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { Client } from 'pg'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { tierDefaults } from '#domain/tenants/plans.ts'
import { createApp } from '#api/app.ts'
import { openDatabase, type Database } from '#api/platform/database/database.ts'
import { mayChangePolicies, migrate } from '#api/platform/database/migrate.ts'
import { prepareJobs } from '#api/platform/jobs/job-queue.ts'
import { systemSecrets } from '#api/platform/database/system-scope.ts'
import { createSecretBox } from '#api/platform/secrets/secret-box.ts'
import { databaseUrl } from '../support/database-url.ts'
import { itInFull } from '../support/full-run-only.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { openTenant } from '#api/tenants/open-tenant.ts'
import { QUEUES } from '#api/job-queues.ts'

/** Checks what SQL injected into a workspace's own query can reach. */

const secretsOf = (key: string, ...old: string[]) =>
  systemSecrets(
    createSecretBox(
      key.padEnd(32, '.'),
      old.map((one) => one.padEnd(32, '.')),
    ),
  )

async function database() {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  return url
}

async function open(url: string, systemSecret?: string) {
  const opened = await openDatabase(url, { poolMax: 3, ...(systemSecret && { systemSecret }) })
  onTestFinished(() => opened.close())
  return opened
}

const tenant = (at: Database, name: string) =>
  at.asSystem((em) =>
    openTenant(em, {
      name,
      domain: '',
      tier: 'pro',
      limits: tierDefaults('enterprise'),
      now: new Date(),
    }),
  )

/** The workspace names visible to a workspace after the injected SQL ran. */
const seen = (at: Database, tenantId: string, injected: string) =>
  at.inTenant(tenantId, async (em) => {
    await em.execute(injected)
    const rows = await em.execute<{ name: string }[]>('select name from tenants')
    return rows.map(({ name }) => name)
  })

const INJECTED = [
  `select set_config('app.tenant', '*', true)`,
  `select set_config('app.tenant', '*', false)`,
  `set app.tenant = '*'`,
  `select set_config('app.system', '*', true)`,
  `select set_config('app.system', (select prosrc from pg_proc where proname = 'app_is_system'), true)`,
  `select set_config('app.system', encode(sha256('x'), 'hex'), true)`,
  `select set_config('app.system', null, true)`,
  `set local search_path = smuggled, public, pg_catalog; select set_config('app.system', 'anything', true)`,
]

/** Creates a sha256 function in a schema the attacker can write to; it accepts anything as the secret. */
async function smuggleSha256(url: string, secret: string) {
  const owner = new Client({ connectionString: url })
  await owner.connect()
  const hash = createHash('sha256').update(secret).digest('hex')
  await owner.query(
    `create schema smuggled; grant usage on schema smuggled to public;
     create function smuggled.sha256(bytea) returns bytea language sql immutable as $$ select '\\x${hash}'::bytea $$`,
  )
  await owner.end()
}

describe('SQL injected into a workspace’s query', () => {
  let at: Database
  let one: string
  beforeAll(async () => {
    const { url, drop } = await createTestDatabase()
    const secrets = secretsOf('one')
    await migrate(url, { secrets })
    await smuggleSha256(url, secrets[0])
    at = await openDatabase(url, { poolMax: 3, systemSecret: secrets[0] })
    one = await tenant(at, 'One')
    await tenant(at, 'Other')
    return async () => {
      await at.close()
      await drop()
    }
  })

  it.each(INJECTED)('sees only its own workspace, whatever it sets: %s', async (sql) => {
    expect(await seen(at, one, sql).catch(() => ['One'])).not.toContain('Other')
    expect(await at.inTenant('*', (em) => em.execute('select name from tenants'))).toEqual([])
    expect(await at.asSystem((em) => em.execute('select name from tenants'))).toHaveLength(2)
    // Settings of a system transaction do not leak to the next user of the connection.
    expect(await seen(at, one, 'select 1')).toEqual(['One'])
  })
})

it('injected SQL cannot read secrets from the activity of other sessions', async () => {
  const url = await database()
  const secrets = secretsOf('one')
  await migrate(url, { secrets })
  const at = await open(url, secrets[0])
  const one = await tenant(at, 'One')
  const read = at.asSystem(async () => {
    const rows = await at.inTenant(one, (em) => em.execute<{ query: string }[]>('select query from pg_stat_activity'))
    return rows.map(({ query }) => query).join('\n')
  })
  expect(await read).not.toContain(secrets[0])
})

it('a key rotation accepts the system scope under the previous key until that key is removed', async () => {
  const url = await database()
  const names = (at: Database) => at.asSystem((em) => em.execute('select name from tenants'))
  await migrate(url, { secrets: secretsOf('old') })
  const old = await open(url, secretsOf('old')[0])
  await tenant(old, 'One')
  await migrate(url, { secrets: secretsOf('new', 'old') })
  const now = await open(url, secretsOf('new')[0])
  expect([await names(old), await names(now)]).toMatchObject([[{ name: 'One' }], [{ name: 'One' }]])
  await migrate(url, { secrets: secretsOf('new') })
  expect([await names(old), await names(now)]).toMatchObject([[], [{ name: 'One' }]])
})

/** Creates a role and drops it after the test. */
async function role(attributes: string) {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(inject('postgresUrl'), `create role ${name} login password 'plain' ${attributes}`)
  return name
}

async function asAdmin(url: string, sql: string) {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  await admin.query(sql)
  await admin.end()
}

const as = (name: string, url: string) => Object.assign(new URL(url), { username: name, password: 'plain' }).href

/** A database of an owner and of a role that owns nothing, as with MIGRATE_DATABASE_URL. */
async function databaseOfTwoRoles() {
  const admin = inject('postgresUrl')
  const [owner, runtime] = [await role('nosuperuser'), await role('nosuperuser')]
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(admin, `create database ${name} owner ${owner}`)
  const url = databaseUrl(admin, name)
  onTestFinished(async () => {
    await asAdmin(admin, `drop database if exists ${name} with (force)`)
    await asAdmin(admin, `drop role ${owner}, ${runtime}`)
  })
  return { url, owner, runtime, owned: as(owner, url), used: as(runtime, url) }
}

it('a key rotation works with a database role that owns nothing, once the owner has migrated with the keys', async () => {
  const { owned, used } = await databaseOfTwoRoles()
  const prepare = (...keys: [string, ...string[]]) => migrate(owned, { secrets: secretsOf(...keys), runtimeUrl: used })
  const start = async (...keys: [string, ...string[]]) => {
    await migrate(used, { secrets: secretsOf(...keys) })
    const at = await open(used, secretsOf(keys[0])[0])
    return at.asSystem((em) => em.execute<{ name: string }[]>('select name from tenants'))
  }
  await prepare('old')
  await tenant(await open(used, secretsOf('old')[0]), 'One')
  await expect(start('new', 'old')).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('migrate'),
  })
  await prepare('old', 'new')
  // Both orders are the same list, and a process that knows fewer keys starts too.
  const orders: [string, ...string[]][] = [['old', 'new'], ['new', 'old'], ['old'], ['new']]
  for (const keys of orders) {
    expect([keys, await start(...keys)]).toEqual([keys, [{ name: 'One' }]])
  }
  await prepare('new', 'old')
  expect(await start('old', 'new')).toHaveLength(1)
  await prepare('new')
  expect(await start('new')).toHaveLength(1)
  await expect(start('old', 'new')).rejects.toMatchObject({ code: 'CONFLICT' })
})

itInFull('the product runs with a database role that owns nothing when migrations have their own role', async () => {
  const { url, owner, runtime, owned, used } = await databaseOfTwoRoles()
  const secrets = secretsOf('one')
  const log = pino({ level: 'silent' })
  expect(await migrate(owned, { secrets, runtimeUrl: used })).toMatchObject({ runtimeRole: runtime })
  await prepareJobs(owned, log, runtime, QUEUES)
  // A process without the owner's address only checks and changes nothing.
  await migrate(used, { secrets })
  expect(await mayChangePolicies(owned)).toBe(true)
  expect(await mayChangePolicies(used)).toBe(false)

  const config = {
    mode: 'production',
    microsoft: null,
    google: null,
    explorable: false,
    bounceWindowMinutes: 15,
  } as const
  const { app, close } = await createApp(
    {
      ...config,
      publicUrl: 'https://mail.example',
      secretKey: 'one'.padEnd(32, '.'),
      systemSecret: secrets[0],
      sandboxUrl: null,
    },
    used,
    log,
  )
  onTestFinished(close)
  const one = await tenant(app.database, 'One')
  await tenant(app.database, 'Other')
  for (const sql of [
    'alter table tenants disable row level security',
    'drop policy tenant_scope on tenants',
    'create or replace function app_is_system() returns boolean language sql as $$ select true $$',
    `select set_config('role', '${owner}', true)`,
    'reset role',
    'create table loot (a int)',
    ...INJECTED,
  ]) {
    expect([sql, await seen(app.database, one, sql).catch(() => [])]).toEqual([
      sql,
      expect.not.arrayContaining(['Other']),
    ])
  }
  await expect(migrate(owned, { secrets, runtimeUrl: owned })).rejects.toThrow('must not own tables')
  await expect(migrate(owned, { secrets, runtimeUrl: url })).rejects.toThrow('be a superuser')
})
