import { AppError } from '#domain/errors.ts'
import { SIGN_IN_FAILURES } from '#domain/accounts/sign-in-failures.ts'
import { adminOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'

/**
 * Refuses another way of signing in for people whose workspace requires single sign-on for their domain. Admins keep
 * theirs, so that a broken provider locks nobody out. Throws FORBIDDEN.
 */
export async function ensureMaySignInOtherwise(
  em: Em,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<void> {
  const [bound] = await em.execute<unknown[]>(
    `select 1 from users u
     join single_sign_on s on s.tenant_id = u.tenant_id and s.required
     join sso_domains d on d.tenant_id = u.tenant_id and d.verified_at is not null
       and d.domain = lower(substring(u.email from '[^@]*$'))
     where u.tenant_id = :tenantId and u.id = :userId and u.role <> 'admin'`,
    { tenantId, userId },
  )
  if (bound) throw new AppError('FORBIDDEN', SIGN_IN_FAILURES.ssoRequired)
}

/** The people of a workspace who must use single sign-on, as a subquery of their ids. Takes `:tenantId`. */
const BOUND = `select u.id from users u
  join single_sign_on s on s.tenant_id = u.tenant_id and s.required
  join sso_domains d on d.tenant_id = u.tenant_id and d.verified_at is not null
    and d.domain = lower(substring(u.email from '[^@]*$'))
  where u.tenant_id = :tenantId and u.role <> 'admin'`

/**
 * Ends the sessions of people who must now use single sign-on for their domain, if the sessions began in another way,
 * and deletes the live links of spreadsheets made in such sessions. Admins keep theirs.
 */
export async function endOtherSessions(call: Call, em: Em, tenantId: string): Promise<void> {
  const ended = await em.execute<{ id: string; userId: string }[]>(
    `delete from sessions where tenant_id = :tenantId and not by_single_sign_on and user_id in (${BOUND})
     returning id, user_id as "userId"`,
    { tenantId },
  )
  const { events } = call.app
  for (const { id, userId } of ended) await events.publish(em, { kind: 'session', tenantId, userId, sessionId: id })
  const linked = await em.execute<{ userId: string }[]>(
    `select distinct user_id as "userId" from sheet_links
     where tenant_id = :tenantId and not by_single_sign_on and user_id in (${BOUND}) order by user_id`,
    { tenantId },
  )
  const by = { userId: adminOf(call).userId }
  for (const { userId } of linked) {
    await call.app.endedAccess.endSheetLinks(call, em, { tenantId, userId, bySingleSignOn: false }, by)
  }
}
