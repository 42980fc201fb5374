import type { EntityName } from '@mikro-orm/core'
import { MikroORM } from '@mikro-orm/postgresql'
import type { Pool } from 'pg'
import { Migrator } from '@mikro-orm/migrations'
import { migrations } from '../migrations/index.ts'
import { createTurns, EVERYBODY } from './database-turns.ts'
import { entities } from './entities.ts'
import { createDiskSpace } from './installation/disk-space.ts'

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

function options(url: string, poolMax: number) {
  return {
    clientUrl: url,
    entities: [...entities],
    extensions: [Migrator],
    pool: { min: 0, max: poolMax },
    driverOptions: { onPoolCreated: releaseLost, connectionTimeoutMillis: LONGEST_WAIT },
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
async function connect(url: string, poolMax: number) {
  return MikroORM.init(options(url, poolMax))
}

/** The entity manager that operations work with; always inside a transaction of one scope. */
export type Em = Orm['em']

/** The database as operations see it: no query runs outside a scope (design decision 9). */
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
  { poolMax = 20, now = () => performance.now() } = {},
): Promise<Database> {
  const orm = await connect(url, poolMax)
  const role = await appRole(orm)
  const turns = createTurns(poolMax)
  const disk = createDiskSpace(() => takeUpSpace(orm), now)
  const run = <T>(scope: string, work: (em: Em) => Promise<T>): Promise<T> =>
    turns.take(scope, ({ timeout }) => {
      const variables = { 'app.tenant': scope, ...(timeout !== null && { statement_timeout: String(timeout) }) }
      const em = orm.em.fork({ session: { variables, ...(role && { role }) } })
      if (scope !== EVERYBODY)
        em.addFilter({ name: 'tenant', cond: { tenantId: scope }, entity: tenantEntities, default: true })
      return em
        .transactional((inner) => work(inner))
        .catch((error: unknown) => {
          throw disk.failed(error)
        })
    })
  return {
    appRole: role,
    inTenant: run,
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
export async function acrossTenants<T>(em: Em, tenantId: string, work: () => Promise<T>): Promise<T> {
  const see = (scope: string) => em.execute(`select set_config('app.tenant', ?, true)`, [scope])
  await see('*')
  try {
    return await work()
  } finally {
    // It fails only where the transaction has failed, and sees nothing more.
    await see(tenantId).catch(() => undefined)
  }
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

/** Brings the database at `url` to the newest migration. Safe when several processes start at once. */
export async function migrate(url: string): Promise<void> {
  const orm = await connect(url, 2)
  try {
    const em = orm.em.fork()
    await em.transactional(async (lock) => {
      await lock.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK])
      await orm.migrator.up()
      await prepareAppRole(orm)
    })
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
  await em.execute(`grant usage on schema public to ${APP_ROLE}`)
  await em.execute(`grant select, insert, update, delete on all tables in schema public to ${APP_ROLE}`)
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
