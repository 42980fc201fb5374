import { AppError } from '#domain/errors.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { hashToken, newToken } from '#api/platform/secrets/secret-box.ts'
import { LINK_LIFETIMES, type LinkKind } from '#api/system-mail/system-email-texts.ts'
import type { User } from '../user.ts'

/** Page that each kind of link leads to. The token stands behind the #, so that no server or proxy logs it. */
const PAGES: Record<LinkKind, string> = {
  password: '/reset-password',
  email: '/confirm-email',
  invitation: '/join',
}

export interface AccountLink {
  kind: LinkKind
  tenantId: string
  userId: string
  /** email address to which the link was sent */
  email: string
  expiresAt: Date
}

/** A person and their present address. */
type EmailOwner = Pick<User, 'tenantId' | 'id' | 'email'>

/**
 * Makes a link that is emailed to a person and returns its URL; earlier links of the same kind for the same email
 * address stop working. The token in the URL is never stored.
 */
export async function createLink(
  app: Pick<App, 'clock' | 'publicUrl'>,
  em: Em,
  { kind, tenantId, userId, email }: Omit<AccountLink, 'expiresAt'>,
): Promise<string> {
  const token = newToken()
  const now = app.clock()
  await em.execute(
    `delete from account_links where expires_at <= :now or (tenant_id = :tenantId and user_id = :userId and kind = :kind
       and lower(email) = lower(:email))`,
    { tenantId, userId, kind, email, now },
  )
  await em.execute(
    `insert into account_links (token_hash, kind, tenant_id, user_id, email, expires_at)
     values (:tokenHash, :kind, :tenantId, :userId, :email, :expiresAt)`,
    {
      tokenHash: hashToken(token),
      kind,
      tenantId,
      userId,
      email,
      expiresAt: new Date(now.getTime() + LINK_LIFETIMES[kind]),
    },
  )
  return `${app.publicUrl}${PAGES[kind]}#${token}`
}

/**
 * The link with a token, or null if it is unknown, used or expired. Links of people who may not sign in are unknown, and
 * so are links to set a password or to join that went to an address which is no longer the person's.
 */
export async function findLink(app: Pick<App, 'clock' | 'database'>, token: string): Promise<AccountLink | null> {
  const [row] = await app.database.asSystem((em) =>
    em.execute<AccountLink[]>(
      `select l.kind, l.tenant_id as "tenantId", l.user_id as "userId", l.email, l.expires_at as "expiresAt"
       from account_links l
       join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and u.is_active
       join tenants t on t.id = l.tenant_id and t.is_active
       where l.token_hash = :tokenHash and l.expires_at > :now and (l.kind = 'email' or lower(l.email) = lower(u.email))`,
      { tokenHash: hashToken(token), now: app.clock() },
    ),
  )
  return row ? { ...row, expiresAt: new Date(row.expiresAt) } : null
}

/** Finds a link of the given kind that can still be used. Throws GONE if there is none. */
export async function requireLink(
  app: Pick<App, 'clock' | 'database'>,
  token: string,
  kind: LinkKind,
): Promise<AccountLink> {
  const link = await findLink(app, token)
  if (link?.kind !== kind) throw staleLink()
  return link
}

/** Uses up a link within the transaction of what it allows. Throws GONE if it was used meanwhile. */
export async function takeLink(em: Em, token: string): Promise<void> {
  const taken = await em.execute<unknown[]>('delete from account_links where token_hash = :tokenHash returning 1', {
    tokenHash: hashToken(token),
  })
  if (taken.length === 0) throw staleLink()
}

/**
 * Deletes a person's links that would change their email address; the link that confirms their present address stays.
 */
export async function endEmailChanges(em: Em, { tenantId, id: userId, email }: EmailOwner): Promise<void> {
  await em.execute(
    `delete from account_links where tenant_id = :tenantId and user_id = :userId and kind = 'email'
       and lower(email) <> lower(:email)`,
    { tenantId, userId, email },
  )
}

/** Ends all links of a person. */
export async function endLinks(em: Em, who: { tenantId: string; userId: string }): Promise<void> {
  await em.execute('delete from account_links where tenant_id = :tenantId and user_id = :userId', who)
}

const staleLink = () => new AppError('GONE', 'This link has expired or was already used. Ask for a new one.')
