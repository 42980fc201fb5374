import type { Em } from '#api/platform/database/database.ts'
import { User } from './user.ts'

/** The admins of a workspace who can sign in: not deactivated, and not still invited. */
export async function activeAdmins(em: Em, tenantId: string): Promise<User[]> {
  return em.find(User, { tenantId, role: 'admin', isActive: true, invitedAt: null }, { orderBy: { id: 'asc' } })
}
