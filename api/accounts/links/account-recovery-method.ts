import type { Em } from '#api/platform/database/database.ts'

/** Ways back in for a person who cannot sign in: a link that sets a password, or the way they signed in before. */
export type WayBack = 'link' | 'provider' | 'singleSignOn'

/**
 * Decides the way back of a person. A new password does not help people whose workspace requires single sign-on, and
 * people without one sign in there as long as it covers their address; admins get a link, in case the provider fails.
 * Somebody who signs in with Microsoft or Google gets a link only to a proven address: the address that a provider
 * names can belong to somebody else. Needs the system scope or that of the workspace.
 */
export async function wayBackOf(em: Em, who: { tenantId: string; userId: string }): Promise<WayBack> {
  const [row] = await em.execute<[{ way: WayBack }]>(
    `select case
       when u.role <> 'admin' and d.domain is not null
         and (s.required or (u.password_hash is null and u.invited_at is null)) then 'singleSignOn'
       when u.password_hash is not null or u.invited_at is not null or u.email_proven_at is not null then 'link'
       when exists (select from identities i where i.tenant_id = u.tenant_id and i.user_id = u.id) then 'provider'
       else 'link' end as way
     from users u
     left join single_sign_on s on s.tenant_id = u.tenant_id
     left join sso_domains d on d.tenant_id = s.tenant_id and d.verified_at is not null
       and d.domain = lower(substring(u.email from '[^@]*$'))
     where u.tenant_id = :tenantId and u.id = :userId`,
    who,
  )
  return row.way
}
