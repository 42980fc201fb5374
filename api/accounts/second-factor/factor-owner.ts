/** Owner of a second factor: a person of a workspace, or a super admin. */
export type FactorOwner = { tenantId: string; userId: string } | { superAdminId: string }

const OF_PERSON = {
  totp: 'totp_factors',
  codes: 'recovery_codes',
  columns: 'tenant_id, user_id',
  values: ':tenantId, :userId',
  isTheirs: 'tenant_id = :tenantId and user_id = :userId',
} as const
const OF_SUPER_ADMIN = {
  totp: 'super_admin_totp_factors',
  codes: 'super_admin_recovery_codes',
  columns: 'super_admin_id',
  values: ':superAdminId',
  isTheirs: 'super_admin_id = :superAdminId',
} as const

/** The tables that hold an owner's factors, and the SQL that names the owner. */
export const factorTables = (owner: FactorOwner) => ('superAdminId' in owner ? OF_SUPER_ADMIN : OF_PERSON)

/** The id of the person or super admin. */
export const ownerId = (owner: FactorOwner): string => ('superAdminId' in owner ? owner.superAdminId : owner.userId)
