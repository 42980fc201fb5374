import { createHash } from 'node:crypto'
import type { SecretBox } from './secrets.ts'

/**
 * The system scope, which sees the rows of all tenants, requires a secret; the database stores only its hash. A tenant
 * transaction does not know it, so injected SQL sees only that tenant's rows, whatever it sets `app.tenant` to.
 */

/** For test and benchmark databases, which contain nothing worth protecting. */
const NO_SECRET = 'no-secret'

/** The secrets that a database accepts, the current one first. */
export type SystemSecrets = readonly [string, ...string[]]

export const NO_SECRETS: SystemSecrets = [NO_SECRET]

/** Derived from SECRET_KEY and the old keys, so that processes still running with an old key keep working. */
export function systemSecrets(secrets: SecretBox): SystemSecrets {
  const [present, ...old] = secrets.keysFor('the system scope of the database')
  return [present.toString('hex'), ...old.map((key) => key.toString('hex'))]
}

/** Runs a statement. */
export type Execute = <T extends object[]>(sql: string) => Promise<T>

const FUNCTION = 'app_is_system'

/** PostgreSQL's spelling of the two forms in which migrations let the system see every row. */
const EVERYBODY =
  /\(?NULLIF\(current_setting\('app\.tenant'::text, true\), ''::text\) = '\*'::text\)?|\(?current_setting\('app\.tenant'::text, true\) = '\*'::text\)?/g

/**
 * Replaces `app.tenant = '*'` in every policy with a check for one of the secrets. Does nothing if that is already
 * done, as required if the connecting role owns nothing.
 */
export async function sealSystemScope(execute: Execute, secrets: SystemSecrets): Promise<void> {
  const hashes = secrets.map((secret) => `'\\x${createHash('sha256').update(secret).digest('hex')}'::pg_catalog.bytea`)
  // Every name is schema-qualified: a caller may have set a search path with functions of their own first.
  const given = "pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.current_setting('app.system', true), 'UTF8'))"
  const body = `select coalesce(${given} operator(pg_catalog.=) any (array[${hashes.join(', ')}]), false)`
  const [known] = await execute<{ body: string }[]>(
    `select prosrc as body from pg_proc where proname = '${FUNCTION}' and pronamespace = 'public'::regnamespace`,
  )
  if (known?.body !== body) {
    await execute(
      `create or replace function ${FUNCTION}() returns boolean language sql stable parallel safe as $sql$${body}$sql$`,
    )
  }
  const open = await execute<{ name: string; table: string; using: string; check: string | null }[]>(
    `select policyname as name, quote_ident(tablename) as table, qual as using, with_check as check
     from pg_policies where schemaname = 'public' and (qual like '%''*''%' or with_check like '%''*''%')`,
  )
  for (const { name, table, using, check } of open) {
    const [rule, written] = [using, check ?? using].map((text) => text.replace(EVERYBODY, `${FUNCTION}()`))
    if (`${rule}${written}`.includes(`'*'`)) throw new Error(`The policy ${name} of ${table} allows '*': ${using}`)
    await execute(`alter policy ${name} on ${table} using (${rule}) with check (${written})`)
  }
}
