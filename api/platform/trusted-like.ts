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
