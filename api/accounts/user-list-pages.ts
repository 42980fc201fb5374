import type { Role } from '#domain/accounts/accounts.ts'
import { sqlOf, type Em } from '#api/platform/database/database.ts'
import {
  countOf,
  orderOf,
  readPage,
  searched,
  OLDEST_FIRST,
  type Listed,
  type RequestedOrder,
  type Page,
} from '#api/platform/database/keyset-pagination.ts'
import type { User } from './user.ts'

export interface UserFilter {
  search?: string | null | undefined
  role?: Role | null | undefined
  isActive?: boolean | null | undefined
}
export type UserOrder = RequestedOrder<'createdAt' | 'name' | 'email' | 'username'>

/** A page of a workspace's users, oldest first unless an order is given. */
export async function pageOfUsers(
  em: Em,
  tenantId: string,
  filter: UserFilter | null | undefined,
  orderBy: UserOrder | null | undefined,
  page: Page,
): Promise<Listed<User>[]> {
  const order = orderOf(orderBy, OLDEST_FIRST)
  return readPage(matching(em, tenantId, filter).selectAll(), order, page)
}

/** Number of matching users in a workspace. */
export async function numberOfUsers(em: Em, tenantId: string, filter: UserFilter | null | undefined): Promise<number> {
  return countOf(matching(em, tenantId, filter))
}

function matching(em: Em, tenantId: string, filter: UserFilter | null | undefined) {
  let query = sqlOf(em).selectFrom('users').where('tenantId', '=', tenantId)
  if (filter?.role) query = query.where('role', '=', filter.role)
  if (filter?.isActive != null) query = query.where('isActive', '=', filter.isActive)
  return searched(query, ['name', 'email', 'username'], filter?.search)
}
