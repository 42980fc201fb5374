import { Pool } from 'pg'
import type { RunningApp } from '#api/app.ts'
import type { App } from '#api/platform/app-context.ts'
import type { MailHostAddress } from '#sandbox/sandbox.ts'
import type { TestDatabase } from './postgres.ts'

/**
 * Keeps the products of finished worlds for the next files of the same worker. Starting a product costs half a second of
 * processor time, most of it in new connections whose caches are cold; emptying its database costs a hundredth of that.
 *
 * A product that is used again begins anew in three ways: every table has the rows of the start, the parts of the app that
 * a test replaced are back, and the sandbox is another one at the same address.
 */

/** The simulated provider that a test's product talks to. */
export interface TestSandbox {
  url: string
  mailHost: MailHostAddress | null
  /** the log of accepted emails, one JSON line each */
  acceptancesFile: string
  close(): Promise<void>
}

/** A running product without a server. */
export interface Product {
  running: RunningApp
  database: TestDatabase
  sandbox: TestSandbox
}

/** A running product that can be reset to its state right after the start. */
export interface KeepableProduct extends Product {
  /**
   * Empties the database and restores replaced parts of the app. Rejects if a connection that a test left open holds a
   * lock.
   */
  reset(): Promise<void>
  /** Closes the connection that `reset` uses. */
  end(): Promise<void>
}

const kept: KeepableProduct[] = []

/** Tables with rows that a product adds when it starts. */
const WRITTEN_AT_START = ['installation', 'link_keys', 'provider_outages']
/**
 * Number of rows written by one file after which its database is not used again: without vacuum, the dead rows would
 * slow the next files.
 */
const MAX_ROWS = 20_000

/** Stores the state of a product that has just started, so that it can be reset. */
export async function makeKeepable(product: Product): Promise<KeepableProduct> {
  const admin = new Pool({
    connectionString: product.database.url,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
    application_name: 'mergewell-test-reset',
  })
  admin.on('error', () => undefined)
  const { rows: tables } = await admin.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> 'migrations' or schemaname = 'pgboss' and tablename = 'job'`,
  )
  const restores: string[] = []
  for (const table of WRITTEN_AT_START) {
    const { rows } = await admin.query<{ text: string }>(
      `select quote_literal(coalesce(jsonb_agg(t), '[]')) as text from ${table} t`,
    )
    restores.push(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${rows[0]?.text})`)
  }
  const statements = [
    'begin',
    "set local lock_timeout = '5s'",
    // Neither triggers nor foreign keys matter where everything goes.
    'set local session_replication_role = replica',
    ...tables.map(({ name }) => `delete from ${name}`),
    ...restores,
    'commit',
  ].join(';')
  const putBack = partsOf(product.running.app)
  return {
    ...product,
    end: () => admin.end(),
    reset: async () => {
      const results = (await admin.query(statements)) as unknown as { command: string; rowCount: number | null }[]
      const deleted = results.reduce(
        (sum, { command, rowCount }) => sum + (command === 'DELETE' ? (rowCount ?? 0) : 0),
        0,
      )
      if (deleted > MAX_ROWS) throw new Error(`A file left ${deleted} rows.`)
      putBack()
    },
  }
}

/** Stores the parts of an app and the functions of each. Returns a function that restores them. */
function partsOf(app: App): () => void {
  const parts = { ...app }
  const functions = Object.values(parts)
    .filter((part) => typeof part === 'object' && part !== null)
    .map((part) => [part, Object.entries(part).filter(([, value]) => typeof value === 'function')] as const)
  const registration = { ...app.registration }
  const vendors = { ...app.vendors }
  return () => {
    for (const [part, own] of functions) for (const [name, value] of own) Object.assign(part, { [name]: value })
    Object.assign(app, parts, { registration: { ...registration }, vendors: { ...vendors } })
  }
}

/** Keeps a product for the next file. */
export async function keepProduct(product: KeepableProduct): Promise<void> {
  await product.sandbox.close()
  kept.push(product)
}

/**
 * Takes a kept product, with the sandbox that `openSandbox` starts at its old address.
 *
 * @returns null if there is none, or none that could be reset
 */
export async function reuseProduct(
  openSandbox: (url: string) => Promise<TestSandbox>,
): Promise<KeepableProduct | null> {
  const product = kept.pop()
  if (!product) return null
  try {
    await product.reset()
    return { ...product, sandbox: await openSandbox(product.sandbox.url) }
  } catch {
    // The sandbox of a kept product is closed already.
    await endProduct(product)
    return null
  }
}

/** Ends a product whose sandbox is closed. */
export async function endProduct({ running, database }: Product): Promise<void> {
  await running.close()
  await database.drop()
}
