import type { EntityName } from '@mikro-orm/core'
import { MikroORM } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import type { Pool } from 'pg'
import { Migrator } from '@mikro-orm/migrations'
import { AppError } from '#domain/errors.ts'
import { migrations } from '../../migrations/index.ts'
import { createTurns, EVERYBODY } from './database-turns.ts'
import { entities } from '../entities.ts'
import { ENTER_SYSTEM, NO_SECRETS, sealSystemScope, type SystemSecrets } from './system-scope.ts'
import { createDiskSpace } from './disk-space.ts'

const APP_ROLE = 'mergewell_app'
const MIGRATION_LOCK = 727_274

/** ms that one waits for a connection: who waits longer hears so, and waits for nobody for ever */
const LONGEST_WAIT = 60_000
/** ms after which nobody holds on to a connection that is gone */
const LOST_FOR_GOOD = 1_000

/**
 * Gives the place of a connection that broke during a transaction back to its pool: Kysely's controlled transactions release it only after
 * a commit or rollback that worked, so that each loss would cost a place, and all of them the product.
 */
function releaseLost(pool: Pool): void {
  pool.on('connect', (client) => {
    client.once('end', () => {
      const giveBack = () => {
        try {
          client.release(true)
        } catch {
          // It had been given back.
        }
      }
      setTimeout(giveBack, LOST_FOR_GOOD).unref()
    })
  })
}

function options(url: string, poolMax: number, systemSecret?: string) {
  return {
    clientUrl: url,
    entities: [...entities],
    extensions: [Migrator],
    pool: { min: 0, max: poolMax },
    driverOptions: {
      onPoolCreated: releaseLost,
      connectionTimeoutMillis: LONGEST_WAIT,
      ...(systemSecret && { options: `-c app.system=${systemSecret}` }),
    },
    migrations: {
      migrationsList: migrations,
      tableName: 'migrations',
      snapshot: false,
      transactional: true,
      allOrNothing: true,
    },
    allowGlobalContext: false,
    discovery: { warnWhenNoEntities: false },
    logger: () => {},
  }
}

/** The entities that belong to a tenant: the ORM's own filter stands before them, in front of the database's. */
const tenantEntities = entities.filter((entity) => 'tenantId' in entity.meta.properties) as unknown as EntityName<{
  tenantId: string
}>[]

type Orm = Awaited<ReturnType<typeof connect>>
/** With `systemSecret` every transaction of the pool is one of the system. */
async function connect(url: string, poolMax: number, systemSecret?: string) {
  return MikroORM.init(options(url, poolMax, systemSecret))
}

/** The entity manager that operations work with; always inside a transaction of one scope. */
export type Em = Orm['em']

/** The database as operations see it: no query runs outside a scope (decision 0005). */
export interface Database {
  /** Runs `work` in one transaction that can see and change the rows of one tenant only. */
  inTenant<T>(tenantId: string, work: (em: Em) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction across tenants: sign-in look-ups, the worker's sweep, the super admin. */
  asSystem<T>(work: (em: Em) => Promise<T>): Promise<T>
  /** The role that operations run under, where it is not the connecting one. */
  readonly appRole: string | null
  /** The database's time, in ms since 1970. */
  time(): Promise<number>
  /** Rejects when the database cannot be reached. */
  ping(): Promise<void>
  /** Why nothing can be written although it can be reached, as a sentence; null when it can. */
  problem(): Promise<string | null>
  close(): Promise<void>
}

/**
 * Opens a pool on a migrated database. Where the connecting role could bypass row-level security, every transaction runs under a role
 * that cannot.
 */
export async function openDatabase(
  url: string,
  { poolMax = 20, now = () => performance.now(), systemSecret = NO_SECRETS[0] } = {},
): Promise<Database> {
  const orm = await connect(url, poolMax)
  systemSecretOf.set(orm.config, systemSecret)
  const role = await appRole(orm)
  const turns = createTurns(poolMax)
  const disk = createDiskSpace(() => takeUpSpace(orm), now)
  const run = <T>(scope: string, work: (em: Em) => Promise<T>): Promise<T> =>
    turns.take(scope, ({ timeout }) => {
      const isSystem = scope === EVERYBODY
      const variables = {
        'app.tenant': isSystem ? '' : scope,
        ...(timeout !== null && { statement_timeout: String(timeout) }),
      }
      const em = orm.em.fork({ session: { variables, ...(role && { role }) } })
      if (!isSystem) em.addFilter({ name: 'tenant', cond: { tenantId: scope }, entity: tenantEntities, default: true })
      return em
        .transactional(async (inner) => {
          if (isSystem) await enterSystem(inner, systemSecret)
          return work(inner)
        })
        .catch((error: unknown) => {
          throw disk.failed(error)
        })
    })
  return {
    appRole: role,
    inTenant: (tenantId, work) => run(tenantId === EVERYBODY ? '' : tenantId, work),
    asSystem: (work) => run(EVERYBODY, work),
    time: async () => {
      const [row] = await orm.em
        .fork()
        .execute<[{ time: string }]>('select extract(epoch from clock_timestamp()) * 1000 as time')
      return Number(row?.time)
    },
    ping: async () => {
      await orm.em.fork().execute('select 1')
    },
    problem: () => disk.problem(),
    close: () => orm.close(),
  }
}

/** Writes a megabyte that is gone with its transaction. */
async function takeUpSpace(orm: Orm): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await em.execute('create temporary table disk_space (filler text) on commit drop')
    await em.execute(`alter table disk_space alter column filler set storage external`)
    await em.execute(`insert into disk_space select repeat('x', 8000) from generate_series(1, 128)`)
  })
}

