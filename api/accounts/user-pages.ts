import type { Role } from '#domain/accounts.ts'
import { sqlOf, type Em } from '../platform/database.ts'
import { countOf, keysetPage, likePattern, orderOf, withCursor, OLDEST_FIRST, type Page } from '../platform/keyset.ts'
import type { User } from './user.ts'

export interface UserFilter {
  search?: string | null | undefined
  role?: Role | null | undefined
  isActive?: boolean | null | undefined
}
export interface UserOrder {
  field: 'createdAt' | 'name' | 'email' | 'username'
  direction: 'ascending' | 'descending'
}

/** A page of the people of a workspace; the oldest first unless an order is given. */
export async function pageOfUsers(
  em: Em,
  tenantId: string,
  filter: UserFilter | null | undefined,
  orderBy: UserOrder | null | undefined,
  page: Page,
): Promise<(User & { cursor: string })[]> {
  const order = orderOf(orderBy, OLDEST_FIRST)
  const rows = await keysetPage(matching(em, tenantId, filter).selectAll(), order, page).execute()
  return withCursor(rows as User[], order)
}

/** How many people of a workspace match. */
export async function numberOfUsers(em: Em, tenantId: string, filter: UserFilter | null | undefined): Promise<number> {
  return countOf(matching(em, tenantId, filter))
}

function matching(em: Em, tenantId: string, filter: UserFilter | null | undefined) {
  let query = sqlOf(em).selectFrom('users').where('tenantId', '=', tenantId)
  if (filter?.role) query = query.where('role', '=', filter.role)
  if (filter?.isActive != null) query = query.where('isActive', '=', filter.isActive)
  const search = filter?.search?.trim()
  if (search) {
    const pattern = likePattern(search)
    query = query.where((eb) =>
      eb.or([eb('name', 'ilike', pattern), eb('email', 'ilike', pattern), eb('username', 'ilike', pattern)]),
    )
  }
  return query
}
