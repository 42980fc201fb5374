import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { Role } from '#domain/accounts.ts'

/**
 * A person of a tenant. Usernames without @ are unique across the installation, whatever their case; addresses are within a tenant, and
 * across the installation once they are proven (sign-in-names.ts).
 */
export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    username: p.text(),
    email: p.text(),
    /** when the person showed that the address is theirs; null: not yet */
    emailProvenAt: p.datetime().nullable(),
    name: p.text(),
    role: p.text().$type<Role>(),
    /** null for people who sign in through Microsoft or Google only */
    passwordHash: p.text().nullable(),
    isActive: p.boolean().default(true),
    createdAt: p.datetime(),
  },
})
export type User = InferEntity<typeof User>
