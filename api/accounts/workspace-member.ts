import type { Viewer } from '#api/platform/call-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'

/** Actor in a workspace: a person, or a service account, which has no email address. */
export interface Member {
  name: string
  email: string | null
}

/** The person or service account of a caller. Throws if they were deleted in the meantime. */
export async function memberOf(em: Em, who: Pick<Viewer, 'tenantId' | 'userId'>): Promise<Member> {
  const member = (await membersOf(em, who.tenantId, [who.userId])).get(who.userId)
  if (!member) throw new Error('The caller does not exist any more')
  return member
}

/** Returns the name of a person or service account; an empty text if they were deleted. */
export async function nameOfMember(em: Em, who: Pick<Viewer, 'tenantId' | 'userId'>): Promise<string> {
  return (await membersOf(em, who.tenantId, [who.userId])).get(who.userId)?.name ?? ''
}

/** People and service accounts by id. */
export async function membersOf(em: Em, tenantId: string, ids: readonly string[]): Promise<Map<string, Member>> {
  const rows = await em.execute<(Member & { id: string })[]>(
    `select id, name, email from users where tenant_id = :tenantId and id = any (:ids::uuid[])
     union all
     select id, name, null from service_accounts where tenant_id = :tenantId and id = any (:ids::uuid[])`,
    { tenantId, ids: uuidArray(ids) },
  )
  return new Map(rows.map(({ id, name, email }) => [id, { name, email }]))
}
