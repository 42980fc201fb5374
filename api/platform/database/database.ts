import type { EntityName } from '@mikro-orm/core'
import { MikroKyselyPlugin, MikroORM } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import type { Pool } from 'pg'
import { Migrator } from '@mikro-orm/migrations'
import { migrations } from '../../../migrations/index.ts'
import { away, isAway } from './database-outage-errors.ts'
import { createTurns, ALL_TENANTS } from './transaction-turns.ts'
import { entities } from '#api/database-entities.ts'
import { currentRequest } from '../current-request.ts'
import { RowNames } from './column-names.ts'
import { NO_SECRETS } from './system-scope.ts'
import { TransactionClient } from './transaction-client.ts'
import { createDiskSpace } from '../process/disk-space.ts'

/** The role that operations run under if the connecting one can bypass row-level security. */
export const APP_ROLE = 'mergewell_app'

/** Maximum ms to wait for a connection; then an error is thrown. */
const LONGEST_WAIT = 60_000
/** ms after which a lost connection counts as released */
const LOST_FOR_GOOD = 1_000

/**
 * Releases the pool slot of a connection that broke during a transaction. Kysely's controlled transactions release it
 * only after a successful commit or rollback, so each lost connection would leak a slot.
 */
function releaseLost(pool: Pool): void {
  pool.on('connect', (client) => {
    client.once('end', () => {
      const giveBack = () => {
        try {
          client.release(true)
        } catch {
          // The connection was already released.
        }
      }
      setTimeout(giveBack, LOST_FOR_GOOD).unref()
    })
  })
}

/**
 * Connection option for migrations on a cluster: sharded tables are changed one after another, because one transaction
 * also changes the tables that they refer to.
 */
const SHARD_BY_SHARD = '-c citus.multi_shard_modify_mode=sequential'

/** Migrations in their order. */
export type MigrationList = readonly (typeof migrations)[number][]

