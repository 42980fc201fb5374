import { createHash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

/**
 * The system scope, which sees the rows of all tenants, requires a secret; the database stores only its hash. A tenant
 * transaction does not know it, so injected SQL sees only that tenant's rows, whatever it sets `app.tenant` to.
 */

/** Secret of test and benchmark databases, which contain nothing worth protecting. */
const NO_SECRET = 'no-secret'

/** The secrets that a database accepts, the current one first. */
export type SystemSecrets = readonly [string, ...string[]]

export const NO_SECRETS: SystemSecrets = [NO_SECRET]

/**
 * Derives the system-scope secrets from SECRET_KEY and the old keys, so that processes still running with an old key
 * keep working.
 */
export function systemSecrets(secrets: SecretBox): SystemSecrets {
  const [present, ...old] = secrets.keysFor('the system scope of the database')
  return [present.toString('hex'), ...old.map((key) => key.toString('hex'))]
}

/** Runs a statement. */
export type Execute = <T extends object[]>(sql: string) => Promise<T>

const FUNCTION = 'app_is_system'

const UNKNOWN_KEY =
  'The database does not accept this SECRET_KEY yet, and the role in DATABASE_URL may not change that. Run "npm run migrate" with MIGRATE_DATABASE_URL and the same SECRET_KEY and SECRET_KEY_OLD, then start again.'

/** Matches, in PostgreSQL's spelling, the two conditions with which migrations let the system scope see every row. */
const EVERYBODY =
  /\(?NULLIF\(current_setting\('app\.tenant'::text, true\), ''::text\) = '\*'::text\)?|\(?current_setting\('app\.tenant'::text, true\) = '\*'::text\)?/g

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/**
 * Makes the body of the SQL function that checks the system secret. Every name in it is schema-qualified, because a
 * caller may have put a schema with functions of their own first in the search path.
 */
function bodyOf(hashes: readonly string[]): string {
  const given = "pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.current_setting('app.system', true), 'UTF8'))"
  const accepted = hashes.map((hash) => `'\\x${hash}'::pg_catalog.bytea`)
  return `select coalesce(${given} operator(pg_catalog.=) any (array[${accepted.join(', ')}]), false)`
}

/**
 * Replaces `app.tenant = '*'` in every policy with a check for one of the secrets. Does nothing if that is already
 * done, in whichever order the secrets are listed, or if the connecting role owns nothing and its secret is accepted.
 * @throws AppError CONFLICT if such a role's secret is not accepted
 */
export async function sealSystemScope(execute: Execute, secrets: SystemSecrets): Promise<void> {
  const hashes = [...new Set(secrets.map(hashOf))]
  const [known] = await execute<{ body: string; owned: boolean }[]>(
    `select prosrc as body, pg_has_role(proowner, 'usage') as owned from pg_proc
     where proname = '${FUNCTION}' and pronamespace = 'public'::regnamespace`,
  )
  const accepted: readonly string[] = known?.body.match(/[\da-f]{64}/g) ?? []
  if (known && !known.owned) {
    if (!accepted.includes(hashOf(secrets[0]))) throw new AppError('CONFLICT', UNKNOWN_KEY)
  } else if (known?.body !== bodyOf(accepted) || accepted.toSorted().join() !== hashes.toSorted().join()) {
    await execute(
      `create or replace function ${FUNCTION}() returns boolean language sql stable parallel safe as $sql$${bodyOf(hashes)}$sql$`,
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
