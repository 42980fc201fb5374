import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { Role } from '#domain/accounts.ts'

/** A person of a tenant. Usernames and emails are unique across the installation, whatever their case. */
export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    username: p.text(),
    email: p.text(),
    name: p.text(),
    role: p.text().$type<Role>(),
    /** null for people who sign in through Microsoft or Google only */
    passwordHash: p.text().nullable(),
    isActive: p.boolean().default(true),
    createdAt: p.datetime(),
  },
})
export type User = InferEntity<typeof User>