function options(
  url: string,
  poolMax: number,
  known: readonly (typeof entities)[number][],
  systemSecret?: string,
  list: MigrationList = migrations,
) {
  return {
    clientUrl: url,
    entities: [...known],
    extensions: [Migrator],
    pool: { min: 0, max: poolMax },
    driverOptions: {
      Client: TransactionClient,
      pipeline: true,
      onPoolCreated: releaseLost,
      connectionTimeoutMillis: LONGEST_WAIT,
      ...(systemSecret && { options: `-c app.system=${systemSecret} ${SHARD_BY_SHARD}` }),
    },
    migrations: {
      migrationsList: [...list],
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

/** Entities that belong to a tenant: the ORM's own filter applies to them, in addition to the database's policies. */
const tenantEntities = entities.filter((entity) => 'tenantId' in entity.meta.properties) as unknown as EntityName<{
  tenantId: string
}>[]

export type Orm = Awaited<ReturnType<typeof connect>>
/**
 * Opens a pool of plain connections for migrations. It knows no entities, because preparing them takes long. With
 * `systemSecret` each of its transactions is in the system scope.
 */
export async function connect(url: string, poolMax: number, systemSecret?: string, list?: MigrationList) {
  return MikroORM.init(options(url, poolMax, [], systemSecret, list))
}

/** The entity manager for operations; always inside a transaction of one scope. */
export type Em = Orm['em']

/** Tells PostgreSQL how a transaction uses the database. */
export interface TransactionKind {
  /**
   * True for a transaction that only reads: PostgreSQL refuses writes, and each statement takes one round trip ({@link
   * TransactionClient})
   */
  readOnly?: boolean
}

/** The database as operations see it: no query runs outside a scope (decision 0003). */
export interface Database {
  /**
   * Runs `work` in one transaction that can read and write only one tenant's rows. In the first
   * transaction of a request it throws UNAVAILABLE if the database cannot be reached and nothing was done.
   */
  inTenant<T>(tenantId: string, work: (em: Em) => Promise<T>, how?: TransactionKind): Promise<T>
  /** Runs `work` in one transaction across tenants: sign-in look-ups, the worker's sweep, the super admin. */
  asSystem<T>(work: (em: Em) => Promise<T>, how?: TransactionKind): Promise<T>
  /** The role that operations run under, if it differs from the connecting one. */
  readonly appRole: string | null
  /** The database's time, in ms since 1970. */
  time(): Promise<number>
  /** Rejects if the database cannot be reached. */
  ping(): Promise<void>
  /** Returns why a reachable database cannot be written to, as a sentence; null if it can. */
  problem(): Promise<string | null>
  /** Calls `listener` whenever such a problem begins or ends in this process. */
  onProblem(listener: () => void): void
  close(): Promise<void>
}

/**
 * Opens a pool on a migrated database. If the connecting role can bypass row-level security, every transaction runs
 * under a role that cannot.
 */
export async function openDatabase(
  url: string,
  { poolMax = 20, now = () => performance.now(), systemSecret = NO_SECRETS[0] } = {},
): Promise<Database> {
  const orm = await MikroORM.init(options(url, poolMax, entities))
  systemSecretOf.set(orm.config, systemSecret)
  const role = await appRole(orm)
  const turns = createTurns(poolMax)
  const listeners = new Set<() => void>()
  const disk = createDiskSpace(
    () => takeUpSpace(orm),
    now,
    () => listeners.forEach((listener) => listener()),
  )
  const run = <T>(
    scope: string,
    work: (em: Em) => Promise<T>,
    { readOnly = false }: TransactionKind = {},
  ): Promise<T> =>
    turns.take(scope, ({ timeout }) => {
      const isSystem = scope === ALL_TENANTS
      const variables = {
        'app.tenant': isSystem ? '' : scope,
        ...(isSystem && { 'app.system': systemSecret }),
        ...(timeout !== null && { statement_timeout: String(timeout) }),
      }
      const later: (() => void)[] = []
      const last: (() => Promise<void>)[] = []
      const request = currentRequest()
      let ending = false
      const em = orm.em.fork(role ? { session: { role } } : {})
      if (!isSystem) em.addFilter({ name: 'tenant', cond: { tenantId: scope }, entity: tenantEntities, default: true })
      return em
        .transactional(
          async (inner) => {
            await setVariables(inner, variables)
            committed.set(inner, later)
            committing.set(inner, last)
            const result = await work(inner)
            for (const act of last) await act()
            ending = true
            return result
          },
          readOnly ? { readOnly } : {},
        )
        .then(
          (result) => {
            if (request) request.committed = true
            for (const act of later) act()
            return result
          },
          (error: unknown) => {
            // Once a commit was sent, something may have changed, and trying again could do it twice.
            const didNothing = request && !request.committed && !ending
            throw didNothing && isAway(error) ? away(error) : disk.failed(error)
          },
        )
    })
  return {
    appRole: role,
    inTenant: (tenantId, work, how) => run(tenantId === ALL_TENANTS ? '' : tenantId, work, how),
    asSystem: (work, how) => run(ALL_TENANTS, work, how),
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
    onProblem: (listener) => void listeners.add(listener),
    close: () => orm.close(),
  }
}

/** Tests whether the database has disk space: writes a megabyte and rolls it back. */
async function takeUpSpace(orm: Orm): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await em.execute('create temporary table disk_space (filler text) on commit drop')
    await em.execute(`alter table disk_space alter column filler set storage external`)
    await em.execute(`insert into disk_space select repeat('x', 8000) from generate_series(1, 128)`)
  })
}

/**
 * Runs plain SQL across tenants within the current tenant transaction. A separate transaction would wait for a second
 * connection while holding this one, which can deadlock the pool.
 */
export async function acrossTenants<T>(em: Em, work: () => Promise<T>): Promise<T> {
  await enterSystem(em, systemSecretOf.get(em.config) ?? '')
  try {
    return await work()
  } finally {
    // Fails only if the transaction has failed; a failed transaction reads nothing more.
    await enterSystem(em, '').catch(() => undefined)
  }
}

/** Functions that run once each transaction is committed. */
const committed = new WeakMap<Em, (() => void)[]>()

/** Runs `act` once the transaction is committed, and never if it is rolled back. `act` must not throw. */
export function afterCommit(em: Em, act: () => void): void {
  const later = committed.get(em)
  if (!later) throw new Error('Not in a transaction')
  later.push(act)
}

