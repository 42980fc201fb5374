import type { Execute } from './system-scope.ts'

const LIKE = 'pg_catalog.textlike(text, text)'

/** The statement that lets an index serve LIKE below a policy. */
export const TRUST_LIKE = `alter function ${LIKE} leakproof`

/**
 * Lets an index serve LIKE under row-level security, which needs an operator that is declared leakproof; otherwise every
 * search would read all contacts of the workspace. LIKE is not, because it fails, depending on the text, for a pattern
 * that ends in a backslash; `likePattern` never makes one. Only a superuser may declare it. The declaration is part of no
 * dump, so this runs at every start.
 */
export async function trustLike(execute: Execute): Promise<void> {
  const [like] = await execute<{ untrusted: boolean }[]>(
    `select not p.proleakproof and r.rolsuper as untrusted from pg_proc p, pg_roles r
     where p.oid = '${LIKE}'::regprocedure and r.rolname = current_user`,
  )
  if (like?.untrusted) await execute(TRUST_LIKE)
}

/** Returns what an operator should do about slow searches in the connected database; null if nothing. */
export async function likeWarning(execute: Execute): Promise<string | null> {
  const [like] = await execute<{ trusted: boolean }[]>(
    `select proleakproof as trusted from pg_proc where oid = '${LIKE}'::regprocedure`,
  )
  return like?.trusted
    ? null
    : `Searches read all contacts of a workspace instead of an index: the role that migrated may not declare LIKE leakproof. Run this in the database as a superuser: ${TRUST_LIKE}`
}
