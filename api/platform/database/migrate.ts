import { AppError } from '#domain/errors.ts'
import { APP_ROLE, canBypass, connect, type MigrationList, type Orm } from './database.ts'
import { distribute, distributionOf, isCheapToDistribute } from './distribution/distribute-tables.ts'
import type { Distributed, Distribution } from './distribution/distribute-tables.ts'
import { refuseMissingColumns, refusePreReleaseDatabase } from './pre-release-database.ts'
import { NO_SECRETS, sealSystemScope, type Execute, type SystemSecrets } from './system-scope.ts'
import { trustLike } from './like-search-index.ts'

const MIGRATION_LOCK = 727_274

/** Options for preparing a database. */
export interface Preparation {
  /** secrets that let a transaction see all tenants; {@link NO_SECRETS} by default */
  secrets?: SystemSecrets
  /**
   * URL with the role under which the product runs, if it is another role: it gets the permissions that it needs, and
   * owns nothing
   */
  runtimeUrl?: string | null
  /** the migrations; those of this version by default */
  list?: MigrationList
}

/** Facts about a prepared database. */
export interface Prepared {
  /** the role of `runtimeUrl` */
  runtimeRole: string | null
  distribution: Distribution
}

/**
 * Migrates the database at `url` to the newest version, and shards new tables on a cluster. Safe when several processes
 * start at once. Throws CONFLICT if that role could do more than the product needs, or if the database is of a version
 * before 1.0.0.
 */
export async function migrate(
  url: string,
  { secrets = NO_SECRETS, runtimeUrl = null, list }: Preparation = {},
): Promise<Prepared> {
  const role = runtimeUrl && (await runtimeRole(runtimeUrl))
  const orm = await connect(url, 2, secrets[0], list)
  try {
    await orm.em.fork().transactional(async (lock) => {
      await lock.execute('select pg_advisory_xact_lock(:MIGRATION_LOCK)', { MIGRATION_LOCK })
      // This transaction rests while migrations run; if the server ended it, another process could migrate as well.
      await lock.execute('set local idle_in_transaction_session_timeout = 0')
      const roles = [...(role ? [role] : []), ...(await appRoles(orm))]
      await orm.em.fork().transactional((em) => refusePreReleaseDatabase((sql) => em.execute(sql)))
      await runMigrations(orm, (execute) => admitProduct(execute, secrets, roles))
      if (!list) await refuseMissingColumns((sql) => orm.em.fork().execute(sql))
      await trustLike((sql) => orm.em.fork().execute(sql))
    })
    return { runtimeRole: role, distribution: await distributeIfCheap(orm) }
  } finally {
    await orm.close(true)
  }
}

/**
 * Runs each pending migration in a transaction of its own, so that none keeps its locks while the next one works. A
 * database without tables gets all in one transaction, which is faster. `admit` runs at the end of every transaction,
 * at least once.
 */
async function runMigrations(orm: Orm, admit: (execute: Execute) => Promise<void>): Promise<void> {
  const pending = (await orm.migrator.getPending()).map(({ name }) => name)
  const isNew = (await orm.migrator.getExecuted()).length === 0
  const steps = isNew ? [pending] : [...pending.map((name) => [name]), []]
  for (const names of steps) {
    await orm.em.fork().transactional(async (em) => {
      const transaction = em.getTransactionContext()
      if (names.length > 0) await orm.migrator.up({ migrations: names, ...(transaction && { transaction }) })
      await admit((sql) => em.execute(sql))
    })
  }
}

/**
 * Grants the product's roles access to the tables, in the transaction that creates them, because running processes use
 * tables as soon as they appear.
 */
async function admitProduct(execute: Execute, secrets: SystemSecrets, roles: readonly string[]): Promise<void> {
  await sealSystemScope(execute, secrets)
  for (const role of roles) await grantTo(execute, role)
}

/** Shards new tables. An installation with workspaces is left to `npm run distribute`, which moves their rows. */
async function distributeIfCheap(orm: Orm): Promise<Distribution> {
  return orm.em.fork().transactional(async (em) => {
    const execute = <T extends object[]>(sql: string) => em.execute<T>(sql)
    await em.execute('select pg_advisory_xact_lock(:MIGRATION_LOCK)', { MIGRATION_LOCK })
    const before = await distributionOf(execute)
    if (before !== 'to be distributed' || !(await isCheapToDistribute(execute))) return before
    await distribute(execute)
    return 'distributed'
  })
}

/**
 * Moves the rows of an existing installation to the nodes of a Citus cluster. Throws CONFLICT if the database is no such
 * cluster.
 */
export async function distributeDatabase(url: string): Promise<Distributed> {
  const orm = await connect(url, 2)
  try {
    return await orm.em.fork().transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(:MIGRATION_LOCK)', { MIGRATION_LOCK })
      return distribute((sql) => em.execute(sql))
    })
  } finally {
    await orm.close(true)
  }
}

/**
 * Returns the roles that the product runs under. If the connecting role can bypass row-level security, it creates a
 * plain role to run under instead.
 */
async function appRoles(orm: Orm): Promise<string[]> {
  if (!(await canBypass(orm))) return []
  const em = orm.em.fork()
  await em.execute(`do $$ begin
    if not exists (select from pg_roles where rolname = '${APP_ROLE}') then create role ${APP_ROLE} nologin; end if;
  exception when duplicate_object or unique_violation then null; end $$`)
  await em.execute(`grant ${APP_ROLE} to current_user`)
  return [APP_ROLE]
}

/** Tables whose rows the product adds and reads only. */
const APPEND_ONLY = ['audit_events'] as const

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * Lets a role read and write rows, and nothing else. Statements name only tables whose grants differ: on a cluster those
 * of sharded tables go to every node.
 */
async function grantTo(execute: Execute, role: string): Promise<void> {
  const [{ name }] = await execute<[{ name: string }]>(`select quote_ident(${literal(role)}) as name`)
  await execute(`grant usage on schema public to ${name}`)
  const tables = await execute<{ name: string; kept: boolean; lacks: boolean; excess: boolean }[]>(
    `select c.oid::regclass::text as name, kept,
       not (may('select') and may('insert')) or (not kept and not (may('update') and may('delete'))) as lacks,
       kept and (may('update') or may('delete')) as excess
     from pg_class c, lateral (select c.relname in (${APPEND_ONLY.map(literal).join(', ')}) as kept) k
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`.replaceAll(
      /may\(('\w+')\)/g,
      `has_table_privilege(${literal(role)}, c.oid, $1)`,
    ),
  )
  for (const table of tables) {
    if (table.lacks)
      await execute(`grant select, insert${table.kept ? '' : ', update, delete'} on ${table.name} to ${name}`)
    if (table.excess) await execute(`revoke update, delete on ${table.name} from ${name}`)
  }
}

/** The role of a database address. Throws CONFLICT if it could do more than the product needs. */
async function runtimeRole(url: string): Promise<string> {
  const { name, excess } = await roleBehind(url)
  if (!excess) return name
  throw new AppError(
    'CONFLICT',
    `When MIGRATE_DATABASE_URL is set, the role in DATABASE_URL, ${name}, must not own tables or be a superuser. To create a suitable role, use "create role mergewell_runtime login password '…'".`,
  )
}

/** Returns whether SQL under the role of this address could change row-level security. */
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