/** Functions that run last in each transaction, while it can still fail. */
const committing = new WeakMap<Em, (() => Promise<void>)[]>()

/** Runs `act` as the last of the transaction. */
export function beforeCommit(em: Em, act: () => Promise<void>): void {
  const last = committing.get(em)
  if (!last) throw new Error('Not in a transaction')
  last.push(act)
}

/** The system-scope secret of each pool. */
const systemSecretOf = new WeakMap<object, string>()

async function enterSystem(em: Em, secret: string): Promise<void> {
  await setVariables(em, { 'app.system': secret })
}

/**
 * Sets variables for the rest of the transaction, on every node that it reaches. The values are bound, because other
 * sessions of the same role can read statements.
 */
export async function setVariables(em: Em, variables: Record<string, string>): Promise<void> {
  const calls = Object.keys(variables).map((name, at) => `public.app_set('${name}', $${at + 1})`)
  await em.getKysely().executeQuery(CompiledQuery.raw(`select ${calls.join(', ')}`, Object.values(variables)))
}

/** Returns when the current transaction began, by the database's clock. */
export async function transactionTime(em: Em): Promise<Date> {
  const [row] = await em.execute<[{ at: Date }]>('select now() as at')
  return new Date(row.at)
}

/** Typed SQL in the current transaction, with the entities' property names; for lists and atomic updates. */
export function sqlOf(em: Em): ReturnType<typeof namedByOrm> {
  const names = new RowNames(new MikroKyselyPlugin(em, NAMES), (text) => em.getPlatform().parseDate(text))
  return em.getKysely().withPlugin(names) as unknown as ReturnType<typeof namedByOrm>
}

const NAMES = { columnNamingStrategy: 'property', tableNamingStrategy: 'table', convertValues: true } as const
/** Gives the same typed SQL as {@link sqlOf}, with each row renamed by MikroORM itself, which is slower. */
export const namedByOrm = (em: Em) => em.getKysely(NAMES)

/**
 * Ids as a PostgreSQL array literal for `= any (?::uuid[])`, which always uses an index. A join with JSON values does
 * not right after a bulk insert: the planner then scans all of the tenant's rows.
 */
export function uuidArray(ids: Iterable<string>): string {
  return `{${[...ids].join(',')}}`
}

/**
 * Makes the rest of the transaction prefer index order. Under row-level security the planner assumes that one row in a
 * hundred passes, although all do, so it would sort a whole campaign instead of reading one page from an index.
 */
export async function readInOrder(em: Em): Promise<void> {
  await setVariables(em, { enable_seqscan: 'off', enable_bitmapscan: 'off', enable_sort: 'off' })
}

/**
 * Makes plans of later statements with bound values independent of the workspace, until the transaction ends. Otherwise
 * the planner looks it up in statistics that may be older than its rows, expects none of them, and compares every row
 * with every other. A cluster needs the values to find the node: there they are part of the plan.
 */
export async function planForAnyTenant(em: Em): Promise<void> {
  await em.execute(
    `select set_config('plan_cache_mode', 'force_generic_plan', true)
     where not exists (select from pg_extension where extname = 'citus')`,
  )
}

/** Runs SQL after {@link planForAnyTenant}. */
export async function executeForAnyTenant<T extends object[]>(
  em: Em,
  statement: string,
  values: Record<string, unknown>,
): Promise<T> {
  await planForAnyTenant(em)
  const bound: unknown[] = []
  const text = statement.replaceAll(/(?<!:):(\w+)/g, (_, name: string) => `$${bound.push(values[name])}`)
  const { rows } = await em.getKysely().executeQuery(CompiledQuery.raw(text, bound))
  return rows as T
}

async function appRole(orm: Orm): Promise<string | null> {
  return (await canBypass(orm)) ? APP_ROLE : null
}

/** Returns whether the connecting role can bypass row-level security. */
export async function canBypass(orm: Orm): Promise<boolean> {
  const [row] = await orm.em
    .fork()
    .execute<[{ bypass: boolean }]>(
      'select rolsuper or rolbypassrls as bypass from pg_roles where rolname = current_user',
    )
  return row?.bypass ?? false
}