/**
 * Lets `work`, in plain SQL, see the rows of all tenants within the running transaction of one. A transaction of its own would wait for a
 * second connection while this one is held: once all are held so, for ever.
 */
export async function acrossTenants<T>(em: Em, work: () => Promise<T>): Promise<T> {
  await enterSystem(em, systemSecretOf.get(em.config) ?? '')
  try {
    return await work()
  } finally {
    // It fails only where the transaction has failed, and sees nothing more.
    await enterSystem(em, '').catch(() => undefined)
  }
}

/** What each pool enters the system scope with. */
const systemSecretOf = new WeakMap<object, string>()

/** Statements can be read by other sessions of the same role, what is bound to them cannot. */
async function enterSystem(em: Em, secret: string): Promise<void> {
  await em.getKysely().executeQuery(CompiledQuery.raw(ENTER_SYSTEM, [secret]))
}

/** Typed SQL over the running transaction, in the entities' own names; for lists and for updates that must be atomic. */
export function sqlOf(em: Em) {
  return em.getKysely({ columnNamingStrategy: 'property', tableNamingStrategy: 'table', convertValues: true })
}

/**
 * Ids as PostgreSQL writes an array of them: for `= any (?::uuid[])`, which looks each up by an index whatever the planner knows of the
 * table. A join with what JSON holds does not right after many rows came in: then all of the tenant's rows are gone through.
 */
export function uuidArray(ids: Iterable<string>): string {
  return `{${[...ids].join(',')}}`
}

/**
 * Has the rest of the transaction read in the order of indexes. Of row-level security the planner believes that it lets one row in a hundred
 * through, where it lets all: it would rather sort a whole campaign than walk an index to the end of a page.
 */
export async function readInOrder(em: Em): Promise<void> {
  await em.execute(
    `select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`,
  )
}

/** How a database is prepared. */
export interface Preparation {
  /** what lets a transaction see all tenants; {@link NO_SECRETS} when left out */
  secrets?: SystemSecrets
  /** the address that the product runs with, where that is another role: it gets what it needs, and owns nothing */
  runtimeUrl?: string | null
}

/**
 * Brings the database at `url` to the newest migration. Safe when several processes start at once. Answers the role of `runtimeUrl`. Throws
 * CONFLICT when that could do more than the product needs.
 */
export async function migrate(
  url: string,
  { secrets = NO_SECRETS, runtimeUrl = null }: Preparation = {},
): Promise<{ runtimeRole: string | null }> {
  const role = runtimeUrl && (await runtimeRole(runtimeUrl))
  const orm = await connect(url, 2, secrets[0])
  try {
    const em = orm.em.fork()
    await em.transactional(async (lock) => {
      await lock.execute('select pg_advisory_xact_lock(:MIGRATION_LOCK)', { MIGRATION_LOCK })
      await orm.migrator.up()
      await sealSystemScope((sql) => orm.em.fork().execute(sql), secrets)
      await prepareAppRole(orm)
      if (role) await grantTo(orm, role)
    })
    return { runtimeRole: role }
  } finally {
    await orm.close(true)
  }
}

/** A role that can bypass row-level security must not run the product: then a plain one is made to stand in for it. */
async function prepareAppRole(orm: Orm): Promise<void> {
  const em = orm.em.fork()
  if (!(await canBypass(orm))) return
  await em.execute(`do $$ begin
    if not exists (select from pg_roles where rolname = '${APP_ROLE}') then create role ${APP_ROLE} nologin; end if;
  exception when duplicate_object or unique_violation then null; end $$`)
  await em.execute(`grant ${APP_ROLE} to current_user`)
  await grantTo(orm, APP_ROLE)
}

/** Lets a role read and write rows, and nothing else. */
async function grantTo(orm: Orm, role: string): Promise<void> {
  const em = orm.em.fork()
  const [quoted] = await em.execute<[{ name: string }]>('select quote_ident(:role) as name', { role })
  await em.execute(`grant usage on schema public to ${quoted.name}`)
  await em.execute(`grant select, insert, update, delete on all tables in schema public to ${quoted.name}`)
}

/** The role behind an address. Throws CONFLICT when it could do more than the product needs. */
async function runtimeRole(url: string): Promise<string> {
  const { name, excess } = await roleBehind(url)
  if (!excess) return name
  throw new AppError(
    'CONFLICT',
    `With MIGRATE_DATABASE_URL the role of DATABASE_URL, ${name}, must own no table and be no superuser: "create role mergewell_runtime login password '…'" makes one that does.`,
  )
}

/** Whether SQL that runs under the role behind an address could change who sees which rows. */
export async function mayChangePolicies(url: string): Promise<boolean> {
  return (await roleBehind(url)).excess
}

async function roleBehind(url: string): Promise<{ name: string; excess: boolean }> {
  const orm = await connect(url, 1)
  try {
    const [row] = await orm.em.fork().execute<[{ name: string; excess: boolean }]>(
      `select current_user as name, r.rolsuper or r.rolbypassrls or r.rolcreaterole or exists (
         select from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and pg_has_role(current_user, c.relowner, 'MEMBER')) as excess
       from pg_roles r where r.rolname = current_user`,
    )
    return row
  } finally {
    await orm.close(true)
  }
}

async function appRole(orm: Orm): Promise<string | null> {
  return (await canBypass(orm)) ? APP_ROLE : null
}

async function canBypass(orm: Orm): Promise<boolean> {
  const [row] = await orm.em
    .fork()
    .execute<[{ bypass: boolean }]>(
      'select rolsuper or rolbypassrls as bypass from pg_roles where rolname = current_user',
    )
  return row?.bypass ?? false
}
