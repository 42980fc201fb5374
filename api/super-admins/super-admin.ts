import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** An administrator of the installation; belongs to no tenant (product: super-admin.apart). */
export const SuperAdmin = defineEntity({
  name: 'SuperAdmin',
  tableName: 'super_admins',
  properties: {
    id: p.uuid().primary(),
    username: p.text(),
    name: p.text(),
    passwordHash: p.text(),
    createdAt: p.datetime(),
  },
})
export type SuperAdmin = InferEntity<typeof SuperAdmin>

/** A super admin's session; stores only the token's hash. */
export const SuperAdminSession = defineEntity({
  name: 'SuperAdminSession',
  tableName: 'super_admin_sessions',
  properties: {
    id: p.uuid().primary(),
    superAdminId: p.uuid(),
    tokenHash: p.blob(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
})
