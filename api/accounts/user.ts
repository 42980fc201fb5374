import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { Role } from '#domain/accounts/accounts.ts'

/**
 * A user of a tenant. Usernames without @ are unique across the installation, in any case. Addresses are unique within
 * a tenant, and across the installation once proven (sign-in-names.ts).
 */
export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    username: p.text(),
    email: p.text(),
    /** when the person proved that they own the address; null if they have not */
    emailProvenAt: p.datetime().nullable(),
    /** when an admin invited them; null once they joined, and for everybody else */
    invitedAt: p.datetime().nullable(),
    name: p.text(),
    role: p.text().$type<Role>(),
    /** hash of the password; null for people who sign in only through Microsoft or Google */
    passwordHash: p.text().nullable(),
    isActive: p.boolean().default(true),
    createdAt: p.datetime(),
  },
})
export type User = InferEntity<typeof User>
