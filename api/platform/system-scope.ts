import { createHash } from 'node:crypto'
import type { SecretBox } from './secrets.ts'

/**
 * Who may see the rows of all tenants: whoever knows a secret that the database holds only a hash of. A transaction of one tenant does not
 * know it, so that SQL which somebody smuggles into one sees that tenant's rows whatever it sets `app.tenant` to be.
 */

/** For databases of tests and benches, which hold nothing that is worth a secret. */
const NO_SECRET = 'no-secret'

/** The secrets that a database takes, the present one first. */
export type SystemSecrets = readonly [string, ...string[]]

export const NO_SECRETS: SystemSecrets = [NO_SECRET]

/** They are derived from SECRET_KEY and the keys of before: processes that still run with one of those go on. */
export function systemSecrets(secrets: SecretBox): SystemSecrets {
  const [present, ...old] = secrets.keysFor('the system scope of the database')
  return [present.toString('hex'), ...old.map((key) => key.toString('hex'))]
}

/** The statement that makes the running transaction one of the system; the secret is bound, since other sessions can read statements. */
export const ENTER_SYSTEM = `select set_config('app.system', $1, true)`

/** Runs a statement. */
type Execute = <T extends object[]>(sql: string) => Promise<T>

const FUNCTION = 'app_is_system'

/** How PostgreSQL writes the two forms in which migrations let the system see every row. */
const EVERYBODY =
  /\(?NULLIF\(current_setting\('app\.tenant'::text, true\), ''::text\) = '\*'::text\)?|\(?current_setting\('app\.tenant'::text, true\) = '\*'::text\)?/g

/**
 * Has every policy ask for one of the secrets where its migration let in whoever set `app.tenant` to be `*`. Does nothing where all is so
 * already, as it must where the connecting role owns nothing.
 */
export async function sealSystemScope(execute: Execute, secrets: SystemSecrets): Promise<void> {
  const hashes = secrets.map((secret) => `'\\x${createHash('sha256').update(secret).digest('hex')}'::pg_catalog.bytea`)
  // Every name says where it is from: whoever asks may have set a search path on which functions of their own come first.
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
    if (`${rule}${written}`.includes(`'*'`)) throw new Error(`The policy ${name} of ${table} lets '*' in: ${using}`)
    await execute(`alter policy ${name} on ${table} using (${rule}) with check (${written})`)
  }
}
